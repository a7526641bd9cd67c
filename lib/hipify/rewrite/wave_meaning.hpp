#pragma once

#include <string>
#include <vector>

#include "hipify/rewrite/token_rewriter.hpp"
#include "hipify/text/findings.hpp"

namespace rocm_bindgen::build {

/// Warnings for names that mean a warp of 32 lanes in CUDA and a wave in HIP (`__shfl_xor`, `warpSize`), in code for
/// both vendors' GPUs. Each warning states which meaning was chosen and which flag selects the other one.
/// `means_waves`: waves were chosen. Code that does not mention HIP has only CUDA's meaning and gets no warning.
std::vector<Finding> wave_meanings(const TokenList& tokens, const TokenScan& scan, bool means_waves);

/// True if the compiler flags select the meaning.
bool decides_wave_meaning(const std::vector<std::string>& clang_flags);

}  // namespace rocm_bindgen::build
