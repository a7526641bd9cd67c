#include "hipify/token_rewriter.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "hipify/clang_strictness.hpp"
#include "hipify/inline_ptx.hpp"
#include "hipify/launches.hpp"
#include "hipify/pasted_names.hpp"
#include "hipify/wave_size_lint.hpp"
#include "support/append.hpp"

namespace rocm_bindgen {
namespace {

namespace tok = clang::tok;

bool is_execution_space(std::string_view word) {
  return word == "__global__" || word == "__device__" || word == "__host__" || word == "__shared__" ||
         word == "__constant__" || word == "__managed__";
}

/// The type of errors under another name than HIP's, for programs that call variables as CUDA calls the type:
/// `hipError_t hipError_t;` would hide it.
constexpr std::string_view kErrorOrVariable = "hipError";

bool is_hip_macro(std::string_view word) {
  return word == "__HIPCC__" || word == "__HIP__" || word == "__HIP_DEVICE_COMPILE__" ||
         word == "__HIP_PLATFORM_AMD__" || word == "__HIP_PLATFORM_HCC__";
}

std::string_view without_delimiters(std::string_view header) {
  return header.substr(1, header.size() - 2);
}

/// Line continuations that stood inside a word, so that the lines below keep their numbers.
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
  Rewriter(const TokenList& tokens, const ProjectNames& project, const RewriteOptions& options,
           const HipInstallation& hip)
      : tokens_(tokens), project_(project), options_(options), hip_(hip) {}

  TokenScan run(const std::vector<std::size_t>& own_headers) {
    for (const auto& token : tokens_.all())
      if (token.directive != 0 && token.is_word() && is_hip_macro(token.spelling))
        asks_for_hip_.insert(token.directive);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto& token = tokens_.at(i);
      if (token.kind == tok::header_name) {
        if (std::find(own_headers.begin(), own_headers.end(), token.offset) == own_headers.end()) header(token);
      } else if (token.is_word()) {
        word(i);
      } else if (token.kind == tok::lesslessless) {
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

  void note(const Rule& rule, const Token& token) {
    for (auto& finding : judge(rule, token, tokens_, hip_)) scan_.findings.push_back(std::move(finding));
  }

  void header(const Token& token) {
    const auto name = without_delimiters(token.spelling);
    const auto* rule = find_header_rule(name);
    if (rule == nullptr) return;
    scan_.uses_cuda = true;
    count(*rule);
    auto renamed = token;
    renamed.spelling = name;
    note(*rule, renamed);
    if (!rule->hip.empty() && hip_name(*rule) != name)
      scan_.edits.push_back({token.offset + 1, token.length - 2, std::string(hip_name(*rule))});
  }

  /// `#define HEADER <cuda_fp16.h>`: to a lexer, the header's name is a string, or five tokens. The index of the last.
  std::size_t header_in_macro(std::size_t i) {
    const auto& token = tokens_.at(i);
    const auto& name = tokens_.at(i - 1);
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

  /// A namespace's name means something else anywhere but in front of `::` and behind `namespace`.
  bool names_namespace(std::size_t i) const {
    return tokens_.at(i + 1).kind == tok::coloncolon || tokens_.at(i - 1).is_word("namespace") ||
           (tokens_.at(i - 1).kind == tok::equal && tokens_.at(i - 3).is_word("namespace"));
  }

  /// Half of a name is not that name: `cudaError##name` means cudaErrorInvalidValue, not the type.
  bool is_pasted(std::size_t i) const {
    return tokens_.at(i).directive != 0 &&
           (tokens_.at(i - 1).kind == tok::hashhash || tokens_.at(i + 1).kind == tok::hashhash);
  }

  /// `thrust::cuda` and `thrust::system::cuda` are names of their own, and no other `cuda` is.
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

  /// A member, a name in another scope, or one that a condition asks for: whatever it is, CUDA's API has no such names.
  bool is_of_others(std::size_t i) const {
    const auto& before = tokens_.at(i - 1);
    if (before.kind == tok::period || before.kind == tok::arrow) return true;
    if (before.kind == tok::coloncolon && tokens_.at(i - 2).is_word()) return true;
    const auto directive = tokens_.directive_of(tokens_.at(i));
    return directive == "if" || directive == "ifdef" || directive == "ifndef" || directive == "elif" ||
           directive == "undef";
  }

  /// `cudaError e`, `enum cudaError`, `cudaError& e`; anything else may be a variable of that name.
  bool names_type(std::size_t i) const {
    const auto& next = tokens_.at(i + 1);
    return tokens_.at(i - 1).is_word("enum") || next.is_word() || next.kind == tok::star || next.kind == tok::amp ||
           next.kind == tok::greater || next.kind == tok::coloncolon;
  }

  void word(std::size_t i) {
    const auto& token = tokens_.at(i);
    if (is_execution_space(token.spelling)) scan_.uses_cuda = true;
    if (is_pasted(i)) return;
    if (const auto* rule = qualified_rule(i)) {
      count(*rule);
      scan_.edits.push_back({token.offset, token.length, std::string(rule->hip.substr(rule->hip.rfind(':') + 1))});
      return;
    }
    const auto* rule = find_rule(token.spelling);
    if (rule == nullptr) {
      if (!is_of_others(i) && project_.is_unknown_cuda_name(token.spelling))
        scan_.findings.push_back(
            {Reason::unknown_name, std::string(token.spelling), {}, tokens_.line_of(token), tokens_.column_of(token)});
      return;
    }
    if (rule->kind == "namespace" && !names_namespace(i)) return;
    // A condition that knows HIP says itself what holds for it: with `defined(__HIPCC__)` beside it, __CUDACC__ is
    // CUDA's.
    if (rule->family == "compiler" && asks_for_hip_.count(token.directive) != 0) return;
    // A class of the project's own is not CUDA's.
    if (project_.defines_class(token.spelling)) return;
    // A project that defines a name itself means its own: where HIP has none, nothing is missing.
    if (rule->hip.empty() && project_.declares(token.spelling)) return;
    scan_.uses_cuda = true;
    count(*rule);
    note(*rule, token);
    const auto name = token.spelling == "cudaError" && project_.declares(token.spelling) && !names_type(i)
                          ? kErrorOrVariable
                          : hip_name(*rule);
    if (!rule->hip.empty() && name != token.spelling)
      scan_.edits.push_back({token.offset, token.length, std::string(name) + continuations_in(tokens_, token)});
  }

  const TokenList& tokens_;
  const ProjectNames& project_;
  const RewriteOptions& options_;
  const HipInstallation& hip_;
  std::set<std::uint32_t> asks_for_hip_;  ///< directives that name one of HIP's macros
  TokenScan scan_;
};

}  // namespace

std::vector<IncludeDirective> includes_of(const TokenList& tokens) {
  std::vector<IncludeDirective> includes;
  for (const auto& token : tokens.all()) {
    if (token.kind != tok::header_name || !tokens.directive_of(token).starts_with("i") ||
        tokens.directive_of(token) == "if")
      continue;
    includes.push_back(
        {std::string(without_delimiters(token.spelling)), token.spelling.front() == '"', token.offset, token.length});
  }
  return includes;
}

TokenScan rewrite_tokens(const TokenList& tokens, const ProjectNames& project,
                         const std::vector<std::size_t>& own_headers, const RewriteOptions& options,
                         const HipInstallation& hip) {
  auto scan = Rewriter(tokens, project, options, hip).run(own_headers);
  // Halves of names, which macros put together with ##.
  auto pasted = paste_names(tokens, project);
  append(scan.edits, std::move(pasted.edits));
  append(scan.findings, std::move(pasted.findings));
  // Other code, with launches neither, has nothing that nvcc and clang would see otherwise.
  if (scan.uses_cuda) append(scan.edits, clang_strictness_edits(tokens, options.kernel_launch_macro));
  if (options.kernel_launch_macro) append(scan.edits, launch_edits(tokens));
  if (!scan.edits.empty()) scan.uses_cuda = true;
  // What no renaming can help with is looked for in CUDA code alone: other code has its own assembly and its own 32s.
  if (scan.uses_cuda) {
    auto ptx = translate_inline_ptx(tokens);
    append(scan.edits, std::move(ptx.edits));
    append(scan.findings, std::move(ptx.findings));
    append(scan.findings, find_wave_size_assumptions(tokens));
  }
  std::stable_sort(scan.findings.begin(), scan.findings.end(), [](const Finding& a, const Finding& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  return scan;
}

}  // namespace rocm_bindgen
