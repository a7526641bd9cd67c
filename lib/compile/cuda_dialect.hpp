#pragma once

#include <string>
#include <vector>

namespace rocm_bindgen::build {

/// Flags that make clang accept what nvcc accepts. Hipified text is C++ as CUDA programmers write it, so warnings that
/// nvcc does not give are disabled as well.
const std::vector<std::string>& cuda_dialect_flags();

}  // namespace rocm_bindgen::build
