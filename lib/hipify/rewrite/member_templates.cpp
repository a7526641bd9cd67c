#include "hipify/rewrite/member_templates.hpp"

#include <vector>

#include "hipify/rewrite/template_lists.hpp"

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

bool is_class_key(const Token& token) {
  return token.is_word("struct") || token.is_word("class") || token.is_word("union");
}

/// True if the brace at `brace` begins the body of a class.
bool opens_class(const TokenList& tokens, std::size_t brace) {
  // More tokens than there are between the word `class` and the brace: names, attributes and bases.
  constexpr std::size_t kFarthest = 200;
  for (auto i = brace - 1; i < tokens.size() && brace - i < kFarthest; --i) {
    const auto& token = tokens.at(i);
    if (token.directive != 0) continue;
    if (token.kind == tok::semi || token.kind == tok::equal || token.opens_bracket() || token.kind == tok::r_brace)
      return false;
    if (token.kind == tok::r_paren) {
      const auto open = opening_parenthesis(tokens, i);
      if (!open || !is_attribute_word(tokens.at(*open - 1))) return false;
      i = *open;
    } else if (is_class_key(token)) {
      const auto& previous = tokens.at(i - 1);
      // In `template <class T>`, the word begins a parameter.
      if (previous.kind != tok::less && previous.kind != tok::comma) return !previous.is_word("enum");
    }
  }
  return false;
}

class Collector {
 public:
  Collector(const TokenList& tokens, std::set<std::string, std::less<>>& names) : tokens_(tokens), names_(names) {}

  void run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto& token = tokens_.at(i);
      if (token.directive != 0) continue;
      if (token.kind == tok::l_brace) in_class_.push_back(opens_class(tokens_, i));
      if (token.kind == tok::r_brace && !in_class_.empty()) in_class_.pop_back();
      if (token.is_word("template") && tokens_.at(i + 1).kind == tok::less && !in_class_.empty() && in_class_.back())
        add_declared_at(i);
    }
  }

 private:
  /// Adds the name that the declaration declares whose word `template` is at `keyword`.
  void add_declared_at(std::size_t keyword) {
    const auto parameters = end_of_parameters(tokens_, keyword + 1);
    if (!parameters || parameters->surplus != 0) return;
    const auto first = parameters->last + 1;
    if (tokens_.at(first).is_word("using") || is_class_key(tokens_.at(first))) {
      auto name = first + 1;
      while (is_attribute_word(tokens_.at(name)) && tokens_.at(name + 1).kind == tok::l_paren) {
        const auto close = closing_bracket(tokens_, name + 1);
        if (!close) return;
        name = *close + 1;
      }
      if (tokens_.at(name).is_word()) names_.emplace(tokens_.at(name).spelling);
    } else if (!tokens_.at(first).is_word("friend") && !tokens_.at(first).is_word("template")) {
      add_function(first);
    }
  }

  /// Adds the name of the function whose declaration begins at `first`: the word before the parameters.
  void add_function(std::size_t first) {
    // More tokens than a declaration has before its parameters.
    constexpr std::size_t kLongest = 200;
    for (auto i = first; i < tokens_.size() && i < first + kLongest; ++i) {
      const auto& token = tokens_.at(i);
      if (token.directive != 0) continue;
      if (token.kind == tok::semi || token.kind == tok::equal || token.kind == tok::l_brace ||
          token.kind == tok::r_brace || token.is_word("operator"))
        return;
      if (token.kind == tok::less) {
        const auto end = end_of_parameters(tokens_, i);
        if (!end) return;
        i = end->last;
      } else if (token.kind == tok::l_paren) {
        const auto& name = tokens_.at(i - 1);
        if (!is_attribute_word(name)) {
          if (name.is_word() && i > first) names_.emplace(name.spelling);
          return;
        }
        const auto close = closing_bracket(tokens_, i);
        if (!close) return;
        i = *close;
      }
    }
  }

  const TokenList& tokens_;
  std::set<std::string, std::less<>>& names_;
  std::vector<bool> in_class_;  ///< for each open brace, whether it begins a class
};

}  // namespace

void add_member_templates(const TokenList& tokens, std::set<std::string, std::less<>>& names) {
  Collector(tokens, names).run();
}

}  // namespace rocm_bindgen::build
