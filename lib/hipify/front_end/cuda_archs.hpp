#pragma once

#include <array>

namespace rocm_bindgen::build {

/// The values of __CUDA_ARCH__ among which builds and hipify choose if the user sets none. 0 means undefined. Of
/// equally good values the first one is chosen, so they are sorted with the highest first, as docs/hipify.md states.
inline constexpr std::array kCudaArchs{900, 800, 700, 0};

}  // namespace rocm_bindgen::build
