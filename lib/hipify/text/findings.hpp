#pragma once

#include <string>
#include <vector>

#include "hipify/rules/rules.hpp"
#include "hipify/text/tokens.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"
#include "toolchain/hip_installation.hpp"

namespace rocm_bindgen::build {

/// Why a place in CUDA code needs attention on AMD GPUs, or was changed for clang.
enum class Reason {
  no_counterpart,         ///< HIP has no equivalent
  later_hip,              ///< only a HIP newer than the one found has it
  inline_ptx,             ///< NVIDIA assembly
  tensor_core,            ///< tensor cores
  tensor_memory,          ///< bulk copies by the tensor memory accelerator, and the barriers that wait for them
  library_not_installed,  ///< translated, but the headers of the HIP library are missing
  unknown_name,           ///< looks like a CUDA name, but neither the rules nor the project declare it
  wave_size,              ///< assumes warps of 32 lanes
  clang_strictness,       ///< nvcc accepts it and clang does not; the translation has changed it
  same_in_hip,            ///< two functions or specialisations for CUDA types that are the same type in HIP
};

/// The name of the reason in reports: "no HIP counterpart".
std::string_view name_of(Reason reason);

/// A place in a text, at `line` and `column`. `subject` is the CUDA name, or the first words of the assembly.
struct Finding {
  Reason reason = Reason::unknown_name;
  std::string subject;
  std::string detail;  ///< what the message adds after the subject, if the reason alone is not enough
  unsigned line = 0;
  unsigned column = 0;
};

/// The message for a finding in `file`, whose category is the reason: a note for clang_strictness, which needs no
/// manual work, and otherwise a warning.
Diagnostic diagnose(const Finding& finding, const std::string& file);

/// Returns a finding at the position of `word` if `rule` has no HIP name for it, or if the installation `hip` lacks
/// that name or its header; otherwise none.
std::vector<Finding> judge(const Rule& rule, const Token& word, const TokenList& tokens, const HipInstallation& hip);

/// True if lib/cuda_compat itself defines `hip_name`, whichever HIP is installed.
bool is_supplied(std::string_view hip_name);

}  // namespace rocm_bindgen::build
