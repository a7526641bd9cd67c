#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <clang/Basic/TokenKinds.h>

namespace rocm_bindgen::build {

/// A replacement of text[offset, offset + length).
struct Edit {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;

  bool inserts() const { return length == 0; }
};

/// `text` with the edits made: insertions at one offset in their order, in front of what is replaced there. Of
/// replacements that overlap, as those of macros called in each other's arguments, the first one counts.
std::string apply_edits(const std::string& text, std::vector<Edit> edits);

/// A preprocessing token. Comments and white space are none.
struct Token {
  clang::tok::TokenKind kind = clang::tok::unknown;  ///< raw_identifier for words, keywords among them
  std::size_t offset = 0;
  std::size_t length = 0;       ///< bytes in the text, line continuations inside the token included
  std::string_view spelling;    ///< without line continuations
  bool starts_line = false;     ///< first on its logical line
  std::uint32_t directive = 0;  ///< 1-based number of the directive that the token belongs to; 0 = ordinary text

  std::size_t end() const { return offset + length; }
  bool is_word() const { return kind == clang::tok::raw_identifier; }
  bool is_word(std::string_view word) const { return is_word() && spelling == word; }
};

/// All tokens of a CUDA text, in every branch of every #if: `<<<` and `>>>` are one token each, and the operand of an
/// #include, or of __has_include, is one of kind header_name, delimiters included.
class TokenList {
 public:
  explicit TokenList(const std::string& text);
  TokenList(const TokenList&) = delete;
  TokenList& operator=(const TokenList&) = delete;

  const std::string& text() const { return text_; }
  const std::vector<Token>& all() const { return tokens_; }
  std::size_t size() const { return tokens_.size(); }
  /// The token at `index`; one of kind unknown before the first and behind the last.
  const Token& at(std::size_t index) const { return index < tokens_.size() ? tokens_[index] : none_; }
  /// The name of the directive that the token belongs to ("define"); empty for ordinary text.
  std::string_view directive_of(const Token& token) const;

  unsigned line_of(const Token& token) const;    ///< from 1
  unsigned column_of(const Token& token) const;  ///< from 1, in bytes
  /// The first token that does not begin in front of `offset`; size() if there is none.
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
