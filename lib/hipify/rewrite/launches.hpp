#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// The edits that turn launches into `hipLaunchKernelGGL(...)`, as hipify-clang writes it: dim3() around grid and
/// block, 0 for what was left out, HIP_KERNEL_NAME() around names with template arguments. In code of every #if branch
/// and in macros' bodies. A `<<<` that is no launch, or whose configuration a macro holds, stays.
std::vector<Edit> launch_edits(const TokenList& tokens);

/// Where the expression in front of the `<<<` with that index begins; nothing if it can be no kernel.
std::optional<std::size_t> callee_of_launch(const TokenList& tokens, std::size_t launch);

/// nvcc takes `kernel<<<{2, 3}, {32}>>>`, clang wants a type in front of the braces: the edits that add `dim3` to the
/// launch whose `<<<` has that index.
std::vector<Edit> braced_dimension_edits(const TokenList& tokens, std::size_t launch);

}  // namespace rocm_bindgen::build
