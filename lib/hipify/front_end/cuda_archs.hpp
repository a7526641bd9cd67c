#pragma once

#include <array>

namespace rocm_bindgen::build {

/// The values of __CUDA_ARCH__ among which builds and hipify choose if the user sets none, in order of preference. 0
/// means undefined.
inline constexpr std::array kCudaArchs{900, 800, 700, 0};

}  // namespace rocm_bindgen::build
