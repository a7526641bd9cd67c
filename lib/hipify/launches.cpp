#include "hipify/launches.hpp"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

namespace rocm_bindgen {
namespace {

/// A launch has at most four configuration arguments: grid, block, LDS bytes, stream.
constexpr int kConfigurationArguments = 4;

/// Walks the tokens from `<<<` on and writes the edits of one launch.
class LaunchEditor {
 public:
  LaunchEditor(const std::string& text, std::size_t from) : text_(text) {
    language_.CPlusPlus = language_.CPlusPlus11 = language_.CPlusPlus17 = language_.CUDA = true;
    language_.LineComment = language_.RawStringLiterals = true;
    lexer_ = std::make_unique<clang::Lexer>(clang::SourceLocation(), language_, text.data(), text.data() + from,
                                            text.data() + text.size());
  }

  /// No edits where the tokens are not those of a launch.
  std::vector<Edit> run(const Launch& launch) {
    if (!next() || token_.isNot(clang::tok::lesslessless)) return {};
    const std::string name_open =
        launch.has_template_arguments ? "hipLaunchKernelGGL(HIP_KERNEL_NAME(" : "hipLaunchKernelGGL(";
    edit(launch.begin, 0, name_open);
    edit(begin_, token_.getLength(), launch.has_template_arguments ? "), dim3(" : ", dim3(");
    if (!configuration()) return {};
    if (!next() || token_.isNot(clang::tok::l_paren)) return {};
    const auto open = begin_;
    if (!next()) return {};
    edit(open, 1, token_.is(clang::tok::r_paren) ? "" : ", ");
    return std::move(edits_);
  }

 private:
  bool next() {
    if (lexer_->LexFromRawLexer(token_)) return false;
    begin_ = static_cast<std::size_t>(lexer_->getBufferLocation() - text_.data()) - token_.getLength();
    return true;
  }

  void edit(std::size_t offset, std::size_t length, std::string text) {
    edits_.push_back({offset, length, std::move(text)});
  }

  /// Up to and including `>>>`.
  bool configuration() {
    int arguments = 1;
    for (int depth = 0; next();) {
      if (token_.isOneOf(clang::tok::l_paren, clang::tok::l_brace, clang::tok::l_square)) ++depth;
      if (token_.isOneOf(clang::tok::r_paren, clang::tok::r_brace, clang::tok::r_square)) --depth;
      if (depth != 0) continue;
      if (token_.is(clang::tok::comma)) {
        ++arguments;
        if (arguments == 2) edit(begin_, 1, "), dim3(");
        if (arguments == 3) edit(begin_, 1, "),");
      }
      if (token_.is(clang::tok::greatergreatergreater)) {
        std::string rest = arguments <= 2 ? ")" : "";
        for (int i = std::max(arguments, 2); i < kConfigurationArguments; ++i) rest += ", 0";
        edit(begin_, token_.getLength(), rest);
        return arguments >= 2 && arguments <= kConfigurationArguments;
      }
    }
    return false;
  }

  const std::string& text_;
  clang::LangOptions language_;
  std::unique_ptr<clang::Lexer> lexer_;
  clang::Token token_;
  std::size_t begin_ = 0;
  std::vector<Edit> edits_;
};

}  // namespace

std::vector<Edit> launch_edits(const std::string& text, const std::vector<Launch>& launches) {
  std::vector<Edit> edits;
  for (const auto& launch : launches) {
    auto more = LaunchEditor(text, launch.name_end).run(launch);
    edits.insert(edits.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  return edits;
}

}  // namespace rocm_bindgen
