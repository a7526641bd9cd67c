#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// The object-like macros of a text that inline assembly can consist of: `#define ASM asm volatile`,
/// `#define LD "ld.global"`. A macro that is defined twice, or undefined anywhere, is ambiguous and not expanded.
class AsmMacros {
 public:
  explicit AsmMacros(const TokenList& tokens);

  /// True for a word that may follow `asm`: volatile, goto.
  static bool is_qualifier(const Token& token);

  /// True if the word begins an asm statement, directly or as a macro.
  bool begins_asm(const Token& token) const;
  /// The string literals that a macro expands to, in order; nothing if it expands to anything else.
  std::optional<std::vector<std::string_view>> literals(std::string_view word) const { return literals(word, 0); }
  /// The string literals in all definitions of a macro, even if it is ambiguous or has other tokens. They show
  /// whether the text is PTX, but cannot be translated.
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
