// The text model of the hipify stage: a file is a string, a list of preprocessing tokens that point into it, and a list
// of edits. Tokens come from clang's raw lexer, which handles line continuations, raw strings and comments but expands
// nothing and skips no branch. Edits replace ranges of the original text, so everything between them stays the same
// byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <clang/Basic/TokenKinds.h>

namespace rocm_bindgen::build {

/// A replacement of text[offset, offset + length) by `text`. A length of 0 inserts.
struct Edit {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;

  bool inserts() const { return length == 0; }
};

/// Applies the edits to `text`. Insertions at the same offset keep their order and precede a replacement there. If
/// replacements overlap, as for macros called in each other's arguments, the first one is applied and the others are
/// dropped.
std::string apply_edits(const std::string& text, std::vector<Edit> edits);

/// A preprocessing token. Comments and white space are not tokens.
struct Token {
  clang::tok::TokenKind kind = clang::tok::unknown;  ///< raw_identifier for all words, including keywords
  std::size_t offset = 0;
  std::size_t length = 0;       ///< bytes in the text, including line continuations inside the token
  std::string_view spelling;    ///< the text; for words, without line continuations
  bool starts_line = false;     ///< the token is the first on its logical line
  std::uint32_t directive = 0;  ///< 1-based number of the directive that contains the token; 0 = ordinary text

  std::size_t end() const { return offset + length; }
  bool is_word() const { return kind == clang::tok::raw_identifier; }
  bool is_word(std::string_view word) const { return is_word() && spelling == word; }
  bool opens_bracket() const {
    return kind == clang::tok::l_paren || kind == clang::tok::l_brace || kind == clang::tok::l_square;
  }
  bool closes_bracket() const {
    return kind == clang::tok::r_paren || kind == clang::tok::r_brace || kind == clang::tok::r_square;
  }
};

/// All tokens of a CUDA text, in every branch of every #if. `<<<` and `>>>` are one token each, and so are `<< <` and
/// `>> >` around the configuration of a launch. The operand of an #include or __has_include is one token of kind
/// header_name that includes the delimiters.
class TokenList {
 public:
  explicit TokenList(const std::string& text);
  TokenList(const TokenList&) = delete;
  TokenList& operator=(const TokenList&) = delete;

  const std::string& text() const { return text_; }
  const std::vector<Token>& all() const { return tokens_; }
  std::size_t size() const { return tokens_.size(); }
  /// The token at `index`. Outside of the list it is a token of kind unknown, also for an index that wrapped around
  /// below 0. So the neighbours of a token can be examined without checking the range.
  const Token& at(std::size_t index) const { return index < tokens_.size() ? tokens_[index] : none_; }
  /// The name of the directive that contains the token ("define"); empty for ordinary text.
  std::string_view directive_of(const Token& token) const;

  unsigned line_of(const Token& token) const;    ///< 1-based
  unsigned column_of(const Token& token) const;  ///< 1-based, in bytes
  /// The index of the first token at or after `offset`; size() if there is none.
  std::size_t index_of(std::size_t offset) const;
  std::size_t offset_of(unsigned line, unsigned column) const { return line_starts_[line - 1] + column - 1; }

 private:
  friend class Tokeniser;
  const std::string& text_;
  std::vector<Token> tokens_;
  std::vector<std::string_view> directives_;
  std::vector<std::size_t> line_starts_;
  std::vector<std::unique_ptr<std::string>> cleaned_;  ///< spellings of tokens with line continuations
  Token none_;
};

}  // namespace rocm_bindgen::build
