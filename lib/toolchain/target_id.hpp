#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// An offload arch as LLVM's AMDGPUUsage defines target IDs: processor[:sramecc+|-][:xnack+|-]. A feature left out
/// means "any". Source: https://llvm.org/docs/AMDGPUUsage.html#target-id
/// Or an NVIDIA architecture in nvcc's spelling: sm_90, sm_90a, sm_120f. The members below the first three are AMD's.
struct TargetId {
  std::string processor;  ///< "gfx90a", "gfx10-3-generic"; "sm_90"
  std::string canonical;  ///< features in LLVM's order: "gfx90a:sramecc+:xnack-"; "sm_90a"
  /// Generics exist from 6 on; drivers older than that take 5, so all others stay there unless asked for another.
  int code_object_version = 5;

  bool is_nvidia() const { return processor.starts_with("sm_"); }
  /// The value that nvcc gives __CUDA_ARCH__: 900 for sm_90 and sm_90a. Of an NVIDIA architecture only.
  int cuda_arch() const;
  /// What a file that holds one of its code objects is called: "hsaco" or "cubin".
  const char* code_object_extension() const { return is_nvidia() ? "cubin" : "hsaco"; }

  bool is_generic() const;
  /// The number in the device libraries' oclc_isa_version_*.bc: 11000 for gfx1100, 9402 for gfx942.
  int isa_version() const;
  /// The name's part behind "gfx", as the device libraries' file names have it: "1100", "10-3-generic".
  std::string isa_suffix() const { return processor.substr(3); }

  friend bool operator==(const TargetId&, const TargetId&) = default;
};

/// One target ID. Fails with ExitCode::usage: unknown processor (with the reason, where LLVM of another version knows
/// it), malformed or unsupported feature. Which sm_ numbers there are is nvcc's to say, once it is known which nvcc.
Expected<TargetId> parse_target_id(std::string_view text);

/// The entries of --arch lists ("gfx1030,gfx1100"), in order of appearance, duplicates dropped; names of groups and
/// products and `native` for what they stand for. Also refuses what LLVM refuses in one program: a processor given both
/// with and without a feature. `code_object_version`, if given, is that of them all.
Expected<std::vector<TargetId>> parse_targets(const std::vector<std::string>& lists,
                                              std::optional<int> code_object_version = {});

/// What a processor is, for `rocm-bindgen targets`.
struct ProcessorInfo {
  std::string name;
  std::vector<std::string> features;  ///< of "sramecc", "xnack": those a target ID may name
  std::string generic;                ///< the generic target that covers it; empty = none
  int wavefront_size = 64;            ///< the default, in lanes
};

/// Every processor that the embedded LLVM can generate code for, generics included, in LLVM's order.
std::vector<ProcessorInfo> known_processors();

/// What is built for unless something else is asked for, sorted.
std::vector<std::string> default_targets();

/// Every word that an --arch list may have, target features and NVIDIA's sm_ numbers aside: processors, groups,
/// products and `native`.
std::vector<std::string> known_target_names();

}  // namespace rocm_bindgen::build
