// See __clang_hip_math.h: templates of min and max that take any two types would meet those that programs define.
#pragma once

// clang-format off: the order matters.
#include "rocm_bindgen_compat/math/set_math_aside.hpp"
#include_next <__clang_hip_cmath.h>
#include "rocm_bindgen_compat/math/set_math_back.hpp"
// clang-format on
