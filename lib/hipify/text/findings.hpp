#pragma once

#include <string>
#include <vector>

#include "hipify/rules/rules.hpp"
#include "hipify/text/tokens.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"
#include "toolchain/hip_installation.hpp"

namespace rocm_bindgen::build {

/// Why a place in CUDA text will not do on AMD as it is.
enum class Reason {
  no_counterpart,         ///< HIP has nothing that does it
  later_hip,              ///< a HIP newer than the one found has it
  inline_ptx,             ///< NVIDIA's assembly
  tensor_core,            ///< tensor cores or the tensor memory accelerator
  library_not_installed,  ///< translated; its HIP library's headers are not there
  unknown_name,           ///< looks like CUDA's; neither the rules nor the project declare it
  wave_size,              ///< assumes warps of 32 lanes
  same_in_hip,            ///< two functions or specialisations, for CUDA types that are one type in HIP
};

/// As reports name it: "no HIP counterpart".
std::string_view name_of(Reason reason);

/// A place with a reason. `subject` is the CUDA name, or the first words of the assembly.
struct Finding {
  Reason reason = Reason::unknown_name;
  std::string subject;
  std::string detail;  ///< what the message says behind the subject, if the reason alone does not say enough
  unsigned line = 0;
  unsigned column = 0;
};

/// The message for a finding in `file`: a warning whose category is the reason.
Diagnostic diagnose(const Finding& finding, const std::string& file);

/// What the rule for a word means where that word stands: one finding, or none if HIP has it.
std::vector<Finding> judge(const Rule& rule, const Token& word, const TokenList& tokens, const HipInstallation& hip);

/// Does lib/cuda_compat itself define `hip_name`, whatever HIP there is?
bool is_supplied(std::string_view hip_name);

}  // namespace rocm_bindgen::build
