#pragma once

#include <optional>

#include "codeobject/code_object.hpp"

namespace rocm_bindgen::build {

/// How many waves of the kernel a SIMD's register files hold at a time; what its workgroups need of LDS, and how large
/// they are, may allow fewer. Nothing for processors whose register files are not known here, and for counts that no
/// register file has.
/// Source: AMDGPUUsage (register allocation granularity, "compute_pgm_rsrc1") and the ISA guides' chapters on wave
/// resources.
std::optional<unsigned> waves_per_simd(const KernelMetadata& kernel, const std::string& processor);

}  // namespace rocm_bindgen::build
