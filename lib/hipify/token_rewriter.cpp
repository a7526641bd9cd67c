#include "hipify/token_rewriter.hpp"

#include <algorithm>
#include <set>

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>
#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>

#include "hipify/rules.hpp"

namespace rocm_bindgen {
namespace {

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

bool is_execution_space(llvm::StringRef word) {
  return word == "__global__" || word == "__device__" || word == "__host__" || word == "__shared__" ||
         word == "__constant__";
}

class Scanner {
 public:
  Scanner(const std::string& text, std::string file)
      : text_(text),
        file_(std::move(file)),
        language_(cuda_language()),
        // The lexer wants a NUL behind the text, which std::string has.
        lexer_(clang::SourceLocation(), language_, text_.data(), text_.data(), text_.data() + text_.size()) {}

  TokenScan run() {
    for (bool at_end = false; !at_end;) {
      at_end = next();
      if (token_.is(clang::tok::hash) && token_.isAtStartOfLine()) {
        directive();
      } else if (token_.is(clang::tok::raw_identifier)) {
        identifier();
      } else if (token_.is(clang::tok::lesslessless)) {
        scan_.uses_cuda = true;
      }
    }
    return std::move(scan_);
  }

 private:
  bool next() {
    const bool at_end = lexer_.LexFromRawLexer(token_);
    begin_ = static_cast<std::size_t>(lexer_.getBufferLocation() - text_.data()) - token_.getLength();
    return at_end;
  }

  /// `#include`: the header's name is not a token to a raw lexer, so it is cut out of the text. Other directives hold
  /// ordinary tokens, which run() sees next.
  void directive() {
    const auto hash_end = begin_ + 1;
    const auto word_begin = text_.find_first_not_of(" \t", hash_end);
    if (word_begin == std::string::npos) return;
    const auto word_end = std::find_if_not(text_.begin() + static_cast<std::ptrdiff_t>(word_begin), text_.end(),
                                           [](char c) { return llvm::isAlpha(c) || c == '_'; });
    const std::string word(text_.begin() + static_cast<std::ptrdiff_t>(word_begin), word_end);
    if (word != "include" && word != "include_next" && word != "import") return;
    const auto open = text_.find_first_not_of(" \t", static_cast<std::size_t>(word_end - text_.begin()));
    if (open == std::string::npos || (text_[open] != '<' && text_[open] != '"')) return;
    const char closing = text_[open] == '<' ? '>' : '"';
    const auto close = text_.find_first_of(std::string{closing, '\n'}, open + 1);
    if (close == std::string::npos || text_[close] == '\n') return;
    const auto name = text_.substr(open + 1, close - open - 1);
    scan_.includes.push_back({name, closing == '"', header_name(name, open, close)});
    // Behind the name, so that its parts are not taken for identifiers ("cuda_fp16.h" is not `cuda_fp16`).
    lexer_.seek(static_cast<unsigned>(close + 1), /*IsAtStartOfLine=*/false);
  }

  std::optional<std::size_t> header_name(const std::string& name, std::size_t open, std::size_t close) {
    const auto* rule = find_header_rule(name);
    if (rule == nullptr) return std::nullopt;
    scan_.uses_cuda = true;
    // A renamed header is a system header of HIP's, however CUDA's was quoted.
    scan_.edits.push_back({open, close - open + 1, fmt::format("<{}>", rule->hip)});
    return scan_.edits.size() - 1;
  }

  /// `__has_include(<cuda_fp16.h>)` asks for the header that the #include will name.
  void has_include() {
    const auto open = text_.find_first_not_of(" \t(", begin_ + token_.getLength());
    if (open == std::string::npos || (text_[open] != '<' && text_[open] != '"')) return;
    const auto close = text_.find_first_of(text_[open] == '<' ? ">\n" : "\"\n", open + 1);
    if (close == std::string::npos || text_[close] == '\n') return;
    header_name(text_.substr(open + 1, close - open - 1), open, close);
    lexer_.seek(static_cast<unsigned>(close + 1), /*IsAtStartOfLine=*/false);
  }

  void identifier() {
    const auto word = token_.getRawIdentifier();
    if (is_execution_space(word)) scan_.uses_cuda = true;
    if (word == "__has_include" || word == "__has_include_next") return has_include();
    const auto* rule = find_rule(word);
    if (rule == nullptr) return;
    scan_.uses_cuda = true;
    if (!rule->hip.empty()) {
      scan_.edits.push_back({begin_, token_.getLength(), std::string(rule->hip)});
    } else if (reported_.insert(word.str()).second) {
      no_counterpart(word);
    }
  }

  void no_counterpart(llvm::StringRef word) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::warning;
    diagnostic.file = file_;
    const auto before = text_.begin() + static_cast<std::ptrdiff_t>(begin_);
    diagnostic.line = 1 + static_cast<unsigned>(std::count(text_.begin(), before, '\n'));
    const auto line_start = text_.rfind('\n', begin_ == 0 ? 0 : begin_ - 1);
    diagnostic.column =
        static_cast<unsigned>(begin_ - (line_start == std::string::npos || begin_ == 0 ? 0 : line_start + 1)) + 1;
    diagnostic.text = fmt::format("'{}' has no counterpart in HIP 5.2", word.str());
    scan_.diagnostics.push_back(std::move(diagnostic));
  }

  const std::string& text_;
  std::string file_;
  clang::LangOptions language_;
  clang::Lexer lexer_;
  clang::Token token_;
  std::size_t begin_ = 0;  ///< of token_
  TokenScan scan_;
  std::set<std::string> reported_;  ///< one diagnostic per name and file
};

}  // namespace

TokenScan scan_tokens(const std::string& text, const std::string& file) {
  return Scanner(text, file).run();
}

std::string apply_edits(const std::string& text, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end());
  std::string out;
  std::size_t done = 0;
  for (const auto& edit : edits) {
    out.append(text, done, edit.offset - done);
    out += edit.text;
    done = edit.offset + edit.length;
  }
  out.append(text, done);
  return out;
}

}  // namespace rocm_bindgen
