#include "hipify/rewrite/pasted_names.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>

#include "hipify/rules/rules.hpp"

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

struct Prefix {
  std::string_view cuda;
  std::string_view hip;
};

/// Prefixes of the names of each library. A longer prefix precedes one that it starts with.
constexpr std::array<Prefix, 17> kPastedPrefixes{{{"cublasLt", "hipblasLt"},
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
  for (const auto& [cuda, hip] : kPastedPrefixes) {
    if (!word.starts_with(cuda)) continue;
    const auto rest = word.substr(cuda.size());
    if (rest.empty() || cuda.back() == '_' || llvm::isUpper(rest.front())) return std::string(hip) + std::string(rest);
  }
  return std::nullopt;
}

/// The name that a chain of pasted pieces yields for the arguments of one macro call.
struct PastedName {
  std::string cuda;            ///< the whole name
  std::string front;           ///< HIP's spelling of the pieces before the first argument
  std::string back;            ///< the pieces after the last argument
  const Rule* rule = nullptr;  ///< the rule for `cuda`; nullptr if there is none, or if HIP has no counterpart

  /// True if some arguments make the macro yield HIP's name.
  bool fits() const {
    return rule != nullptr && rule->hip.size() >= front.size() + back.size() && rule->hip.starts_with(front) &&
           rule->hip.ends_with(back);
  }
};

/// The name that `chain` yields; nothing if an argument is not a word.
std::optional<PastedName> pasted_name(const std::vector<PastePiece>& chain, const std::vector<std::string>& arguments) {
  PastedName name;
  bool after_argument = false;
  for (const auto& piece : chain) {
    if (piece.parameter < 0) {
      name.cuda += piece.word;
      (after_argument ? name.back : name.front) +=
          &piece == &chain.front() ? renamed_prefix(piece.word).value_or(piece.word) : piece.word;
      continue;
    }
    const auto index = static_cast<std::size_t>(piece.parameter);
    if (index >= arguments.size() || arguments[index].empty()) return std::nullopt;
    name.cuda += arguments[index];
    after_argument = true;
    name.back.clear();
  }
  name.rule = find_rule(name.cuda);
  if (name.rule != nullptr && name.rule->hip.empty()) name.rule = nullptr;
  return name;
}

/// True if a rule maps a CUDA name that starts with `word` to a HIP name that starts with `hip`.
bool is_prefix_of_names(std::string_view word, std::string_view hip) {
  const auto& rules = all_rules();
  return std::any_of(rules.begin(), rules.end(),
                     [&](const Rule& rule) { return rule.cuda.starts_with(word) && rule.hip.starts_with(hip); });
}

/// True if the first piece of the chain is to be renamed. It is only renamed if that yields names of HIP, because a
/// project may also paste its own names.
bool renames_first_piece(const std::vector<PastePiece>& chain, const std::vector<std::vector<std::string>>& uses) {
  if (chain.front().parameter >= 0) return false;
  const auto renamed = renamed_prefix(chain.front().word);
  if (!renamed) return false;
  bool is_used = false;
  for (const auto& arguments : uses) {
    const auto name = pasted_name(chain, arguments);
    if (!name) continue;
    if (name->fits()) return true;
    is_used = true;
  }
  // If no call in the project shows which names the macro forms, the prefix decides.
  return !is_used && is_prefix_of_names(chain.front().word, *renamed);
}

/// The replacement of the argument for `parameter`; nothing if the argument can stay.
std::optional<std::string> renamed_argument(const std::vector<PastePiece>& chain, const PastedName& name, int parameter,
                                            const std::string& argument) {
  const auto parameter_count =
      std::count_if(chain.begin(), chain.end(), [](const PastePiece& p) { return p.parameter >= 0; });
  const bool is_front = chain.front().parameter == parameter;
  if (is_front) {
    // The form `prefix##Malloc`, where the prefix is an argument.
    const auto prefix = renamed_prefix(argument);
    if (prefix && name.rule != nullptr && name.rule->hip.starts_with(*prefix)) return prefix;
    return std::nullopt;
  }
  // With two parameters, it is ambiguous which of them has to change.
  if (parameter_count != 1 || !name.fits()) return std::nullopt;
  auto middle = std::string(
      name.rule->hip.substr(name.front.size(), name.rule->hip.size() - name.front.size() - name.back.size()));
  if (middle == argument) return std::nullopt;
  return middle;
}

class PastedNameRenamer {
 public:
  PastedNameRenamer(const TokenList& tokens, const ProjectNames& project) : tokens_(tokens), project_(project) {}

  PastedNames run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto& token = tokens_.at(i);
      if (!token.is_word()) continue;
      const auto* macro = project_.find_macro(token.spelling);
      if (macro == nullptr) continue;
      if (tokens_.at(i - 1).is_word("define")) {
        definition(i, *macro);
      } else if (tokens_.at(i + 1).kind == tok::l_paren) {
        use(i, *macro);
      }
    }
    return std::move(result_);
  }

 private:
  /// Renames the first pieces of the chains in the macro's body, except words that contain a line continuation: their
  /// length in the text differs from that of their spelling.
  void definition(std::size_t name, const PastingMacro& macro) {
    const auto directive = tokens_.at(name).directive;
    for (auto i = name + 1; tokens_.at(i).directive == directive && i < tokens_.size(); ++i) {
      const auto& token = tokens_.at(i);
      if (!token.is_word() || token.length != token.spelling.size() || tokens_.at(i + 1).kind != tok::hashhash ||
          tokens_.at(i - 1).kind == tok::hashhash)
        continue;
      for (const auto& chain : macro.chains) {
        if (chain.front().word != token.spelling || !renames_first_piece(chain, project_.uses_of(macro))) continue;
        result_.edits.push_back({token.offset, token.length, *renamed_prefix(token.spelling)});
        break;
      }
    }
  }

  /// Renames the arguments of a call of the macro, or reports a name that the macro cannot form.
  void use(std::size_t word, const PastingMacro& macro) {
    const auto tokens_of_arguments = macro_arguments(tokens_, word + 1, macro);
    std::vector<std::string> arguments;
    for (const auto* argument : tokens_of_arguments)
      arguments.emplace_back(argument != nullptr ? argument->spelling : std::string_view());
    std::set<std::size_t> done;
    for (const auto& chain : macro.chains) {
      const auto name = pasted_name(chain, arguments);
      if (!name || name->rule == nullptr) continue;
      // Whether the name begins in HIP's spelling: with an argument, which is replaced below, or with a piece of the
      // macro's body that definition() renames.
      const bool has_hip_front = chain.front().parameter >= 0 || renames_first_piece(chain, project_.uses_of(macro));
      if (!has_hip_front || (chain.front().parameter < 0 && !name->fits())) {
        report_unformable_name(tokens_.at(word), *name);
        continue;
      }
      for (std::size_t a = 0; a < arguments.size(); ++a) {
        const auto* token = tokens_of_arguments[a];
        // An argument that is a CUDA name itself is renamed by the pass over the words.
        if (token == nullptr || find_rule(token->spelling) != nullptr || done.count(a) != 0) continue;
        const bool in_chain = std::any_of(chain.begin(), chain.end(), [&](const PastePiece& piece) {
          return piece.parameter == static_cast<int>(a);
        });
        if (!in_chain) continue;
        if (auto renamed = renamed_argument(chain, *name, static_cast<int>(a), arguments[a])) {
          result_.edits.push_back({token->offset, token->length, std::move(*renamed)});
          done.insert(a);
        }
      }
    }
  }

  void report_unformable_name(const Token& use, const PastedName& name) {
    if (name.rule->hip == name.cuda) return;
    result_.findings.push_back({Reason::no_counterpart, name.cuda,
                                fmt::format(" that this macro can form: write '{}' in full", name.rule->hip),
                                tokens_.line_of(use), tokens_.column_of(use)});
  }

  const TokenList& tokens_;
  const ProjectNames& project_;
  PastedNames result_;
};

}  // namespace

PastedNames paste_names(const TokenList& tokens, const ProjectNames& project) {
  return PastedNameRenamer(tokens, project).run();
}

}  // namespace rocm_bindgen::build
