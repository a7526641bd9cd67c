#include "hipify/hip_branches.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include "hipify/rules.hpp"

namespace rocm_bindgen {
namespace {

namespace tok = clang::tok;

/// Defined by every compile of HIP code for AMD's GPUs, in host and device passes.
constexpr std::array<std::string_view, 5> kAlwaysDefined{"__HIP__", "__HIPCC__", "__HIP_PLATFORM_AMD__",
                                                         "__HIP_PLATFORM_HCC__", "HIP_VERSION"};

/// Which compiler reads the condition.
enum class World { cuda, hip };

/// A value of the preprocessor, or nothing where it cannot be known.
using Value = std::optional<long long>;

bool is_true(const Value& value) {
  return value && *value != 0;
}
bool is_false(const Value& value) {
  return value && *value == 0;
}

/// Evaluates the condition of one #if as far as the macros of `world` decide it.
class Condition {
 public:
  Condition(const TokenList& tokens, std::size_t begin, std::size_t end, World world,
            const std::set<std::string, std::less<>>& own_macros)
      : tokens_(tokens), at_(begin), end_(end), world_(world), own_macros_(own_macros) {}

  Value evaluate() { return conditional(); }

  Value defined(std::string_view name) const {
    if (!is_hip_macro(name) && own_macros_.count(name) == 0) return {};
    if (world_ == World::cuda) return 0;
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

  Value conditional() {
    const auto condition = alternatives();
    if (!take(tok::question)) return condition;
    const auto first = conditional();
    take(tok::colon);
    const auto second = conditional();
    if (!condition) return first == second ? first : Value();
    return is_true(condition) ? first : second;
  }

  Value alternatives() {
    auto value = all();
    while (take(tok::pipepipe)) {
      const auto other = all();
      if (is_true(value) || is_true(other)) {
        value = 1;
      } else {
        value = is_false(value) && is_false(other) ? Value(0) : Value();
      }
    }
    return value;
  }

  Value all() {
    auto value = operation(0);
    while (take(tok::ampamp)) {
      const auto other = operation(0);
      if (is_false(value) || is_false(other)) {
        value = 0;
      } else {
        value = is_true(value) && is_true(other) ? Value(1) : Value();
      }
    }
    return value;
  }

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
        return {};  // No condition of a branch for HIP is decided by other arithmetic.
    }
  }

  /// Binary operators that bind tighter than `floor`.
  Value operation(int floor) {
    auto value = unary();
    for (int level = precedence(next().kind); level > floor; level = precedence(next().kind)) {
      const auto kind = next().kind;
      ++at_;
      const auto other = operation(level);
      value = value && other ? result(kind, *value, *other) : Value();
    }
    return value;
  }

  Value unary() {
    if (take(tok::exclaim)) {
      const auto value = unary();
      return value ? Value(*value == 0) : Value();
    }
    if (take(tok::minus)) {
      const auto value = unary();
      return value ? Value(-*value) : Value();
    }
    if (take(tok::plus) || take(tok::tilde)) {
      unary();
      return {};
    }
    return primary();
  }

  Value primary() {
    if (take(tok::l_paren)) {
      const auto value = conditional();
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
      // A function-like macro of HIP's, HIP_VERSION_AT_LEAST(5, 0), is an error to CUDA's compiler.
      return {};
    }
    // The preprocessor takes an undefined macro for 0.
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
  World world_;
  const std::set<std::string, std::less<>>& own_macros_;
};

/// Which compilers see a part of the text.
enum class Owner { both, cuda, hip };

/// An #if with its branches so far.
struct Conditional {
  Value earlier_in_cuda = 0, earlier_in_hip = 0;  ///< was a branch before the current one taken?
  Owner owner = Owner::both;                      ///< of the current branch
  Owner around = Owner::both;                     ///< of the text around the whole #if
};

Value either(const Value& a, const Value& b) {
  if (is_true(a) || is_true(b)) return 1;
  return is_false(a) && is_false(b) ? Value(0) : Value();
}

/// Is the branch taken, if it has that condition and the ones before it were taken or not?
Value taken(const Value& earlier, const Value& condition) {
  if (is_true(earlier) || is_false(condition)) return 0;
  return is_false(earlier) && is_true(condition) ? Value(1) : Value();
}

bool starts_with_gfx_number(llvm::StringRef word) {
  return word.starts_with_insensitive("gfx") && word.size() > 3 && llvm::isDigit(word[3]);
}

/// A word of a macro's name, between underscores, that means AMD's GPUs.
bool is_word_for_hip(llvm::StringRef word) {
  if (starts_with_gfx_number(word)) return true;
  if (word.starts_with("HIP") || word.starts_with("ROCM")) return true;
  return word == "AMDGPU" || word == "AMDGCN" || word == "AMD" || word == "HCC";
}

/// Follows the directives of a text.
class Conditionals {
 public:
  Conditionals(const TokenList& tokens, const std::set<std::string, std::less<>>& own_macros)
      : tokens_(tokens), own_macros_(own_macros) {}

  /// Reads the directive with the tokens [begin, end).
  void read(std::size_t begin, std::size_t end) {
    const auto word = tokens_.directive_of(tokens_.at(begin));
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      const auto owner = this->owner();
      open_.push_back({0, 0, owner, owner});
      enter(value(World::cuda, word, begin, end), value(World::hip, word, begin, end));
    } else if (open_.empty()) {
      return;
    } else if (word == "elif" || word == "elifdef" || word == "elifndef") {
      enter(value(World::cuda, word, begin, end), value(World::hip, word, begin, end));
    } else if (word == "else") {
      enter(1, 1);
    } else if (word == "endif") {
      open_.pop_back();
    }
  }

  /// Who compiles the text that follows.
  Owner owner() const { return open_.empty() ? Owner::both : open_.back().owner; }

 private:
  Value value(World world, std::string_view word, std::size_t begin, std::size_t end) const {
    Condition condition(tokens_, begin + 2, end, world, own_macros_);
    if (word == "if" || word == "elif") return condition.evaluate();
    const auto defined = condition.defined(tokens_.at(begin + 2).spelling);
    const bool negated = word == "ifndef" || word == "elifndef";
    return defined ? Value(negated ? *defined == 0 : *defined != 0) : Value();
  }

  void enter(const Value& in_cuda, const Value& in_hip) {
    auto& branch = open_.back();
    const auto cuda = taken(branch.earlier_in_cuda, in_cuda), hip = taken(branch.earlier_in_hip, in_hip);
    branch.owner = branch.around;
    if (branch.around == Owner::both && is_false(cuda) != is_false(hip))
      branch.owner = is_false(cuda) ? Owner::hip : Owner::cuda;
    branch.earlier_in_cuda = either(branch.earlier_in_cuda, in_cuda);
    branch.earlier_in_hip = either(branch.earlier_in_hip, in_hip);
  }

  const TokenList& tokens_;
  const std::set<std::string, std::less<>>& own_macros_;
  std::vector<Conditional> open_;
};

bool is_condition(std::string_view directive) {
  return directive.starts_with("if") || directive.starts_with("elif");
}

}  // namespace

bool is_hip_macro(std::string_view name) {
  // HIP over CUDA is CUDA, and ours are what hipify makes of CUDA's.
  if (name.find("NVIDIA") != std::string_view::npos || name.find("NVCC") != std::string_view::npos ||
      name.starts_with("ROCM_BINDGEN"))
    return false;
  llvm::StringRef rest(name);
  while (!rest.empty()) {
    const auto [word, behind] = rest.split('_');
    if (is_word_for_hip(word)) return true;
    rest = behind;
  }
  return false;
}

HipBranches::HipBranches(const TokenList& tokens, const std::set<std::string, std::less<>>& own_macros) {
  Conditionals conditionals(tokens, own_macros);
  std::size_t text_begin = 0;  // of the text between two directives
  const auto add_text = [&](std::size_t end) {
    const auto owner = conditionals.owner();
    if (owner == Owner::both) return;
    auto& ranges = owner == Owner::hip ? hips_ : cudas_;
    // The directives within a branch belong to it.
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
    // A directive whose both sides have one owner.
    if (before != Owner::both && before == conditionals.owner()) text_begin = begin_of_directive;
  }
  add_text(tokens.text().size());
}

HipBranches HipBranches::whole(const TokenList& tokens) {
  HipBranches all;
  all.hips_.emplace_back(0, tokens.text().size() + 1);
  all.asks_for_hip_ = true;
  return all;
}

bool HipBranches::is_in(const Ranges& ranges, std::size_t offset) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), offset,
                                      [](std::size_t at, const auto& range) { return at < range.first; });
  return after != ranges.begin() && offset < std::prev(after)->second;
}

std::set<std::string, std::less<>> macros_of_hip_alone(const std::vector<const TokenList*>& files,
                                                       const std::vector<HipBranches>& branches) {
  std::set<std::string, std::less<>> in_hip, elsewhere;
  for (std::size_t f = 0; f < files.size(); ++f) {
    const auto& tokens = *files[f];
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
      if (!tokens.at(i).is_word("define") || tokens.directive_of(tokens.at(i)) != "define" ||
          tokens.at(i - 1).kind != tok::hash)
        continue;
      const auto name = tokens.at(i + 1).spelling;
      (branches[f].contains(tokens.at(i).offset) ? in_hip : elsewhere).emplace(name);
    }
  }
  std::erase_if(in_hip, [&](const std::string& name) {
    // HIP's side of a project may define a macro that is CUDA's own, such as CUDART_VERSION.
    return elsewhere.count(name) != 0 || find_rule(name) != nullptr;
  });
  return in_hip;
}

}  // namespace rocm_bindgen
