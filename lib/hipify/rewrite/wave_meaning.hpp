#pragma once

#include <string>
#include <vector>

#include "hipify/rewrite/token_rewriter.hpp"
#include "hipify/text/findings.hpp"

namespace rocm_bindgen::build {

/// Warnings for the names in code of both vendors' GPUs that mean a warp of 32 lanes in CUDA and a wave in HIP
/// (`__shfl_xor`, `warpSize`): which of the two was chosen, and the flag that decides.
/// `means_waves`: waves were. Nothing where the text has no such choice: it knows nothing of HIP.
std::vector<Finding> wave_meanings(const TokenList& tokens, const TokenScan& scan, bool means_waves);

/// Do the compiler flags decide it?
bool decides_wave_meaning(const std::vector<std::string>& clang_flags);

}  // namespace rocm_bindgen::build
