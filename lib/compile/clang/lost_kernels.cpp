#include "compile/clang/lost_kernels.hpp"

#include <algorithm>
#include <set>

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>

namespace rocm_bindgen::build {

class LostKernelFinder::Callbacks : public clang::PPCallbacks {
 public:
  Callbacks(clang::Preprocessor& preprocessor, std::shared_ptr<std::vector<clang::SourceRange>> skipped)
      : preprocessor_(preprocessor), skipped_(std::move(skipped)) {}

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    if (!preprocessor_.getSourceManager().isInSystemHeader(range.getBegin())) skipped_->push_back(range);
  }

 private:
  clang::Preprocessor& preprocessor_;
  std::shared_ptr<std::vector<clang::SourceRange>> skipped_;
};

namespace {

/// The raw tokens in a range of a file.
std::vector<clang::Token> raw_tokens(const clang::Preprocessor& preprocessor, clang::SourceRange range) {
  const auto& sources = preprocessor.getSourceManager();
  const auto [file, begin] = sources.getDecomposedLoc(range.getBegin());
  const auto end = sources.getFileOffset(range.getEnd());
  const auto text = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), preprocessor.getLangOpts(), text.begin(), text.begin() + begin,
                     text.end());
  std::vector<clang::Token> tokens;
  for (clang::Token token; !lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) < end;)
    tokens.push_back(token);
  return tokens;
}

/// Returns an identifier; empty for other tokens.
std::string spelling(const clang::Token& token) {
  return token.is(clang::tok::raw_identifier) ? token.getRawIdentifier().str() : std::string();
}

/// Returns the tokens without preprocessor directives. A macro definition is neither a kernel nor a use of a macro, but
/// if its body declares a kernel, the macro's name is added to `macros`.
std::vector<clang::Token> without_directives(const std::vector<clang::Token>& tokens, std::set<std::string>& macros) {
  std::vector<clang::Token> rest;
  for (std::size_t i = 0; i < tokens.size();) {
    if (tokens[i].isNot(clang::tok::hash) || !tokens[i].isAtStartOfLine()) {
      rest.push_back(tokens[i++]);
      continue;
    }
    const auto directive = i;
    for (++i; i < tokens.size() && !tokens[i].isAtStartOfLine();) ++i;
    constexpr std::size_t kName = 2;  // the index of NAME in `# define NAME`
    if (i - directive <= kName || spelling(tokens[directive + 1]) != "define") continue;
    const auto body = tokens.begin() + static_cast<std::ptrdiff_t>(directive + kName + 1);
    const auto end = tokens.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(body, end, [&](const clang::Token& token) {
          return spelling(token) == "__global__" || macros.count(spelling(token)) != 0;
        }))
      macros.insert(spelling(tokens[directive + kName]));
  }
  return rest;
}

/// Whether the macro's body, or that of a macro used in it, declares a kernel.
bool makes_kernels(const clang::Preprocessor& preprocessor, const clang::IdentifierInfo* name,
                   std::set<const clang::IdentifierInfo*>& visited) {
  if (name == nullptr || !visited.insert(name).second) return false;
  if (name->getName() == "__global__") return true;
  const auto* macro = preprocessor.getMacroInfo(name);
  return macro != nullptr && std::any_of(macro->tokens_begin(), macro->tokens_end(), [&](const clang::Token& token) {
           return makes_kernels(preprocessor, token.getIdentifierInfo(), visited);
         });
}

/// The index of NAME in `__global__ ... NAME (`, or `tokens.size()`. `__launch_bounds__(...)` and attributes may
/// precede it.
std::size_t kernel_name(const std::vector<clang::Token>& tokens, std::size_t global) {
  for (std::size_t i = global + 1; i + 1 < tokens.size(); ++i) {
    if (tokens[i].isOneOf(clang::tok::semi, clang::tok::l_brace)) break;
    const auto name = spelling(tokens[i]);
    if (name.empty() || tokens[i + 1].isNot(clang::tok::l_paren)) continue;
    if (name != "__launch_bounds__" && name != "__attribute__") return i;
    int depth = 0;
    for (++i; i < tokens.size(); ++i) {
      if (tokens[i].is(clang::tok::l_paren)) ++depth;
      if (tokens[i].is(clang::tok::r_paren) && --depth == 0) break;
    }
  }
  return tokens.size();
}

/// Whether the function named at `name` has a body after its parameter list. Nothing is lost with a skipped prototype.
bool has_body(const std::vector<clang::Token>& tokens, std::size_t name) {
  int depth = 0;
  for (auto i = name + 1; i < tokens.size(); ++i) {
    if (tokens[i].is(clang::tok::l_paren)) ++depth;
    if (tokens[i].is(clang::tok::r_paren)) --depth;
    if (depth == 0 && tokens[i].is(clang::tok::semi)) return false;
    if (depth == 0 && tokens[i].is(clang::tok::l_brace)) return true;
  }
  return false;
}

/// The line of the directive as it is in the CUDA source, that is, with __CUDA_ARCH__, which the translation has
/// renamed.
std::string directive_at(const clang::SourceManager& sources, clang::SourceLocation hash) {
  const auto [file, offset] = sources.getDecomposedLoc(hash);
  auto line = sources.getBufferData(file).substr(offset).split('\n').first.rtrim().str();
  constexpr std::string_view kHip = "ROCM_BINDGEN_CUDA_ARCH";
  for (auto at = line.find(kHip); at != std::string::npos; at = line.find(kHip))
    line.replace(at, kHip.size(), "__CUDA_ARCH__");
  return line;
}

}  // namespace

LostKernelFinder::LostKernelFinder(clang::Preprocessor& preprocessor)
    : preprocessor_(preprocessor), skipped_(std::make_shared<std::vector<clang::SourceRange>>()) {
  preprocessor.addPPCallbacks(std::make_unique<Callbacks>(preprocessor, skipped_));
}

std::vector<LostKernel> LostKernelFinder::lost(const std::vector<KernelSignature>& defined) const {
  std::set<std::string> names;
  for (const auto& kernel : defined) {
    auto name = kernel.qualified_name.substr(0, kernel.qualified_name.find('<'));
    const auto scope = name.rfind("::");
    names.insert(scope == std::string::npos ? name : name.substr(scope + 2));
  }
  const auto& sources = preprocessor_.getSourceManager();
  std::vector<LostKernel> lost;
  const auto add = [&](const clang::Token& token, std::string name, const std::string& condition) {
    const auto location = sources.getPresumedLoc(token.getLocation());
    lost.push_back({std::move(name), condition, location.getFilename(), location.getLine()});
  };
  std::set<std::string> skipped_macros;
  for (const auto& range : *skipped_) {
    const auto tokens = without_directives(raw_tokens(preprocessor_, range), skipped_macros);
    const auto condition = directive_at(sources, range.getBegin());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const auto word = spelling(tokens[i]);
      if (word.empty()) continue;
      if (word == "__global__") {
        const auto name = kernel_name(tokens, i);
        if (name < tokens.size() && has_body(tokens, name) && names.count(spelling(tokens[name])) == 0)
          add(tokens[name], spelling(tokens[name]), condition);
        continue;
      }
      std::set<const clang::IdentifierInfo*> visited;
      if (i + 1 == tokens.size() || tokens[i + 1].isNot(clang::tok::l_paren) ||
          (skipped_macros.count(word) == 0 &&
           !makes_kernels(preprocessor_, preprocessor_.getIdentifierInfo(word), visited)))
        continue;
      // The kernel's name is one of the macro's arguments, if it is given literally at all.
      std::string invocation = word + "(";
      bool compiled = false;
      for (i += 2; i < tokens.size() && tokens[i].isNot(clang::tok::r_paren); ++i) {
        const auto argument = clang::Lexer::getSpelling(tokens[i], sources, preprocessor_.getLangOpts());
        compiled = compiled || names.count(argument) != 0;
        invocation += argument + (tokens[i].is(clang::tok::comma) ? " " : "");
      }
      if (!compiled && i < tokens.size()) add(tokens[i], invocation + ")", condition);
    }
  }
  return lost;
}

}  // namespace rocm_bindgen::build
