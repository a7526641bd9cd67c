#pragma once

#include <vector>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// Edits for what nvcc takes and clang, in any mode, does not:
/// - `__shared__ alignas(16) float x[4]`: behind an attribute clang takes only C's `_Alignas`;
/// - `extern __shared__ float x[256]`: the size, which means nothing there, goes;
/// - `kernel<<<{2, 3}, {32}>>>()`: braces get the type `dim3`;
/// - `#pragma unroll` in front of what is no loop: clang would stop, so the pragma becomes one that it does not know.
/// `launch_macro`: launches are about to be rewritten as a whole.
std::vector<Edit> clang_strictness_edits(const TokenList& tokens, bool launch_macro);

}  // namespace rocm_bindgen::build
