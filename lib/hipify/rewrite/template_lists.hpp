// Lists in angle brackets, as far as tokens show them: whether a `<` begins a list or compares numbers follows from
// what it contains.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// The end of a list in angle brackets.
struct TemplateListEnd {
  std::size_t last = 0;  ///< index of the token that closes the list
  int surplus = 0;       ///< the number of `>` in that token that close further lists, as in `A<B<int>>`
};

/// The end of the parameter list whose `<` is at `open`; nothing if the tokens cannot be one.
std::optional<TemplateListEnd> end_of_parameters(const TokenList& tokens, std::size_t open);

/// The end of the argument list whose `<` is at `open`; nothing if the tokens may be a comparison.
std::optional<TemplateListEnd> end_of_arguments(const TokenList& tokens, std::size_t open);

/// The names of the parameters in the list whose `<` is at `open`. A parameter without a name is empty.
std::vector<std::string> parameter_names(const TokenList& tokens, std::size_t open);

/// The index of the bracket that closes the one at `open`, in the same directive or in ordinary text; nothing if a
/// semicolon comes first.
std::optional<std::size_t> closing_bracket(const TokenList& tokens, std::size_t open);

/// The index of the `(` that the `)` at `close` closes; nothing if a semicolon or a brace comes first.
std::optional<std::size_t> opening_parenthesis(const TokenList& tokens, std::size_t close);

/// The index of the `<` of the list that the token at `close` closes as its last `>`; nothing if there is none.
std::optional<std::size_t> opening_angle(const TokenList& tokens, std::size_t close);

/// True for words such as `__launch_bounds__` and `alignas`, whose parentheses are not those of a function.
bool is_attribute_word(const Token& token);

}  // namespace rocm_bindgen::build
