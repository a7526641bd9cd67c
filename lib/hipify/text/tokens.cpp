#include "hipify/text/tokens.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

/// C++17 with CUDA's `<<<` and `>>>` tokens.
clang::LangOptions cuda_language() {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus14 = language.CPlusPlus17 = true;
  language.CUDA = true;
  language.RawStringLiterals = true;
  language.LineComment = true;
  language.Digraphs = true;
  return language;
}

/// Whether the tokens `at` and the next one are of these kinds, on one line, as in `<< <`.
bool is_pair(const std::vector<Token>& tokens, std::size_t at, tok::TokenKind first, tok::TokenKind second) {
  return at + 1 < tokens.size() && tokens[at].kind == first && tokens[at + 1].kind == second &&
         !tokens[at + 1].starts_line;
}

/// Returns the index of the `>>` of the `>> >` that ends the configuration after the `<< <` at `open`. Returns nothing
/// if this is no launch: the configuration of a launch is followed by its arguments, in parentheses. The search ends at
/// another `<< <` and at the end of the macro, which no configuration contains. So a text is searched only once,
/// however many pairs it has.
std::optional<std::size_t> split_close(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (auto at = open + 2; at < tokens.size(); ++at) {
    if (tokens[at].directive != tokens[open].directive) return std::nullopt;
    if (is_pair(tokens, at, tok::lessless, tok::less)) return std::nullopt;
    if (tokens[at].opens_bracket()) ++depth;
    if (tokens[at].closes_bracket() && --depth < 0) return std::nullopt;
    if (depth > 0) continue;
    if (tokens[at].kind == tok::semi) return std::nullopt;
    if (is_pair(tokens, at, tok::greatergreater, tok::greater) && at + 2 < tokens.size() &&
        tokens[at + 2].kind == tok::l_paren)
      return at;
  }
  return std::nullopt;
}

/// Joins the two tokens of `<< <` to one, and those of `>> >`, around the configuration of a launch. Some editors
/// format launches like this, and nvcc accepts it. `operator<< <T>()` is no launch.
void join_split_launches(std::vector<Token>& tokens, const std::string& text) {
  std::set<std::size_t> joined;  // the indices of the first tokens of the pairs
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (!is_pair(tokens, at, tok::lessless, tok::less) || (at > 0 && tokens[at - 1].is_word("operator"))) continue;
    if (const auto close = split_close(tokens, at)) joined.insert({at, *close});
  }
  if (joined.empty()) return;
  std::vector<Token> all;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    all.push_back(tokens[at]);
    if (joined.count(at) == 0) continue;
    auto& token = all.back();
    token.kind = token.kind == tok::lessless ? tok::lesslessless : tok::greatergreatergreater;
    token.length = tokens[++at].end() - token.offset;
    token.spelling = std::string_view(text).substr(token.offset, token.length);
  }
  tokens = std::move(all);
}

}  // namespace

/// Runs clang's raw lexer over a text and adds what a raw lexer does not know: where directives end, that the operand
/// of an #include is one token, and that launches may be written with `<< <`.
class Tokeniser {
 public:
  explicit Tokeniser(TokenList& list)
      : list_(list),
        text_(list.text_),
        language_(cuda_language()),
        // The lexer requires a NUL after the text, which std::string guarantees.
        lexer_(clang::SourceLocation(), language_, text_.data(), text_.data(), text_.data() + text_.size()) {}

  void run() {
    // Estimate: an average token takes four bytes or more.
    list_.tokens_.reserve(text_.size() / 4);
    for (bool at_end = false; !at_end;) {
      at_end = lexer_.LexFromRawLexer(token_);
      if (token_.is(tok::eof)) break;
      append();
    }
    join_split_launches(list_.tokens_, text_);
  }

 private:
  void append() {
    Token token;
    token.kind = token_.getKind();
    token.length = token_.getLength();
    token.offset = static_cast<std::size_t>(lexer_.getBufferLocation() - text_.data()) - token.length;
    token.starts_line = token_.isAtStartOfLine();
    token.spelling = spelling(token);
    if (token.starts_line) {
      in_directive_ = token.kind == tok::hash;
      if (in_directive_) list_.directives_.emplace_back();
    }
    if (in_directive_) {
      token.directive = static_cast<std::uint32_t>(list_.directives_.size());
      if (list_.directives_.back().empty() && token.is_word()) list_.directives_.back() = token.spelling;
    }
    list_.tokens_.push_back(token);
    if (token.is_word() && names_header(token)) header_name(token);
  }

  /// The token's text. Line continuations are removed from words only.
  std::string_view spelling(const Token& token) {
    const std::string_view raw = std::string_view(text_).substr(token.offset, token.length);
    if (!token_.needsCleaning() || !token.is_word()) return raw;
    auto clean = std::make_unique<std::string>();
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] != '\\') {
        *clean += raw[i];
        continue;
      }
      while (i + 1 < raw.size() && raw[i] != '\n') ++i;
    }
    list_.cleaned_.push_back(std::move(clean));
    return *list_.cleaned_.back();
  }

  /// True if the name of a header follows `word`.
  bool names_header(const Token& word) const {
    const auto& s = word.spelling;
    if (s == "__has_include" || s == "__has_include_next") return true;
    return in_directive_ && list_.directives_.back() == s && (s == "include" || s == "include_next" || s == "import");
  }

  /// Skips blanks, line continuations and block comments, and with `parenthesis` also opening parentheses.
  std::size_t skip_gap(std::size_t at, bool parenthesis) const {
    for (;;) {
      at = std::min(text_.find_first_not_of(parenthesis ? " \t(" : " \t", at), text_.size());
      const auto rest = std::string_view(text_).substr(at);
      if (rest.starts_with("\\\n")) {
        at += 2;
      } else if (rest.starts_with("\\\r\n")) {
        at += 3;
      } else if (rest.starts_with("/*") && rest.find("*/", 2) != std::string_view::npos) {
        at += rest.find("*/", 2) + 2;
      } else {
        return at;
      }
    }
  }

  void header_name(const Token& word) {
    const bool is_has_include = word.spelling.starts_with("__has");
    const auto open = skip_gap(word.end(), is_has_include);
    if (open >= text_.size() || (text_[open] != '<' && text_[open] != '"')) return;
    const char closing = text_[open] == '<' ? '>' : '"';
    const auto close = text_.find_first_of(std::string{closing, '\n'}, open + 1);
    if (close == std::string::npos || text_[close] == '\n') return;
    Token name;
    name.kind = tok::header_name;
    name.offset = open;
    name.length = close - open + 1;
    name.spelling = std::string_view(text_).substr(name.offset, name.length);
    name.directive = in_directive_ ? static_cast<std::uint32_t>(list_.directives_.size()) : 0;
    list_.tokens_.push_back(name);
    // Lexing continues after the name, so that its parts do not become words ("cuda_fp16.h" is not `cuda_fp16`).
    lexer_.seek(static_cast<unsigned>(close + 1), /*IsAtStartOfLine=*/false);
  }

  TokenList& list_;
  const std::string& text_;
  clang::LangOptions language_;
  clang::Lexer lexer_;
  clang::Token token_;
  bool in_directive_ = false;
};

TokenList::TokenList(const std::string& text) : text_(text) {
  Tokeniser(*this).run();
  line_starts_.push_back(0);
  for (auto at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) line_starts_.push_back(at + 1);
}

std::string_view TokenList::directive_of(const Token& token) const {
  return token.directive == 0 ? std::string_view() : directives_[token.directive - 1];
}

unsigned TokenList::line_of(const Token& token) const {
  return static_cast<unsigned>(std::upper_bound(line_starts_.begin(), line_starts_.end(), token.offset) -
                               line_starts_.begin());
}

unsigned TokenList::column_of(const Token& token) const {
  return static_cast<unsigned>(token.offset - line_starts_[line_of(token) - 1]) + 1;
}

std::size_t TokenList::index_of(std::size_t offset) const {
  const auto at =
      std::partition_point(tokens_.begin(), tokens_.end(), [&](const Token& token) { return token.offset < offset; });
  return static_cast<std::size_t>(at - tokens_.begin());
}

std::string apply_edits(const std::string& text, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return a.offset != b.offset ? a.offset < b.offset : a.inserts() && !b.inserts();
  });
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  std::size_t done = 0;
  for (const auto& edit : edits) {
    if (edit.offset < done) continue;
    out.append(text, done, edit.offset - done);
    out += edit.text;
    done = edit.offset + edit.length;
  }
  out.append(text, done);
  return out;
}

}  // namespace rocm_bindgen::build
