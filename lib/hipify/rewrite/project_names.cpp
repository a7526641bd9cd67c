#include "hipify/rewrite/project_names.hpp"

#include <algorithm>
#include <array>

#include <llvm/ADT/StringExtras.h>

#include "hipify/rewrite/launches.hpp"
#include "hipify/rewrite/member_templates.hpp"

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

/// Words that can precede a name without declaring it.
constexpr std::array kNonTypeWords{
    "return",     "else",      "case",       "goto",       "new",          "delete",          "throw",        "sizeof",
    "const",      "static",    "extern",     "inline",     "volatile",     "constexpr",       "typename",     "public",
    "private",    "protected", "virtual",    "operator",   "mutable",      "register",        "thread_local", "friend",
    "__device__", "__host__",  "__global__", "__shared__", "__constant__", "__forceinline__", "not"};

/// True for tokens that may follow a declared name.
bool ends_declarator(const Token& next) {
  return next.kind == tok::l_paren || next.kind == tok::semi || next.kind == tok::comma || next.kind == tok::equal ||
         next.kind == tok::l_square || next.kind == tok::r_paren || next.kind == tok::l_brace ||
         next.kind == tok::colon || next.kind == tok::greater;
}

bool is_type_keyword(std::string_view word) {
  return word == "struct" || word == "class" || word == "union" || word == "enum" || word == "namespace";
}

/// True if the word at `i` is declared there. `parentheses`: the number of open parentheses.
bool is_declared_at(const TokenList& tokens, std::size_t i, int parentheses) {
  const auto& previous = tokens.at(i - 1);
  const auto& next = tokens.at(i + 1);
  if (previous.is_word()) {
    if (previous.spelling == "define") return tokens.directive_of(previous) == "define";
    if (previous.spelling == "using") return next.kind == tok::equal;
    if (is_type_keyword(previous.spelling)) return ends_declarator(next) || next.is_word("final");
    if (previous.spelling == "const")  // `T* const name`
      return ends_declarator(next) && (tokens.at(i - 2).kind == tok::star || tokens.at(i - 2).kind == tok::amp);
    return ends_declarator(next) &&
           std::find(kNonTypeWords.begin(), kNonTypeWords.end(), previous.spelling) == kNonTypeWords.end();
  }
  // In `int a, name;` the name is declared. A function argument after a comma would be inside parentheses.
  if (previous.kind == tok::comma)
    return parentheses == 0 &&
           (next.kind == tok::semi || next.kind == tok::comma || next.kind == tok::equal || next.kind == tok::l_square);
  if (previous.kind == tok::r_brace) return next.kind == tok::semi || next.kind == tok::comma;  // typedef struct {} X;
  // The forms `type* name` and `type<T> name`. `a * b` looks the same; the wrong guess costs at most a warning.
  return (previous.kind == tok::star || previous.kind == tok::amp || previous.kind == tok::ampamp ||
          previous.kind == tok::greater) &&
         ends_declarator(next);
}

/// Prefixes of CUDA's names. A capital letter follows, or the prefix ends with the underscore of constants.
constexpr std::array<std::string_view, 24> kNamePrefixes{
    "cuda",   "cublas",    "cublasLt",  "curand",  "cufft",   "cusparse",    "cusolver", "cudnn",
    "nvrtc",  "nvtx",      "nvml",      "CUDA_R_", "CUDA_C_", "CUDA_ERROR_", "CUBLAS_",  "CURAND_",
    "CUFFT_", "CUSPARSE_", "CUSOLVER_", "CUDNN_",  "NVRTC_",  "CU_",         "cupti",    "npp"};

}  // namespace

void ProjectNames::add(const TokenList& tokens, const HipBranches* within) {
  files_.push_back(&tokens);
  if (within == nullptr) add_member_templates(tokens, member_templates_);
  int parentheses = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto& token = tokens.at(i);
    if (token.kind == tok::l_paren) ++parentheses;
    if (token.kind == tok::r_paren) parentheses = std::max(0, parentheses - 1);
    // If each branch of an #if opens a parenthesis, one of them is never closed. A brace at the start of a line ends a
    // function, where no parenthesis can be open.
    if (token.kind == tok::r_brace && token.starts_line) parentheses = 0;
    if (!token.is_word() || (within != nullptr && !within->contains(token.offset))) continue;
    if (is_declared_at(tokens, i, parentheses)) declared_.emplace(token.spelling);
    const auto& next = tokens.at(i + 1);
    if (tokens.at(i - 1).is_word() && is_type_keyword(tokens.at(i - 1).spelling) && !tokens.at(i - 1).is_word("enum") &&
        (next.kind == tok::l_brace || next.kind == tok::colon || next.is_word("final")))
      classes_.emplace(token.spelling);
    if (token.spelling == "enum") add_enumerators(tokens, i);
    if (token.spelling == "define" && tokens.directive_of(token) == "define" &&
        tokens.at(i + 1).directive == token.directive)
      add_macro(tokens, i + 1);
  }
}

void ProjectNames::add_enumerators(const TokenList& tokens, std::size_t keyword) {
  auto i = keyword + 1;
  while (i < tokens.size() && tokens.at(i).kind != tok::l_brace) {
    if (tokens.at(i).kind == tok::semi || tokens.at(i).kind == tok::r_paren || tokens.at(i).kind == tok::equal) return;
    ++i;
  }
  for (; i < tokens.size() && tokens.at(i).kind != tok::r_brace; ++i)
    if (tokens.at(i + 1).is_word() && (tokens.at(i).kind == tok::l_brace || tokens.at(i).kind == tok::comma))
      declared_.emplace(tokens.at(i + 1).spelling);
}

void ProjectNames::add_macro(const TokenList& tokens, std::size_t name) {
  const auto directive = tokens.at(name).directive;
  auto i = name + 1;
  // An opening parenthesis that touches the name begins a parameter list.
  if (tokens.at(i).kind != tok::l_paren || tokens.at(i).offset != tokens.at(name).end()) return;
  PastingMacro macro;
  for (++i; tokens.at(i).directive == directive && tokens.at(i).kind != tok::r_paren; ++i) {
    if (tokens.at(i).is_word()) macro.parameters.emplace_back(tokens.at(i).spelling);
    if (tokens.at(i).kind == tok::ellipsis) macro.is_variadic = true;
  }
  const auto piece = [&](const Token& token) {
    const auto found = std::find(macro.parameters.begin(), macro.parameters.end(), token.spelling);
    return PastePiece{std::string(token.spelling),
                      found == macro.parameters.end() ? -1 : static_cast<int>(found - macro.parameters.begin())};
  };
  for (; i < tokens.size() && tokens.at(i).directive == directive; ++i) {
    if (tokens.at(i).kind != tok::hashhash || !tokens.at(i - 1).is_word() || !tokens.at(i + 1).is_word()) continue;
    const bool continues = tokens.at(i - 2).kind == tok::hashhash && !macro.chains.empty();
    if (!continues) macro.chains.push_back({piece(tokens.at(i - 1))});
    macro.chains.back().push_back(piece(tokens.at(i + 1)));
  }
  if (!macro.chains.empty()) macros_.emplace(tokens.at(name).spelling, std::move(macro));
}

const PastingMacro* ProjectNames::find_macro(std::string_view name) const {
  const auto found = macros_.find(name);
  return found == macros_.end() ? nullptr : &found->second;
}

std::vector<const Token*> macro_arguments(const TokenList& tokens, std::size_t open, const PastingMacro& macro) {
  std::vector<const Token*> arguments;
  const Token* first = nullptr;
  bool at_argument_start = true;
  auto begin = open + 1;  // start of the variadic arguments, which follow those of the named parameters
  const auto named_parameters = macro.parameters.size();
  int depth = 1;
  for (auto i = open + 1; i < tokens.size() && depth > 0; ++i) {
    const auto& token = tokens.at(i);
    if (token.kind == tok::l_paren) ++depth;
    if (token.kind == tok::r_paren) --depth;
    // A launch in the arguments of the named parameters changes their number when it is translated. A launch that
    // begins after them does not.
    if (arguments.size() < named_parameters) {
      if (token.kind == tok::lesslessless || token.is_word("hipLaunchKernelGGL")) return {};
      begin = i + 1;
    } else if (token.kind == tok::lesslessless && depth == 1) {
      // At a greater depth, the whole launch is inside parentheses of a variadic argument.
      if (callee_of_launch(tokens, i).value_or(i) < begin) return {};
    }
    if (depth == 0 || (depth == 1 && token.kind == tok::comma)) {
      arguments.push_back(first);
      first = nullptr;
      at_argument_start = true;
      continue;
    }
    if (at_argument_start && token.is_word() && token.length == token.spelling.size()) first = &token;
    at_argument_start = false;
  }
  // In the GNU form `args...`, the variadic parameter is one of the named ones and may have no argument.
  const bool fits = macro.is_variadic ? arguments.size() + 1 >= named_parameters : arguments.size() == named_parameters;
  return depth == 0 && fits ? arguments : std::vector<const Token*>();
}

void ProjectNames::find_uses() const {
  uses_are_known_ = true;
  for (const auto* tokens : files_)
    for (std::size_t i = 0; i + 1 < tokens->size(); ++i) {
      if (!tokens->at(i).is_word() || tokens->at(i + 1).kind != tok::l_paren || tokens->at(i - 1).is_word("define"))
        continue;
      const auto* macro = find_macro(tokens->at(i).spelling);
      if (macro == nullptr) continue;
      auto& arguments = uses_[macro].emplace_back();
      for (const auto* argument : macro_arguments(*tokens, i + 1, *macro))
        arguments.emplace_back(argument != nullptr ? argument->spelling : std::string_view());
    }
}

const std::vector<std::vector<std::string>>& ProjectNames::uses_of(const PastingMacro& macro) const {
  if (!uses_are_known_) find_uses();
  return uses_[&macro];
}

bool ProjectNames::is_unknown_cuda_name(std::string_view name) const {
  // A quick check: all of kNamePrefixes begin with one of these letters.
  if (name.front() != 'c' && name.front() != 'C' && name.front() != 'n' && name.front() != 'N') return false;
  const bool looks_like = std::any_of(kNamePrefixes.begin(), kNamePrefixes.end(), [&](std::string_view prefix) {
    if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
    return prefix.back() == '_' || llvm::isUpper(name[prefix.size()]);
  });
  return looks_like && !declares(name);
}

}  // namespace rocm_bindgen::build
