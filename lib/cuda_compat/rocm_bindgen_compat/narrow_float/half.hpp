// Replaces CUDA's <cuda_fp16.h> and HIP's half. HIP's type cannot be used: its conversions make calls ambiguous that
// CUDA's overload set resolves, its directed roundings do not round in the given direction, and the lanes of its pair
// are not halves.
#pragma once

#include <math.h>

#include "rocm_bindgen_compat/narrow_float/narrow_format.hpp"

#if defined(__HIP__)
#include <hip/hip_vector_types.h>

#include "rocm_bindgen_compat/atomics/narrow_atomic.hpp"
#include "rocm_bindgen_compat/warp/warp.hpp"

// With this guard defined, HIP's own header declares nothing.
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_FP16_H
#endif

// Parameters of the narrow_*.inc files. OTHER is the other 16-bit type, and SPREAD is the function that returns a pair
// with a value in both lanes.
#define ROCM_BINDGEN_NARROW __half
#define ROCM_BINDGEN_NARROW2 __half2
#define ROCM_BINDGEN_NARROW_RAW __half_raw
#define ROCM_BINDGEN_NARROW2_RAW __half2_raw
#define ROCM_BINDGEN_NARROW_OTHER __nv_bfloat16
#define ROCM_BINDGEN_NARROW_FORMAT rocm_bindgen::detail::HalfFormat
#define ROCM_BINDGEN_NARROW_SPREAD __half2half2
#define ROCM_BINDGEN_NAMED(before, after) before##half##after

// Macros with which a source disables parts of this header, by CUDA's names and by the names that hipify writes.
#if defined(__CUDA_NO_HALF_CONVERSIONS__) || defined(__HIP_NO_HALF_CONVERSIONS__)
#define ROCM_BINDGEN_NARROW_CONVERTS 0
#else
#define ROCM_BINDGEN_NARROW_CONVERTS 1
#endif
#if defined(__CUDA_NO_HALF_OPERATORS__) || defined(__HIP_NO_HALF_OPERATORS__)
#define ROCM_BINDGEN_NARROW_OPERATES 0
#else
#define ROCM_BINDGEN_NARROW_OPERATES 1
#endif
#if defined(__CUDA_NO_HALF2_OPERATORS__) || defined(__HIP_NO_HALF2_OPERATORS__)
#define ROCM_BINDGEN_NARROW2_OPERATES 0
#else
#define ROCM_BINDGEN_NARROW2_OPERATES 1
#endif

#include "rocm_bindgen_compat/narrow_float/narrow_type.inc"

namespace rocm_bindgen::detail {

#if defined(__AMDGCN__)

using NativeHalf = _Float16;
using NativeHalf2 = _Float16 __attribute__((ext_vector_type(2)));

template <class Native>
ROCM_BINDGEN_HOST_DEVICE inline Native fused_native(Native a, Native b, Native c) {
#if __has_builtin(__builtin_elementwise_fma)
  return __builtin_elementwise_fma(a, b, c);
#else
  if constexpr (sizeof(Native) == sizeof(NativeHalf)) {
    return __builtin_fmaf16(a, b, c);
  } else {
    return Native{__builtin_fmaf16(a[0], b[0], c[0]), __builtin_fmaf16(a[1], b[1], c[1])};
  }
#endif
}

ROCM_BINDGEN_HOST_DEVICE inline NativeHalf native(__half a) {
  return __builtin_bit_cast(NativeHalf, a);
}
ROCM_BINDGEN_HOST_DEVICE inline NativeHalf2 native(__half2 a) {
  return __builtin_bit_cast(NativeHalf2, a);
}
ROCM_BINDGEN_HOST_DEVICE inline __half from_native(NativeHalf a) {
  return __builtin_bit_cast(__half, a);
}
ROCM_BINDGEN_HOST_DEVICE inline __half2 from_native(NativeHalf2 a) {
  return __builtin_bit_cast(__half2, a);
}

ROCM_BINDGEN_HOST_DEVICE inline __half add(__half a, __half b) {
  return from_native(native(a) + native(b));
}
ROCM_BINDGEN_HOST_DEVICE inline __half sub(__half a, __half b) {
  return from_native(native(a) - native(b));
}
ROCM_BINDGEN_HOST_DEVICE inline __half mul(__half a, __half b) {
  return from_native(native(a) * native(b));
}
ROCM_BINDGEN_HOST_DEVICE inline __half fused(__half a, __half b, __half c) {
  return from_native(fused_native(native(a), native(b), native(c)));
}
ROCM_BINDGEN_HOST_DEVICE inline __half2 add(__half2 a, __half2 b) {
  return from_native(native(a) + native(b));
}
ROCM_BINDGEN_HOST_DEVICE inline __half2 sub(__half2 a, __half2 b) {
  return from_native(native(a) - native(b));
}
ROCM_BINDGEN_HOST_DEVICE inline __half2 mul(__half2 a, __half2 b) {
  return from_native(native(a) * native(b));
}
ROCM_BINDGEN_HOST_DEVICE inline __half2 fused(__half2 a, __half2 b, __half2 c) {
  return from_native(fused_native(native(a), native(b), native(c)));
}

// The compiler may contract a product and the sum that uses it. These functions prevent that.
ROCM_BINDGEN_HOST_DEVICE inline __half add_alone(__half a, __half b) {
#pragma clang fp contract(off)
  return from_native(native(a) + native(b));
}
ROCM_BINDGEN_HOST_DEVICE inline __half sub_alone(__half a, __half b) {
#pragma clang fp contract(off)
  return from_native(native(a) - native(b));
}
ROCM_BINDGEN_HOST_DEVICE inline __half mul_alone(__half a, __half b) {
#pragma clang fp contract(off)
  return from_native(native(a) * native(b));
}

#else

ROCM_BINDGEN_HOST_DEVICE inline __half fused(__half a, __half b, __half c) {
  const double product = static_cast<double>(widen(a)) * static_cast<double>(widen(b));
  return to_half_rounded<Rounding::kNearest>(add_to_odd(product, static_cast<double>(widen(c))));
}

#include "rocm_bindgen_compat/narrow_float/narrow_by_float.inc"

#endif

}  // namespace rocm_bindgen::detail

#include "rocm_bindgen_compat/narrow_float/narrow_arithmetic.inc"
#include "rocm_bindgen_compat/narrow_float/narrow_convert.inc"
#include "rocm_bindgen_compat/narrow_float/narrow_math.inc"

#if defined(__HIP__)
#include "rocm_bindgen_compat/narrow_float/narrow_device.inc"
#endif

#undef ROCM_BINDGEN_NARROW
#undef ROCM_BINDGEN_NARROW2
#undef ROCM_BINDGEN_NARROW_RAW
#undef ROCM_BINDGEN_NARROW2_RAW
#undef ROCM_BINDGEN_NARROW_OTHER
#undef ROCM_BINDGEN_NARROW_FORMAT
#undef ROCM_BINDGEN_NARROW_SPREAD
#undef ROCM_BINDGEN_NAMED
#undef ROCM_BINDGEN_NARROW_CONVERTS
#undef ROCM_BINDGEN_NARROW_OPERATES
#undef ROCM_BINDGEN_NARROW2_OPERATES

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)

#if !defined(CUDA_NO_HALF)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
#endif
