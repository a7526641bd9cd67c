#include "hipify/pasted_names.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <llvm/ADT/StringExtras.h>

#include "hipify/rules.hpp"

namespace rocm_bindgen {
namespace {

namespace tok = clang::tok;

struct Prefix {
  std::string_view cuda;
  std::string_view hip;
};

/// What names of a family begin with. Longer ones first.
constexpr std::array<Prefix, 17> kPrefixes{{{"cublasLt", "hipblasLt"},
                                            {"cublas", "hipblas"},
                                            {"CUBLAS_", "HIPBLAS_"},
                                            {"cusparse", "hipsparse"},
                                            {"CUSPARSE_", "HIPSPARSE_"},
                                            {"cusolver", "hipsolver"},
                                            {"CUSOLVER_", "HIPSOLVER_"},
                                            {"curand", "hiprand"},
                                            {"CURAND_", "HIPRAND_"},
                                            {"cufft", "hipfft"},
                                            {"CUFFT_", "HIPFFT_"},
                                            {"nvrtc", "hiprtc"},
                                            {"NVRTC_", "HIPRTC_"},
                                            {"cuda", "hip"},
                                            {"CUDA_", "HIP_"},
                                            {"CU_", "HIP_"},
                                            {"cu", "hip"}}};

/// HIP's spelling of the first part of a CUDA name: "cuda" -> "hip", "cudaMemcpyHostTo" -> "hipMemcpyHostTo".
std::optional<std::string> renamed_prefix(std::string_view word) {
  for (const auto& [cuda, hip] : kPrefixes) {
    if (!word.starts_with(cuda)) continue;
    const auto rest = word.substr(cuda.size());
    if (rest.empty() || cuda.back() == '_' || llvm::isUpper(rest.front())) return std::string(hip) + std::string(rest);
  }
  return std::nullopt;
}

/// The arguments of a macro's use that are one word each; nullptr for others.
std::vector<const Token*> arguments_of(const TokenList& tokens, std::size_t open) {
  std::vector<const Token*> arguments;
  std::size_t words = 0;
  const Token* word = nullptr;
  int depth = 1;
  for (auto i = open + 1; i < tokens.size() && depth > 0; ++i) {
    const auto& token = tokens.at(i);
    if (token.kind == tok::l_paren) ++depth;
    if (token.kind == tok::r_paren) --depth;
    if (depth == 0 || (depth == 1 && token.kind == tok::comma)) {
      arguments.push_back(words == 1 ? word : nullptr);
      words = 0;
      word = nullptr;
      continue;
    }
    ++words;
    word = token.is_word() ? &token : nullptr;
  }
  return depth == 0 ? arguments : std::vector<const Token*>();
}

/// What the argument for the only parameter in `chain` has to become, so that the chain makes HIP's name; nothing if
/// it may stay as it is.
std::optional<std::string> argument_for(const std::vector<PastePiece>& chain, std::string_view argument) {
  std::string cuda, front, back;
  bool behind = false;
  for (const auto& piece : chain) {
    cuda += piece.parameter < 0 ? piece.word : std::string(argument);
    if (piece.parameter >= 0) {
      if (behind) return std::nullopt;  // two parameters: which of them would change?
      behind = true;
    } else {
      (behind ? back : front) +=
          &piece == &chain.front() ? renamed_prefix(piece.word).value_or(piece.word) : piece.word;
    }
  }
  const auto* rule = find_rule(cuda);
  if (rule == nullptr || rule->hip.empty()) return std::nullopt;
  const auto hip = rule->hip;
  if (hip.size() < front.size() + back.size() || !hip.starts_with(front) || !hip.ends_with(back)) return std::nullopt;
  auto middle = std::string(hip.substr(front.size(), hip.size() - front.size() - back.size()));
  if (middle == argument) return std::nullopt;
  return middle;
}

std::optional<std::string> renamed_argument(const PastingMacro& macro, std::size_t parameter, std::string_view word) {
  for (const auto& chain : macro.chains) {
    const auto uses = std::find_if(chain.begin(), chain.end(), [&](const PastePiece& piece) {
      return piece.parameter == static_cast<int>(parameter);
    });
    if (uses == chain.end()) continue;
    if (auto middle = argument_for(chain, word)) return middle;
    // `prefix##Malloc` with the prefix for an argument.
    if (uses == chain.begin() && find_rule(word) == nullptr)
      if (auto prefix = renamed_prefix(word)) return prefix;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Edit> pasted_name_edits(const TokenList& tokens, const ProjectNames& project) {
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto& token = tokens.at(i);
    if (!token.is_word() || token.length != token.spelling.size()) continue;
    const bool is_first_piece = token.directive != 0 && tokens.at(i + 1).kind == tok::hashhash &&
                                tokens.at(i - 1).kind != tok::hashhash && tokens.directive_of(token) == "define";
    if (is_first_piece)
      if (auto prefix = renamed_prefix(token.spelling))
        edits.push_back({token.offset, token.length, std::move(*prefix)});
    const auto* macro = tokens.at(i + 1).kind == tok::l_paren ? project.find_macro(token.spelling) : nullptr;
    if (macro == nullptr || tokens.at(i - 1).is_word("define")) continue;
    const auto arguments = arguments_of(tokens, i + 1);
    for (std::size_t a = 0; a < arguments.size() && a < macro->parameters.size(); ++a)
      if (arguments[a] != nullptr && find_rule(arguments[a]->spelling) == nullptr)
        if (auto renamed = renamed_argument(*macro, a, arguments[a]->spelling))
          edits.push_back({arguments[a]->offset, arguments[a]->length, std::move(*renamed)});
  }
  return edits;
}

}  // namespace rocm_bindgen
