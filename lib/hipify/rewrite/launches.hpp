#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// The edits that turn launches into `hipLaunchKernelGGL(...)`, in the form that hipify-clang writes: dim3() around
/// grid and block, 0 for omitted arguments, HIP_KERNEL_NAME() around names with template arguments. Code in every #if
/// branch and in macro bodies is included. A `<<<` that is not a launch, or whose configuration comes from a macro,
/// is left as it is.
std::vector<Edit> launch_edits(const TokenList& tokens);

/// Where the expression before the `<<<` at index `launch` begins; nothing if it cannot be a kernel.
std::optional<std::size_t> callee_of_launch(const TokenList& tokens, std::size_t launch);

/// The edits that add `dim3` before braces in the configuration of the launch whose `<<<` is at index `launch`. nvcc
/// accepts `kernel<<<{2, 3}, {32}>>>`; clang requires a type before the braces.
std::vector<Edit> braced_dimension_edits(const TokenList& tokens, std::size_t launch);

}  // namespace rocm_bindgen::build
