#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// The object-like macros of a text, as far as inline assembly is made of them: `#define ASM asm volatile`,
/// `#define LD "ld.global"`. A macro that is defined twice, or undefined, has no one meaning.
class AsmMacros {
 public:
  explicit AsmMacros(const TokenList& tokens);

  /// Is the word one that may follow `asm`: volatile, goto?
  static bool is_qualifier(const Token& token);

  /// Does the word begin an asm statement, by itself or as a macro?
  bool begins_asm(const Token& token) const;
  /// The string literals that a macro expands to, in order; nothing if it expands to anything else.
  std::optional<std::vector<std::string_view>> literals(std::string_view word) const { return literals(word, 0); }
  /// The string literals in all definitions of a macro, whatever else is in them, parameters among it.
  std::vector<std::string_view> pieces(std::string_view word) const;

 private:
  std::optional<std::vector<std::string_view>> literals(std::string_view word, int depth) const;
  bool begins_asm(const Token& token, int depth) const;

  struct Body {
    std::vector<const Token*> tokens;
    bool is_ambiguous = false;
  };
  std::map<std::string, Body, std::less<>> bodies_;
};

}  // namespace rocm_bindgen::build
