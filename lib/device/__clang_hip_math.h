// Clang's mathematics for HIP, which its driver includes before everything: what CUDA has otherwise stands aside.
#pragma once

// clang-format off: the order matters.
#include "rocm_bindgen/set_math_aside.hpp"
#include_next <__clang_hip_math.h>
#include "rocm_bindgen/set_math_back.hpp"
// clang-format on

#include "rocm_bindgen/directed_rounding.hpp"
#include "rocm_bindgen/min_max.hpp"
