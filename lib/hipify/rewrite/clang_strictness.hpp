#pragma once

#include <vector>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// Edits for code that nvcc accepts and clang rejects in every mode:
///
/// - `__shared__ alignas(16) float x[4]`: after an attribute, clang accepts only C's `_Alignas`.
/// - `extern __shared__ float x[256]`: the size has no meaning there and is removed.
/// - `kernel<<<{2, 3}, {32}>>>()`: the braces get the type `dim3`.
/// - `kernel << <1, 32 >> >()`: the blanks inside the brackets are removed.
/// - `#pragma unroll` before a statement that is not a loop is an error in clang. It is renamed to a pragma that clang
///   does not know and therefore ignores.
///
/// `launch_macro`: launch_edits() rewrites all launches, so their braces are left alone here.
std::vector<Edit> clang_strictness_edits(const TokenList& tokens, bool launch_macro);

}  // namespace rocm_bindgen::build
