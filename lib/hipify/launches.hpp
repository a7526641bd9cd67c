#pragma once

#include <string>
#include <vector>

#include "hipify/cuda_frontend.hpp"
#include "hipify/token_rewriter.hpp"

namespace rocm_bindgen {

/// The edits that turn the launches at the given places of `text` into `hipLaunchKernelGGL(...)`, as hipify-clang
/// writes it: dim3() around grid and block, 0 for what was left out, HIP_KERNEL_NAME() around names with template
/// arguments.
std::vector<Edit> launch_edits(const std::string& text, const std::vector<Launch>& launches);

}  // namespace rocm_bindgen
