#pragma once

#include <string>
#include <vector>

namespace rocm_bindgen::build {

/// Flags that make clang take what nvcc takes: hipified text is CUDA programmers' C++, and nobody wants to hear of it
/// what they never heard before.
const std::vector<std::string>& cuda_dialect_flags();

}  // namespace rocm_bindgen::build
