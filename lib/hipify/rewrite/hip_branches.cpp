#include "hipify/rewrite/hip_branches.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include "hipify/rules/rules.hpp"

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

/// Macros that are defined in every compile of HIP code for AMD GPUs, in host and device passes.
constexpr std::array<std::string_view, 5> kAlwaysDefined{"__HIP__", "__HIPCC__", "__HIP_PLATFORM_AMD__",
                                                         "__HIP_PLATFORM_HCC__", "HIP_VERSION"};

/// The compile for which a condition is evaluated (see HipBranches): CUDA's compiler, any HIP compile for AMD GPUs, or
/// the HIP compile with this run's flags.
enum class Compile { cuda, hip, current };

/// True for macros that HIP's compiler or headers define; all others are a project's.
bool is_of_compiler(std::string_view macro) {
  return macro.starts_with("__") || macro.starts_with("HIP_VERSION");
}

/// The value of a preprocessor expression; empty if it cannot be known.
using Value = std::optional<long long>;

bool is_true(const Value& value) {
  return value && *value != 0;
}
bool is_false(const Value& value) {
  return value && *value == 0;
}

/// Evaluates the condition of one #if as far as the macros of `compile` determine it.
class Condition {
 public:
  Condition(const TokenList& tokens, std::size_t begin, std::size_t end, Compile compile, const HipMacros& macros)
      : tokens_(tokens), at_(begin), end_(end), compile_(compile), macros_(macros) {}

  Value evaluate() { return parse_conditional(); }

  /// Whether the macro is defined: 1, 0 or unknown. Macros that have nothing to do with HIP are always unknown.
  Value defined(std::string_view name) const {
    const bool is_hip_only = macros_.hip_only.count(name) != 0;
    if (!is_hip_macro(name) && !is_hip_only) return {};
    if (compile_ == Compile::cuda) return 0;
    if (compile_ == Compile::current && macros_.given.count(name) != 0) return 1;
    // In this compile, a project's macro is undefined unless a flag or an active branch defines it. Macros of the
    // compiler and of HIP's headers need neither.
    if (compile_ == Compile::current && (is_hip_only ? macros_.undefined.count(name) != 0 : !is_of_compiler(name)))
      return 0;
    if (std::find(kAlwaysDefined.begin(), kAlwaysDefined.end(), name) != kAlwaysDefined.end()) return 1;
    return {};
  }

 private:
  const Token& next() const {
    static const Token none;
    return at_ < end_ ? tokens_.at(at_) : none;
  }
  bool take(tok::TokenKind kind) {
    if (at_ >= end_ || next().kind != kind) return false;
    ++at_;
    return true;
  }

  /// Parses `a ? b : c`.
  Value parse_conditional() {
    const auto condition = parse_or();
    if (!take(tok::question)) return condition;
    const auto first = parse_conditional();
    take(tok::colon);
    const auto second = parse_conditional();
    if (!condition) return first == second ? first : Value();
    return is_true(condition) ? first : second;
  }

  /// Parses `a || b`.
  Value parse_or() {
    auto value = parse_and();
    while (take(tok::pipepipe)) {
      const auto other = parse_and();
      if (is_true(value) || is_true(other)) {
        value = 1;
      } else {
        value = is_false(value) && is_false(other) ? Value(0) : Value();
      }
    }
    return value;
  }

  /// Parses `a && b`.
  Value parse_and() {
    auto value = parse_binary(0);
    while (take(tok::ampamp)) {
      const auto other = parse_binary(0);
      if (is_false(value) || is_false(other)) {
        value = 0;
      } else {
        value = is_true(value) && is_true(other) ? Value(1) : Value();
      }
    }
    return value;
  }

  /// The precedence of a binary operator other than && and ||; 0 for other tokens. A higher one binds tighter.
  static int precedence(tok::TokenKind kind) {
    switch (kind) {
      case tok::pipe:
        return 1;
      case tok::caret:
        return 2;
      case tok::amp:
        return 3;
      case tok::equalequal:
      case tok::exclaimequal:
        return 4;
      case tok::less:
      case tok::lessequal:
      case tok::greater:
      case tok::greaterequal:
        return 5;
      case tok::lessless:
      case tok::greatergreater:
        return 6;
      case tok::plus:
      case tok::minus:
        return 7;
      case tok::star:
      case tok::slash:
      case tok::percent:
        return 8;
      default:
        return 0;
    }
  }

  static Value result(tok::TokenKind kind, long long a, long long b) {
    switch (kind) {
      case tok::equalequal:
        return a == b;
      case tok::exclaimequal:
        return a != b;
      case tok::less:
        return a < b;
      case tok::lessequal:
        return a <= b;
      case tok::greater:
        return a > b;
      case tok::greaterequal:
        return a >= b;
      case tok::amp:
        return a & b;
      case tok::pipe:
        return a | b;
      default:
        // The value of other arithmetic is left unknown: conditions that select HIP's branches do not need it.
        return {};
    }
  }

  /// Parses binary operators of higher precedence than `min_precedence`.
  Value parse_binary(int min_precedence) {
    auto value = parse_unary();
    for (int level = precedence(next().kind); level > min_precedence; level = precedence(next().kind)) {
      const auto kind = next().kind;
      ++at_;
      const auto other = parse_binary(level);
      value = value && other ? result(kind, *value, *other) : Value();
    }
    return value;
  }

  Value parse_unary() {
    if (take(tok::exclaim)) {
      const auto value = parse_unary();
      return value ? Value(*value == 0) : Value();
    }
    if (take(tok::minus)) {
      const auto value = parse_unary();
      return value ? Value(-*value) : Value();
    }
    if (take(tok::plus) || take(tok::tilde)) {
      parse_unary();
      return {};
    }
    return parse_primary();
  }

  Value parse_primary() {
    if (take(tok::l_paren)) {
      const auto value = parse_conditional();
      take(tok::r_paren);
      return value;
    }
    const auto token = next();
    if (at_ < end_) ++at_;
    if (token.kind == tok::numeric_constant) return number(token.spelling);
    if (!token.is_word()) return {};
    if (token.spelling == "defined") {
      const bool in_parentheses = take(tok::l_paren);
      const auto name = next().spelling;
      if (at_ < end_) ++at_;
      if (in_parentheses) take(tok::r_paren);
      return defined(name);
    }
    if (next().kind == tok::l_paren) {
      skip_arguments();
      // The value of a function-like macro is unknown. For CUDA it does not matter: a condition that calls one of
      // HIP's, such as HIP_VERSION_AT_LEAST(5, 0), is a syntax error where the macro is undefined.
      return {};
    }
    // The preprocessor replaces an undefined macro by 0. The value of a defined one is not tracked.
    return is_false(defined(token.spelling)) ? Value(0) : Value();
  }

  void skip_arguments() {
    int depth = 0;
    do {
      if (next().kind == tok::l_paren) ++depth;
      if (next().kind == tok::r_paren) --depth;
      ++at_;
    } while (depth > 0 && at_ < end_);
  }

  static Value number(std::string_view spelling) {
    llvm::StringRef digits(spelling);
    digits = digits.rtrim("uUlL");
    long long value = 0;
    return digits.getAsInteger(0, value) ? Value() : Value(value);
  }

  const TokenList& tokens_;
  std::size_t at_, end_;
  Compile compile_;
  const HipMacros& macros_;
};

/// The compilers that see a part of the text.
enum class Owner { both, cuda, hip };

/// The state of an open #if.
struct Conditional {
  Value earlier[3] = {0, 0, 0};  ///< indexed by Compile: whether an earlier branch was taken
  bool is_inactive = false;      ///< the current branch is inactive in this compile
  bool is_enclosing_inactive = false;
  Owner owner = Owner::both;            ///< owner of the current branch
  Owner enclosing_owner = Owner::both;  ///< owner of the text around the whole #if
};

Value either(const Value& a, const Value& b) {
  if (is_true(a) || is_true(b)) return 1;
  return is_false(a) && is_false(b) ? Value(0) : Value();
}

/// Whether a branch with this condition is taken. `earlier`: whether an earlier branch of the same #if was taken.
Value taken(const Value& earlier, const Value& condition) {
  if (is_true(earlier) || is_false(condition)) return 0;
  return is_false(earlier) && is_true(condition) ? Value(1) : Value();
}

bool starts_with_gfx_number(llvm::StringRef word) {
  return word.starts_with_insensitive("gfx") && word.size() > 3 && llvm::isDigit(word[3]);
}

/// True for a word of a macro's name, split at underscores, that refers to AMD GPUs. HCC is HIP's former compiler.
bool is_word_for_hip(llvm::StringRef word) {
  if (starts_with_gfx_number(word)) return true;
  if (word.starts_with("HIP") || word.starts_with("ROCM")) return true;
  return word == "AMDGPU" || word == "AMDGCN" || word == "AMD" || word == "HCC";
}

/// Tracks the conditional directives of a text.
class Conditionals {
 public:
  Conditionals(const TokenList& tokens, const HipMacros& macros) : tokens_(tokens), macros_(macros) {}

  /// Processes the directive that has the tokens [begin, end).
  void read(std::size_t begin, std::size_t end) {
    const auto word = tokens_.directive_of(tokens_.at(begin));
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      Conditional branch;
      branch.enclosing_owner = owner();
      branch.is_enclosing_inactive = is_inactive();
      open_.push_back(branch);
      enter([&](Compile compile) { return value(compile, word, begin, end); });
    } else if (open_.empty()) {
      return;
    } else if (word == "elif" || word == "elifdef" || word == "elifndef") {
      enter([&](Compile compile) { return value(compile, word, begin, end); });
    } else if (word == "else") {
      enter([](Compile) { return Value(1); });
    } else if (word == "endif") {
      open_.pop_back();
    }
  }

  /// The compilers that see the text after the last directive read.
  Owner owner() const { return open_.empty() ? Owner::both : open_.back().owner; }
  bool is_inactive() const { return !open_.empty() && open_.back().is_inactive; }

 private:
  Value value(Compile compile, std::string_view word, std::size_t begin, std::size_t end) const {
    // The first two tokens are '#' and the directive's name.
    Condition condition(tokens_, begin + 2, end, compile, macros_);
    if (word == "if" || word == "elif") return condition.evaluate();
    const auto defined = condition.defined(tokens_.at(begin + 2).spelling);
    const bool negated = word == "ifndef" || word == "elifndef";
    return defined ? Value(negated ? *defined == 0 : *defined != 0) : Value();
  }

  /// Enters the next branch of the innermost #if. `condition_in(compile)` is the value of its condition.
  template <class ConditionIn>
  void enter(ConditionIn condition_in) {
    auto& branch = open_.back();
    bool is_never_taken[3];  // indexed by Compile
    for (const auto compile : {Compile::cuda, Compile::hip, Compile::current}) {
      const auto index = static_cast<std::size_t>(compile);
      const auto condition = condition_in(compile);
      is_never_taken[index] = is_false(taken(branch.earlier[index], condition));
      branch.earlier[index] = either(branch.earlier[index], condition);
    }
    const bool never_cuda = is_never_taken[0], never_hip = is_never_taken[1];
    // A branch inside a part that only one compiler sees belongs to that compiler, whatever its own condition. A branch
    // that neither compiler takes, such as #if 0, is not given to either.
    branch.owner = branch.enclosing_owner;
    if (branch.enclosing_owner == Owner::both && never_cuda != never_hip)
      branch.owner = never_cuda ? Owner::hip : Owner::cuda;
    branch.is_inactive = branch.is_enclosing_inactive || is_never_taken[2];
  }

  const TokenList& tokens_;
  const HipMacros& macros_;
  std::vector<Conditional> open_;
};

bool is_condition(std::string_view directive) {
  return directive.starts_with("if") || directive.starts_with("elif");
}

}  // namespace

bool is_hip_macro(std::string_view name) {
  // __HIP_PLATFORM_NVIDIA__ and similar macros select HIP's headers for nvcc, so their code is CUDA. hipify itself
  // writes ROCM_BINDGEN_* in place of CUDA's macros.
  if (name.find("NVIDIA") != std::string_view::npos || name.find("NVCC") != std::string_view::npos ||
      name.starts_with("ROCM_BINDGEN"))
    return false;
  llvm::StringRef rest(name);
  while (!rest.empty()) {
    const auto [word, after] = rest.split('_');
    if (is_word_for_hip(word)) return true;
    rest = after;
  }
  return false;
}

HipBranches::HipBranches(const TokenList& tokens, const HipMacros& macros) {
  Conditionals conditionals(tokens, macros);
  std::size_t text_begin = 0;  // start of the text between two directives
  const auto add_text = [&](std::size_t end) {
    if (conditionals.is_inactive()) inactive_.emplace_back(text_begin, end);
    const auto owner = conditionals.owner();
    if (owner == Owner::both) return;
    auto& ranges = owner == Owner::hip ? hip_only_ : cuda_only_;
    // Directives inside a branch belong to it, so text that continues the last range extends that range.
    if (!ranges.empty() && ranges.back().second == text_begin) text_begin = ranges.back().first, ranges.pop_back();
    ranges.emplace_back(text_begin, end);
  };
  for (std::size_t i = 0; i < tokens.size();) {
    const auto directive = tokens.at(i).directive;
    if (directive == 0) {
      ++i;
      continue;
    }
    auto end = i;
    for (; end < tokens.size() && tokens.at(end).directive == directive; ++end)
      asks_for_hip_ = asks_for_hip_ || (is_condition(tokens.directive_of(tokens.at(i))) && tokens.at(end).is_word() &&
                                        is_hip_macro(tokens.at(end).spelling));
    const auto before = conditionals.owner();
    const auto begin_of_directive = tokens.at(i).offset, end_of_directive = tokens.at(end - 1).end();
    add_text(begin_of_directive);
    conditionals.read(i, end);
    text_begin = end_of_directive;
    i = end;
    // A directive with the same owner before and after it belongs to that owner.
    if (before != Owner::both && before == conditionals.owner()) text_begin = begin_of_directive;
  }
  add_text(tokens.text().size());
}

void HipBranches::take_all(const TokenList& tokens) {
  hip_only_ = {{0, tokens.text().size() + 1}};  // + 1: the end of the text is an offset, too
  cuda_only_.clear();
  asks_for_hip_ = true;
}

bool HipBranches::is_in(const Ranges& ranges, std::size_t offset) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), offset,
                                      [](std::size_t at, const auto& range) { return at < range.first; });
  return after != ranges.begin() && offset < std::prev(after)->second;
}

HipMacros with_macros_of(HipMacros known, const std::vector<const TokenList*>& files,
                         const std::vector<HipBranches>& branches) {
  HipMacros::Names elsewhere, active;
  known.hip_only.clear();
  for (std::size_t f = 0; f < files.size(); ++f) {
    const auto& tokens = *files[f];
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
      if (!tokens.at(i).is_word("define") || tokens.directive_of(tokens.at(i)) != "define" ||
          tokens.at(i - 1).kind != tok::hash)
        continue;
      const auto name = tokens.at(i + 1).spelling;
      const auto offset = tokens.at(i).offset;
      (branches[f].contains(offset) ? known.hip_only : elsewhere).emplace(name);
      if (!branches[f].is_inactive(offset)) active.emplace(name);
    }
  }
  std::erase_if(known.hip_only, [&](const std::string& name) {
    // A macro does not distinguish the compilers if it is also defined elsewhere, or if CUDA has it too (a rule names
    // it): HIP's branches of a project may define CUDART_VERSION.
    return elsewhere.count(name) != 0 || find_rule(name) != nullptr;
  });
  known.undefined = known.hip_only;
  std::erase_if(known.undefined, [&](const std::string& name) { return active.count(name) != 0; });
  return known;
}

}  // namespace rocm_bindgen::build
