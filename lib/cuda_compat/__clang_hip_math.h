// Replaces clang's mathematics header for HIP, which clang's driver includes before everything else. The functions that
// CUDA defines differently are renamed while clang's header is read, so that CUDA's definitions can follow under the
// original names.
#pragma once

// clang-format off: the order matters.
#if __clang_major__ < 19 && !defined(__HIPCC_RTC__)
// Older versions of clang's header include <algorithm> and call std::min and std::max. <algorithm> is included before
// the macros exist, so that its functions keep their names. The calls are in functions that are also renamed and that
// nothing uses, so declarations suffice for them.
#include <algorithm>
namespace std {
template <class T>
const T& rocm_bindgen_hip_min(const T&, const T&);
template <class T>
const T& rocm_bindgen_hip_max(const T&, const T&);
}  // namespace std
#endif
#include "rocm_bindgen_compat/math/push_math_macros.hpp"
#include_next <__clang_hip_math.h>
#include "rocm_bindgen_compat/math/pop_math_macros.hpp"
// clang-format on

#include "rocm_bindgen_compat/math/directed_rounding.hpp"
#include "rocm_bindgen_compat/math/min_max.hpp"
