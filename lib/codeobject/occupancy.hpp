#pragma once

#include <optional>

#include "codeobject/code_object.hpp"

namespace rocm_bindgen::build {

/// The number of waves of the kernel that fit into a SIMD's register files at the same time. The workgroup's size and
/// its LDS may allow fewer. Nothing if the processor's register files are not known, or if the counts exceed any
/// register file.
/// Source: AMDGPUUsage (register allocation granularity, "compute_pgm_rsrc1") and the chapters on wave resources in the
/// ISA guides.
std::optional<unsigned> waves_per_simd(const KernelMetadata& kernel, const std::string& processor);

}  // namespace rocm_bindgen::build
