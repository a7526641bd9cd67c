#include "hipify/rewrite/same_in_hip.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hipify/rules/rules.hpp"

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

/// True for words that can precede a parenthesis and are not the name of a function.
bool is_statement(const Token& token) {
  constexpr std::array<std::string_view, 7> kWords{"if", "for", "while", "switch", "catch", "return", "sizeof"};
  return std::find(kWords.begin(), kWords.end(), token.spelling) != kWords.end();
}

/// The #if branches that contain a definition: the number of each surrounding #if -> which of its branches, counted
/// from 0.
using Branch = std::map<unsigned, unsigned>;

/// True if definitions in these branches are never compiled together.
bool are_mutually_exclusive(const Branch& a, const Branch& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& in_a) {
    const auto in_b = b.find(in_a.first);
    return in_b != b.end() && in_b->second != in_a.second;
  });
}

/// The signature that distinguishes one definition from another, in CUDA's and in HIP's spelling.
struct Signature {
  std::string cuda, hip;
  std::string types;  ///< CUDA names that HIP spells differently: "cudaError_t"
  unsigned line = 0;
  Branch branch;
};

class SameNameFinder {
 public:
  explicit SameNameFinder(const TokenList& tokens) : tokens_(tokens) {}

  std::vector<Finding> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto& token = tokens_.at(i);
      if (token.directive != 0) {
        if (token.starts_line) enter_directive(tokens_.directive_of(token));
        continue;
      }
      if (token.kind == tok::l_brace) scopes_.push_back(i);
      if (token.kind == tok::r_brace && !scopes_.empty()) scopes_.pop_back();
      if (token.kind == tok::l_paren) function(i);
      if (token.is_word("struct") || token.is_word("class")) specialisation(i);
    }
    return std::move(findings_);
  }

 private:
  void enter_directive(std::string_view name) {
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      open_ifs_.push_back(++ifs_);
      branch_[ifs_] = 0;
    } else if ((name == "else" || name == "elif" || name == "elifdef" || name == "elifndef") && !open_ifs_.empty()) {
      ++branch_[open_ifs_.back()];
    } else if (name == "endif" && !open_ifs_.empty()) {
      branch_.erase(open_ifs_.back());
      open_ifs_.pop_back();
    }
  }

  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (auto i = open; i < tokens_.size(); ++i) {
      if (tokens_.at(i).opens_bracket()) ++depth;
      if (tokens_.at(i).closes_bracket() && --depth == 0) return i;
    }
    return tokens_.size();
  }

  /// Handles `type name(parameters) {`, also with words such as const and noexcept before the brace.
  void function(std::size_t open) {
    const auto& name = tokens_.at(open - 1);
    // Members defined as `A::f()` are skipped, because a signature does not contain the class.
    if (!name.is_word() || is_statement(name) || tokens_.at(open - 2).kind == tok::coloncolon) return;
    const auto& before = tokens_.at(open - 2);
    const bool has_type =
        before.is_word() || before.kind == tok::star || before.kind == tok::amp || before.kind == tok::greater;
    if (!has_type || is_statement(before) || before.is_word("new")) return;
    auto end = closing(open);
    const auto parameters = end;
    while (tokens_.at(end + 1).is_word()) ++end;
    if (tokens_.at(end + 1).kind != tok::l_brace) return;
    Signature signature;
    signature.cuda = signature.hip = fmt::format("{}(", name.spelling);
    for (auto first = open + 1; first < parameters;) {
      auto last = first;
      while (last < parameters && tokens_.at(last).kind != tok::comma) {
        if (tokens_.at(last).opens_bracket()) last = closing(last);
        ++last;
      }
      // The parameter's name and default argument are not part of its type.
      auto type_end = first;
      while (type_end < last && tokens_.at(type_end).kind != tok::equal) ++type_end;
      if (type_end - first > 1 && tokens_.at(type_end - 1).is_word() &&
          tokens_.at(type_end - 2).kind != tok::coloncolon)
        --type_end;
      add(first, type_end, signature);
      first = last + 1;
    }
    for (auto i = parameters + 1; i <= end; ++i) add(i, i + 1, signature);
    compare(std::move(signature), name, "function");
  }

  /// Handles `struct Name<type> {`.
  void specialisation(std::size_t keyword) {
    const auto& name = tokens_.at(keyword + 1);
    if (!name.is_word() || tokens_.at(keyword + 2).kind != tok::less) return;
    auto end = keyword + 2;
    while (end < tokens_.size() && tokens_.at(end).kind != tok::l_brace && tokens_.at(end).kind != tok::semi) ++end;
    if (tokens_.at(end).kind != tok::l_brace) return;
    Signature signature;
    signature.cuda = signature.hip = fmt::format("struct {}", name.spelling);
    add(keyword + 2, end, signature);
    compare(std::move(signature), name, "specialisation");
  }

  /// Appends the tokens [first, end) to the signature, in both spellings.
  void add(std::size_t first, std::size_t end, Signature& signature) const {
    for (auto i = first; i < end; ++i) {
      const auto& token = tokens_.at(i);
      const auto* rule = token.is_word() ? find_rule(token.spelling) : nullptr;
      const auto hip = rule != nullptr && !rule->hip.empty() ? rule->hip : token.spelling;
      signature.cuda += fmt::format(" {}", token.spelling);
      signature.hip += fmt::format(" {}", hip);
      if (hip != token.spelling)
        signature.types += fmt::format("{}{}", signature.types.empty() ? "" : ", ", token.spelling);
    }
    signature.cuda += ",";
    signature.hip += ",";
  }

  /// Reports a definition that has the same HIP signature as an earlier one in its scope, but a different CUDA
  /// signature. `what`: the kind of definition, for the message.
  void compare(Signature signature, const Token& name, std::string_view what) {
    signature.line = tokens_.line_of(name);
    signature.branch = branch_;
    auto& known = definitions_[{scopes_.empty() ? 0 : scopes_.back() + 1, signature.hip}];
    for (const auto& other : known) {
      if (other.cuda == signature.cuda || are_mutually_exclusive(other.branch, signature.branch)) continue;
      findings_.push_back(
          {Reason::same_in_hip, std::string(name.spelling),
           fmt::format(
               "'{}' is a redefinition in HIP: {} and {} are the same type there, and line {} already has a {} for it",
               name.spelling, other.types, signature.types, other.line, what),
           signature.line, tokens_.column_of(name)});
      break;
    }
    known.push_back(std::move(signature));
  }

  const TokenList& tokens_;
  std::vector<std::size_t> scopes_;  ///< indices of the open braces around the current token
  std::vector<unsigned> open_ifs_;   ///< numbers of the open #ifs, the innermost last
  unsigned ifs_ = 0;                 ///< number of #ifs so far
  Branch branch_;
  /// The definitions so far, by scope (index of its open brace + 1; 0 = outside of all braces) and HIP signature.
  std::map<std::pair<std::size_t, std::string>, std::vector<Signature>> definitions_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_same_in_hip(const TokenList& tokens) {
  return SameNameFinder(tokens).run();
}

}  // namespace rocm_bindgen::build
