#pragma once

#include <vector>

#include "hipify/text/findings.hpp"
#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// Finds code that assumes warps of 32 lanes: `threadIdx.x % 32`, `tid & 31`, `tid >> 5`; `WARP_SIZE` defined as 32; a
/// warp's mask stored in 32 bits; `warpSize` where a constant is required. This matters for targets whose waves have 64
/// lanes.
std::vector<Finding> find_wave_size_assumptions(const TokenList& tokens);

}  // namespace rocm_bindgen::build
