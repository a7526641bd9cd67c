#pragma once

#include <vector>

#include "hipify/text/findings.hpp"
#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// Finds definitions that differ in CUDA only by types that are the same type in HIP: the overloads
/// `describe(cudaError_t)` and `describe(CUresult)`, and `struct Name<cudaError_t>` next to `struct Name<CUresult>`.
/// After translation, the second is a redefinition.
std::vector<Finding> find_same_in_hip(const TokenList& tokens);

}  // namespace rocm_bindgen::build
