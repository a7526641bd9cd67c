#include "hipify/text/findings.hpp"

#include <string>
#include <unordered_set>

#include <fmt/format.h>

#include "support/embedded.hpp"
#include "toolchain/device_headers.hpp"

namespace rocm_bindgen::build {
namespace {

/// The words of the embedded device headers' code. Words of comments do not count: a header that mentions a function
/// does not supply it.
std::unordered_set<std::string> words_of_device_headers() {
  std::unordered_set<std::string> words;
  for (const auto& file : embedded_files()) {
    // The declarations in not_supported/ only report an error when called, so a newer HIP is still worth a warning.
    const std::string_view header = device_header_place(file.path);
    if (header.empty() || header.find("rocm_bindgen_compat/not_supported/") != header.npos) continue;
    const std::string text(file.text);
    const TokenList tokens(text);
    for (const auto& token : tokens.all())
      if (token.is_word()) words.emplace(token.spelling);
  }
  return words;
}

std::string hint_for(Reason reason) {
  switch (reason) {
    case Reason::inline_ptx:
      return "rewrite it in C++, or add an AMD version next to it under #ifdef __HIP_DEVICE_COMPILE__";
    case Reason::tensor_core:
      return "use AMD's matrix instructions through rocWMMA or clang's __builtin_amdgcn_mfma_* and "
             "__builtin_amdgcn_wmma_*";
    case Reason::tensor_memory:
      return "let the threads of the block copy, for example by cooperative_groups::memcpy_async, and wait with "
             "cooperative_groups::wait";
    case Reason::same_in_hip:
      return "exclude one of the two from HIP compiles with #if !defined(__HIPCC__)";
    case Reason::library_not_installed:
      return "install the library's development package, or select a ROCm that contains it with --rocm-path";
    default:
      return {};
  }
}

std::string text_of(const Finding& finding) {
  const auto& subject = finding.subject;
  switch (finding.reason) {
    case Reason::no_counterpart:
      return fmt::format("'{}' has no counterpart in HIP{}", subject, finding.detail);
    case Reason::later_hip:
      return fmt::format("'{}' {}", subject, finding.detail);
    case Reason::inline_ptx:
      return fmt::format("inline PTX '{}' cannot be translated to C++", subject);
    case Reason::tensor_core:
      return fmt::format("'{}' uses NVIDIA's tensor cores, which have no counterpart in HIP", subject);
    case Reason::tensor_memory:
      return fmt::format(
          "'{}' is for bulk copies by NVIDIA's tensor memory accelerator, which have no counterpart in HIP", subject);
    case Reason::library_not_installed:
      return fmt::format("'{}' {}", subject, finding.detail);
    case Reason::unknown_name:
      return fmt::format(
          "'{}' is unknown: it looks like a CUDA name, but hipify has no rule for it and the project does not declare "
          "it",
          subject);
    case Reason::wave_size:
    case Reason::clang_strictness:
    case Reason::same_in_hip:
      return finding.detail;
  }
  return subject;
}

}  // namespace

std::string_view name_of(Reason reason) {
  switch (reason) {
    case Reason::no_counterpart:
      return "no HIP counterpart";
    case Reason::later_hip:
      return "newer HIP";
    case Reason::inline_ptx:
      return "inline PTX";
    case Reason::tensor_core:
      return "tensor core";
    case Reason::tensor_memory:
      return "tensor memory accelerator";
    case Reason::library_not_installed:
      return "library headers not installed";
    case Reason::unknown_name:
      return "unknown name";
    case Reason::wave_size:
      return "wave size";
    case Reason::clang_strictness:
      return "clang strictness";
    case Reason::same_in_hip:
      return "one type in HIP";
  }
  return {};
}

bool is_supplied(std::string_view hip_name) {
  static const auto words = words_of_device_headers();
  return words.count(std::string(hip_name)) != 0;
}

Diagnostic diagnose(const Finding& finding, const std::string& file) {
  Diagnostic diagnostic;
  diagnostic.severity = finding.reason == Reason::clang_strictness ? Severity::note : Severity::warning;
  diagnostic.file = file;
  diagnostic.line = finding.line;
  diagnostic.column = finding.column;
  diagnostic.text = text_of(finding);
  diagnostic.hint = hint_for(finding.reason);
  diagnostic.category = name_of(finding.reason);
  return diagnostic;
}

std::vector<Finding> judge(const Rule& rule, const Token& word, const TokenList& tokens, const HipInstallation& hip) {
  Finding finding{Reason::no_counterpart, std::string(word.spelling), {}, tokens.line_of(word), tokens.column_of(word)};
  if (rule.hip.empty()) {
    if (rule.reason == "tma") finding.reason = Reason::tensor_memory;
    return {finding};
  }
  if (hip.version.empty()) return {};
  if (!rule.header.empty() && !hip.has_header(rule.header)) {
    finding.reason = Reason::library_not_installed;
    finding.detail = fmt::format("is translated to '{}', but its header <{}> is not installed", rule.hip, rule.header);
    return {finding};
  }
  if (hip.is_at_least(rule.since) || is_supplied(rule.hip)) return {};
  finding.reason = Reason::later_hip;
  finding.detail = fmt::format("is translated to '{}', which requires HIP {} or newer; the HIP found is {}", rule.hip,
                               rule.since, hip.version);
  return {finding};
}

}  // namespace rocm_bindgen::build
