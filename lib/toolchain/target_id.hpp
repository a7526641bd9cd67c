#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A target ID as LLVM's AMDGPUUsage defines it: processor[:sramecc+|-][:xnack+|-]. A feature that is not named means
/// "any". Source: https://llvm.org/docs/AMDGPUUsage.html#target-id
/// It can also be an NVIDIA architecture in nvcc's spelling: sm_90, sm_90a, sm_120f. For these, only the functions that
/// mention NVIDIA are meaningful.
struct TargetId {
  std::string processor;  ///< "gfx90a", "gfx10-3-generic"; "sm_90"
  std::string canonical;  ///< with features in LLVM's order: "gfx90a:sramecc+:xnack-"; "sm_90a"
  /// Generic targets need version 6. All others use 5 unless another version is requested, because drivers that are
  /// older than version 6 can load version 5.
  int code_object_version = 5;

  bool is_nvidia() const { return processor.starts_with("sm_"); }
  /// The value of __CUDA_ARCH__ in nvcc: 900 for sm_90 and sm_90a. To be called for NVIDIA architectures only.
  int cuda_arch() const;
  /// The extension of files with one code object: "hsaco" or "cubin".
  const char* code_object_extension() const { return is_nvidia() ? "cubin" : "hsaco"; }

  /// Whether it is a generic target, whose code objects run on several processors.
  bool is_generic() const;
  /// The value of the constant in the device libraries' oclc_isa_version_*.bc: 11000 for gfx1100, 9402 for gfx942.
  int isa_version() const;
  /// The part of the processor's name after "gfx", as in the names of these files: "1100", "10-3-generic".
  std::string isa_suffix() const { return processor.substr(3); }

  friend bool operator==(const TargetId&, const TargetId&) = default;
};

/// Parses one target ID. Fails with ExitCode::usage: unknown processor (the message states if another version of LLVM
/// supports it), malformed or unsupported feature. Which sm_ numbers exist depends on the nvcc, and is checked by
/// check_nvcc_targets().
Expected<TargetId> parse_target_id(std::string_view text);

/// Parses --arch lists ("gfx1030,gfx1100") and returns their entries in order of appearance, without duplicates. Names
/// of groups and products, and `native`, are expanded. Also refuses what LLVM refuses in one program: a processor with
/// and without a feature. `code_object_version`, if given, applies to all AMD targets.
Expected<std::vector<TargetId>> parse_targets(const std::vector<std::string>& lists,
                                              std::optional<int> code_object_version = {});

/// Fails as parse_targets() does if a program cannot have code objects for all of these targets.
Expected<Done> check_combination(const std::vector<TargetId>& targets);

/// The properties of a processor that `rocm-bindgen targets` prints.
struct ProcessorInfo {
  std::string name;
  std::vector<std::string> features;  ///< those of "sramecc" and "xnack" that a target ID may name
  std::string generic;                ///< the generic target that covers it; empty = none
  int wavefront_size = 64;            ///< the default, in lanes
};

/// All processors that the built-in LLVM can generate code for, including generic targets, in LLVM's order.
std::vector<ProcessorInfo> known_processors();

/// The default of --arch, sorted.
std::vector<std::string> default_targets();

/// Every word that an --arch list may contain, apart from features and NVIDIA's sm_ numbers: processors, groups,
/// products and `native`.
std::vector<std::string> known_target_names();

}  // namespace rocm_bindgen::build
