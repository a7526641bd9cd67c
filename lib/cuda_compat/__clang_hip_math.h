// Clang's mathematics for HIP, which its driver includes before everything: what CUDA has otherwise stands aside.
#pragma once

// clang-format off: the order matters.
#if __clang_major__ < 19 && !defined(__HIPCC_RTC__)
// Older ones include it, whose min and max are not to be set aside, and name those two in functions that are.
#include <algorithm>
namespace std {
template <class T>
const T& rocm_bindgen_hip_min(const T&, const T&);
template <class T>
const T& rocm_bindgen_hip_max(const T&, const T&);
}  // namespace std
#endif
#include "rocm_bindgen_compat/math/set_math_aside.hpp"
#include_next <__clang_hip_math.h>
#include "rocm_bindgen_compat/math/set_math_back.hpp"
// clang-format on

#include "rocm_bindgen_compat/math/directed_rounding.hpp"
#include "rocm_bindgen_compat/math/min_max.hpp"
