#include "hipify/rewrite/template_lists.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

/// More tokens than a list or an attribute has. The bound keeps the search linear in texts with many `<`.
constexpr std::size_t kLongestList = 1000;

/// The number of `>` in the token.
int closing_angles(const Token& token) {
  switch (token.kind) {
    case tok::greater:
      return 1;
    case tok::greatergreater:
      return 2;
    case tok::greatergreatergreater:
      return 3;
    default:
      return 0;
  }
}

/// True for tokens that occur in template arguments outside of parentheses. Other operators, as in `a.x < b && c >
/// (d)`, are more likely those of an expression.
bool may_be_in_argument(const Token& token) {
  switch (token.kind) {
    case tok::raw_identifier:
    case tok::numeric_constant:
    case tok::char_constant:
    case tok::coloncolon:
    case tok::comma:
    case tok::star:
    case tok::amp:
    case tok::plus:
    case tok::minus:
    case tok::slash:
    case tok::percent:
    case tok::exclaim:
    case tok::equalequal:
    case tok::exclaimequal:
    case tok::ellipsis:
      return true;
    default:
      return false;
  }
}

template <class Allowed>
std::optional<TemplateListEnd> end_of_list(const TokenList& tokens, std::size_t open, Allowed is_allowed) {
  int depth = 0;
  for (auto i = open; i < tokens.size() && i < open + kLongestList; ++i) {
    const auto& token = tokens.at(i);
    if (token.directive != tokens.at(open).directive) return std::nullopt;
    if (token.kind == tok::less) {
      ++depth;
    } else if (const int closed = closing_angles(token); closed != 0) {
      depth -= closed;
      if (depth <= 0) return TemplateListEnd{i, -depth};
    } else if (token.kind == tok::l_paren || token.kind == tok::l_square) {
      const auto close = closing_bracket(tokens, i);
      if (!close) return std::nullopt;
      i = *close;
    } else if (!is_allowed(token)) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<TemplateListEnd> end_of_parameters(const TokenList& tokens, std::size_t open) {
  return end_of_list(tokens, open, [](const Token& token) {
    return token.kind != tok::semi && !token.opens_bracket() && !token.closes_bracket();
  });
}

std::optional<TemplateListEnd> end_of_arguments(const TokenList& tokens, std::size_t open) {
  return end_of_list(tokens, open, may_be_in_argument);
}

std::vector<std::string> parameter_names(const TokenList& tokens, std::size_t open) {
  const auto end = end_of_parameters(tokens, open);
  std::vector<std::string> names;
  if (!end || end->last == open + 1) return names;
  names.emplace_back();
  int depth = 0;
  bool in_default = false;
  for (auto i = open + 1; i < end->last; ++i) {
    const auto& token = tokens.at(i);
    if (token.kind == tok::less || token.opens_bracket()) ++depth;
    if (token.closes_bracket()) --depth;
    depth -= closing_angles(token);
    if (depth > 0) continue;
    if (token.kind == tok::comma) {
      names.emplace_back();
      in_default = false;
    } else if (token.kind == tok::equal) {
      in_default = true;
    } else if (token.is_word() && !in_default && token.spelling != "class" && token.spelling != "typename") {
      names.back() = token.spelling;
    }
  }
  return names;
}

std::optional<std::size_t> closing_bracket(const TokenList& tokens, std::size_t open) {
  int depth = 0;
  for (auto i = open; i < tokens.size() && i < open + kLongestList; ++i) {
    const auto& token = tokens.at(i);
    if (token.kind == tok::semi || token.directive != tokens.at(open).directive) return std::nullopt;
    if (token.opens_bracket()) ++depth;
    if (token.closes_bracket() && --depth == 0) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> opening_parenthesis(const TokenList& tokens, std::size_t close) {
  int depth = 0;
  for (auto i = close; i < tokens.size() && close - i < kLongestList; --i) {
    const auto& token = tokens.at(i);
    if (token.kind == tok::semi || token.kind == tok::l_brace || token.kind == tok::r_brace) return std::nullopt;
    if (token.kind == tok::r_paren) ++depth;
    if (token.kind == tok::l_paren && --depth == 0) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> opening_angle(const TokenList& tokens, std::size_t close) {
  int depth = 0;
  for (auto i = close; i < tokens.size() && close - i < kLongestList; --i) {
    const auto& token = tokens.at(i);
    if (token.directive != tokens.at(close).directive) return std::nullopt;
    depth += closing_angles(token);
    if (token.kind == tok::less && --depth == 0) return i;
    if (token.kind == tok::r_paren) {
      const auto open = opening_parenthesis(tokens, i);
      if (!open) return std::nullopt;
      i = *open;
    } else if (closing_angles(token) == 0 && token.kind != tok::less && token.kind != tok::l_square &&
               token.kind != tok::r_square && !may_be_in_argument(token)) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

bool is_attribute_word(const Token& token) {
  constexpr std::array<std::string_view, 13> kWords{
      "__attribute__", "__launch_bounds__", "__align__", "__builtin_align__", "alignas",     "_Alignas", "__declspec",
      "decltype",      "noexcept",          "explicit",  "__cluster_dims__",  "__maxnreg__", "requires"};
  return token.is_word() && std::find(kWords.begin(), kWords.end(), token.spelling) != kWords.end();
}

}  // namespace rocm_bindgen::build
