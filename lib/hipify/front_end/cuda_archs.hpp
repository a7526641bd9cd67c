#pragma once

#include <array>

namespace rocm_bindgen::build {

/// Candidate values of __CUDA_ARCH__ for sources for which the user chose none, in order of preference. 0 means
/// undefined.
inline constexpr std::array kCudaArchs{900, 800, 700, 0};

}  // namespace rocm_bindgen::build
