// Replaces clang's header of the same name and renames its functions; see __clang_hip_math.h. Its templates of min and
// max, for example, accept any two types and would conflict with overloads that programs define.
#pragma once

// clang-format off: the order matters.
#include "rocm_bindgen_compat/math/push_math_macros.hpp"
#include_next <__clang_hip_cmath.h>
#include "rocm_bindgen_compat/math/pop_math_macros.hpp"
// clang-format on
