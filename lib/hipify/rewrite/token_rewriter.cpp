#include "hipify/rewrite/token_rewriter.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>

#include "hipify/ptx/inline_ptx.hpp"
#include "hipify/rewrite/clang_strictness.hpp"
#include "hipify/rewrite/launches.hpp"
#include "hipify/rewrite/pasted_names.hpp"
#include "hipify/rewrite/same_in_hip.hpp"
#include "hipify/rewrite/wave_size_lint.hpp"
#include "support/append.hpp"

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

bool is_execution_space(std::string_view word) {
  return word == "__global__" || word == "__device__" || word == "__host__" || word == "__shared__" ||
         word == "__constant__" || word == "__managed__";
}

/// Replaces `cudaError` where a project uses that name for a variable. With the type's replacement, hipError_t, the
/// declaration `cudaError_t cudaError;` would become `hipError_t hipError_t;`, which hides the type. If the word was
/// the type after all, the result still compiles: rocm_bindgen_compat/language/cuda_macros.hpp defines hipError as
/// hipError_t.
constexpr std::string_view kErrorAlias = "hipError";

/// True for macros with which a condition distinguishes HIP's compiler from CUDA's.
bool names_hip_compiler(std::string_view word) {
  return word == "__HIPCC__" || word == "__HIP__" || word == "__HIP_DEVICE_COMPILE__" ||
         word == "__HIP_PLATFORM_AMD__" || word == "__HIP_PLATFORM_HCC__";
}

/// True for names such as `hipMalloc` and `hipLaunchKernelGGL`.
bool is_hip_name(std::string_view word) {
  return word.size() > 3 && word.starts_with("hip") && llvm::isUpper(word[3]);
}

bool is_hip_header(std::string_view header) {
  return header.starts_with("hip/") || header.starts_with("hip_runtime") || header.starts_with("hipcub/") ||
         header.starts_with("rocprim/") || header.starts_with("rocwmma/") || header.starts_with("rocblas/");
}

/// True for HIP's functions and variables, such as `warpSize`, that refer to a wave, which may have 64 lanes.
bool refers_to_wave(std::string_view word) {
  constexpr std::array<std::string_view, 9> kNames{"warpSize",   "__any",      "__all",
                                                   "__ballot",   "__ballot64", "__activemask",
                                                   "__any_sync", "__all_sync", "__ballot_sync"};
  return word.starts_with("__shfl") || word.starts_with("__match_") ||
         std::find(kNames.begin(), kNames.end(), word) != kNames.end();
}

/// True for macros and functions that yield the processor or the size of its waves. Code that uses them handles both
/// sizes.
bool queries_wave_size(std::string_view word) {
  return word.starts_with("__AMDGCN_WAVEFRONT_SIZE") || word == "__builtin_amdgcn_wavefrontsize" ||
         word == "__GFX9__" || word.starts_with("__gfx9");
}

std::string_view without_delimiters(std::string_view header) {
  return header.substr(1, header.size() - 2);
}

/// The line continuations inside a word. They are kept so that the lines after it keep their numbers.
std::string continuations_in(const TokenList& tokens, const Token& word) {
  std::string kept;
  const auto raw = std::string_view(tokens.text()).substr(word.offset, word.length);
  for (auto at = raw.find('\\'); at != std::string_view::npos; at = raw.find('\\', at + 1)) {
    const auto end = raw.find('\n', at);
    if (end == std::string_view::npos) break;
    kept += raw.substr(at, end - at + 1);
  }
  return kept;
}

class Rewriter {
 public:
  Rewriter(const TokenList& tokens, const ProjectFacts& project, const HipBranches& hip_branches,
           const RewriteOptions& options, const HipInstallation& hip)
      : tokens_(tokens),
        project_(project.names),
        hip_names_(project.hip_names),
        hip_branches_(hip_branches),
        options_(options),
        hip_(hip) {}

  TokenScan run(const std::vector<std::size_t>& own_headers) {
    for (const auto& token : tokens_.all())
      if (token.directive != 0 && token.is_word() && names_hip_compiler(token.spelling))
        asks_for_hip_.insert(token.directive);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto& token = tokens_.at(i);
      const bool is_only_hip = hip_branches_.contains(token.offset);
      if (token.is_word() && queries_wave_size(token.spelling) && !hip_branches_.is_inactive(token.offset))
        scan_.hip_uses_waves = true;
      if (token.kind == tok::header_name) {
        scan_.names_hip = scan_.names_hip || (!is_only_hip && is_hip_header(without_delimiters(token.spelling)));
        if (std::find(own_headers.begin(), own_headers.end(), token.offset) == own_headers.end()) header(token);
      } else if (token.is_word() && is_only_hip) {
        hip_only_word(i);
      } else if (token.is_word()) {
        word(i);
      } else if (token.kind == tok::lesslessless && !is_only_hip) {
        ++scan_.launches;
        scan_.uses_cuda = true;
      } else if (token.directive != 0 && tokens_.directive_of(token) == "define") {
        i = header_in_macro(i);
      }
    }
    return std::move(scan_);
  }

 private:
  const std::string_view& hip_name(const Rule& rule) const {
    return options_.prefer_roc && !rule.roc.empty() ? rule.roc : rule.hip;
  }

  void count(const Rule& rule) {
    if (!rule.hip.empty()) ++scan_.converted[std::string(rule.family)];
  }

  void report(const Rule& rule, const Token& token) {
    for (auto& finding : judge(rule, token, tokens_, hip_)) scan_.findings.push_back(std::move(finding));
  }

  void header(const Token& token) {
    const auto name = without_delimiters(token.spelling);
    const auto* rule = find_header_rule(name);
    if (rule == nullptr) return;
    scan_.uses_cuda = true;
    scan_.names_cuda = scan_.names_cuda || rule->hip != name;
    count(*rule);
    auto renamed = token;
    renamed.spelling = name;
    report(*rule, renamed);
    if (!rule->hip.empty() && hip_name(*rule) != name)
      scan_.edits.push_back({token.offset + 1, token.length - 2, std::string(hip_name(*rule))});
  }

  /// Handles a header that is the body of a macro: `#define HEADER <cuda_fp16.h>`, whose operand the lexer returns as
  /// five tokens, or the form with quotation marks, a string. Returns the index of the operand's last token.
  std::size_t header_in_macro(std::size_t i) {
    const auto& token = tokens_.at(i);
    const auto& name = tokens_.at(i - 1);
    // Only the first token after `# define NAME` and a blank can begin a header.
    if (i < 3 || tokens_.at(i - 2).spelling != "define" || name.end() == token.offset) return i;
    auto operand = token;
    if (token.kind == tok::less) {
      const auto close = tokens_.text().find_first_of(">\n", token.offset);
      if (close == std::string::npos || tokens_.text()[close] == '\n') return i;
      operand.length = close + 1 - token.offset;
      operand.spelling = std::string_view(tokens_.text()).substr(operand.offset, operand.length);
    } else if (token.kind != tok::string_literal || token.spelling.front() != '"') {
      return i;
    }
    const bool is_header = find_header_rule(without_delimiters(operand.spelling)) != nullptr;
    if (is_header) header(operand);
    return is_header ? tokens_.index_of(operand.end()) - 1 : i;
  }

  /// True for `cuda::`, `namespace cuda` and `namespace alias = cuda`. Any other use of the word is not a namespace.
  bool names_namespace(std::size_t i) const {
    return tokens_.at(i + 1).kind == tok::coloncolon || tokens_.at(i - 1).is_word("namespace") ||
           (tokens_.at(i - 1).kind == tok::equal && tokens_.at(i - 3).is_word("namespace"));
  }

  /// True for a part of a pasted name, which does not mean what the word alone means: `cudaError##name` yields
  /// cudaErrorInvalidValue, not the type cudaError.
  bool is_pasted(std::size_t i) const {
    return tokens_.at(i).directive != 0 &&
           (tokens_.at(i - 1).kind == tok::hashhash || tokens_.at(i + 1).kind == tok::hashhash);
  }

  /// The rule for a qualified name. `thrust::cuda` and `thrust::system::cuda` have rules, so at most two qualifiers are
  /// read; `cuda` in other scopes has none.
  const Rule* qualified_rule(std::size_t i) const {
    std::string name(tokens_.at(i).spelling);
    const Rule* rule = nullptr;
    for (int depth = 0;
         depth < 2 && tokens_.at(i - 1).kind == tok::coloncolon && tokens_.at(i - 2).is_word() && rule == nullptr;
         ++depth, i -= 2) {
      name = fmt::format("{}::{}", tokens_.at(i - 2).spelling, name);
      rule = find_rule(name);
    }
    return rule;
  }

  /// True for members, names in another scope, and names in conditions and #undef. None of them is a name of CUDA's
  /// API.
  bool is_not_cuda_api(std::size_t i) const {
    const auto& before = tokens_.at(i - 1);
    if (before.kind == tok::period || before.kind == tok::arrow) return true;
    if (before.kind == tok::coloncolon && tokens_.at(i - 2).is_word()) return true;
    const auto directive = tokens_.directive_of(tokens_.at(i));
    return directive == "if" || directive == "ifdef" || directive == "ifndef" || directive == "elif" ||
           directive == "undef";
  }

  /// True for `cudaError e`, `enum cudaError`, `cudaError* e`, `cudaError& e`, `T<cudaError>` and `cudaError::`. In any
  /// other context the word may be a variable.
  bool names_type(std::size_t i) const {
    const auto& next = tokens_.at(i + 1);
    return tokens_.at(i - 1).is_word("enum") || next.is_word() || next.kind == tok::star || next.kind == tok::amp ||
           next.kind == tok::greater || next.kind == tok::coloncolon;
  }

  void report_unknown(const Token& token) {
    scan_.names_cuda = true;
    scan_.findings.push_back(
        {Reason::unknown_name, std::string(token.spelling), {}, tokens_.line_of(token), tokens_.column_of(token)});
  }

  bool is_member(std::size_t i) const {
    const auto kind = tokens_.at(i - 1).kind;
    return kind == tok::period || kind == tok::arrow;
  }

  /// In code that only HIP compiles, a CUDA API name that this code does not declare can only be meant to be
  /// translated. Macros of the compiler and names such as `__shfl` are left alone, because they have HIP's meaning
  /// there.
  void hip_only_word(std::size_t i) {
    const auto& token = tokens_.at(i);
    if (refers_to_wave(token.spelling) && !is_member(i) && !hip_branches_.is_inactive(token.offset))
      scan_.hip_uses_waves = true;
    const auto* rule = find_rule(token.spelling);
    if (rule == nullptr || rule->hip.empty() || rule->family == "compiler" || token.spelling.starts_with("__")) return;
    if (hip_name(*rule) == token.spelling || hip_names_.declares(token.spelling) || is_pasted(i)) return;
    if (rule->kind == "namespace" && !names_namespace(i)) return;
    scan_.uses_cuda = scan_.names_cuda = true;
    count(*rule);
    scan_.edits.push_back(
        {token.offset, token.length, std::string(hip_name(*rule)) + continuations_in(tokens_, token)});
  }

  void word(std::size_t i) {
    const auto& token = tokens_.at(i);
    if (is_hip_name(token.spelling)) scan_.names_hip = true;
    if (refers_to_wave(token.spelling) && !is_member(i) && !project_.declares(token.spelling) &&
        !hip_branches_.is_cuda_only(token.offset))
      scan_.wave_names.push_back(i);
    if (is_execution_space(token.spelling)) scan_.uses_cuda = true;
    if (is_pasted(i)) return;
    if (const auto* rule = qualified_rule(i)) {
      count(*rule);
      scan_.names_cuda = true;
      scan_.edits.push_back({token.offset, token.length, std::string(rule->hip.substr(rule->hip.rfind(':') + 1))});
      return;
    }
    const auto* rule = find_rule(token.spelling);
    if (rule == nullptr) {
      if (!is_not_cuda_api(i) && project_.is_unknown_cuda_name(token.spelling)) report_unknown(token);
      return;
    }
    if (rule->kind == "namespace" && !names_namespace(i)) return;
    // A condition that also tests for HIP, such as `defined(__CUDACC__) || defined(__HIPCC__)`, needs no translation:
    // __CUDACC__ means only CUDA's compiler in it.
    if (rule->family == "compiler" && asks_for_hip_.count(token.directive) != 0) return;
    // A class that the project defines is not CUDA's.
    if (project_.defines_class(token.spelling)) return;
    // If the project defines a name that HIP lacks, the name is its own, and nothing is missing.
    if (rule->hip.empty() && project_.declares(token.spelling)) return;
    scan_.uses_cuda = true;
    // Names with leading underscores are no proof of CUDA: sources for HIP test __CUDACC__ and call __shfl, too.
    scan_.names_cuda = scan_.names_cuda || (rule->hip != token.spelling && !token.spelling.starts_with("__"));
    count(*rule);
    report(*rule, token);
    const auto name = token.spelling == "cudaError" && project_.declares(token.spelling) && !names_type(i)
                          ? kErrorAlias
                          : hip_name(*rule);
    if (!rule->hip.empty() && name != token.spelling)
      scan_.edits.push_back({token.offset, token.length, std::string(name) + continuations_in(tokens_, token)});
  }

  const TokenList& tokens_;
  const ProjectNames& project_;
  const ProjectNames& hip_names_;
  const HipBranches& hip_branches_;
  const RewriteOptions& options_;
  const HipInstallation& hip_;
  std::set<std::uint32_t> asks_for_hip_;  ///< numbers of the directives that name one of HIP's macros
  TokenScan scan_;
};

}  // namespace

std::vector<IncludeDirective> includes_of(const TokenList& tokens) {
  std::vector<IncludeDirective> includes;
  for (const auto& token : tokens.all()) {
    // Only include, include_next and import begin with an 'i' and have a header. #if and #elif have it in
    // __has_include().
    if (token.kind != tok::header_name || !tokens.directive_of(token).starts_with("i") ||
        tokens.directive_of(token) == "if")
      continue;
    includes.push_back(
        {std::string(without_delimiters(token.spelling)), token.spelling.front() == '"', token.offset, token.length});
  }
  return includes;
}

TokenScan rewrite_tokens(const TokenList& tokens, const ProjectFacts& project,
                         const std::vector<std::size_t>& own_headers, const HipBranches& hip_branches,
                         const RewriteOptions& options, const HipInstallation& hip) {
  auto scan = Rewriter(tokens, project, hip_branches, options, hip).run(own_headers);
  // From here on, every edit and finding is added by these two functions, which drop those in code that only HIP
  // compiles.
  const auto add_edits = [&](std::vector<Edit> edits) {
    std::erase_if(edits, [&](const Edit& edit) { return hip_branches.contains(edit.offset); });
    append(scan.edits, std::move(edits));
  };
  const auto add_findings = [&](std::vector<Finding> findings) {
    std::erase_if(findings, [&](const Finding& finding) {
      return hip_branches.contains(tokens.offset_of(finding.line, finding.column));
    });
    append(scan.findings, std::move(findings));
  };
  auto pasted = paste_names(tokens, project.names);
  add_edits(std::move(pasted.edits));
  add_findings(std::move(pasted.findings));
  // Code that does not use CUDA has no constructs that nvcc accepts and clang rejects.
  if (scan.uses_cuda) {
    auto strict = clang_strictness_changes(tokens, project.names, options.kernel_launch_macro);
    add_edits(std::move(strict.edits));
    add_findings(std::move(strict.findings));
  }
  if (options.kernel_launch_macro) add_edits(launch_edits(tokens));
  if (!scan.edits.empty()) scan.uses_cuda = true;
  // These passes search only code that uses CUDA. Other code may have assembly of the host's processor and numbers 32
  // that have nothing to do with warps.
  if (scan.uses_cuda) {
    auto ptx = translate_inline_ptx(tokens);
    add_edits(std::move(ptx.edits));
    add_findings(std::move(ptx.findings));
    add_findings(find_wave_size_assumptions(tokens));
    add_findings(find_same_in_hip(tokens));
  }
  std::stable_sort(scan.findings.begin(), scan.findings.end(), [](const Finding& a, const Finding& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  return scan;
}

}  // namespace rocm_bindgen::build
