#pragma once

#include <array>

namespace rocm_bindgen::build {

/// What __CUDA_ARCH__ may be for sources that do not say what they want, the first one preferred. 0: undefined.
inline constexpr std::array kCudaArchs{900, 800, 700, 0};

}  // namespace rocm_bindgen::build
