// Replaces CUDA's <cuda_bf16.h>: the type bfloat16, its conversions, operators and functions. Arithmetic is done in
// float and rounded once, to nearest even. HIP's own bfloat16 types are separate and remain available.
#pragma once

#include <math.h>

#include "rocm_bindgen_compat/narrow_float/half.hpp"
#include "rocm_bindgen_compat/narrow_float/narrow_format.hpp"

// Parameters of the narrow_*.inc files. OTHER is the other 16-bit type, and SPREAD is the function that returns a pair
// with a value in both lanes.
#define ROCM_BINDGEN_NARROW __nv_bfloat16
#define ROCM_BINDGEN_NARROW2 __nv_bfloat162
#define ROCM_BINDGEN_NARROW_RAW __nv_bfloat16_raw
#define ROCM_BINDGEN_NARROW2_RAW __nv_bfloat162_raw
#define ROCM_BINDGEN_NARROW_OTHER __half
#define ROCM_BINDGEN_NARROW_FORMAT rocm_bindgen::detail::Bf16Format
#define ROCM_BINDGEN_NARROW_SPREAD __bfloat162bfloat162
#define ROCM_BINDGEN_NAMED(before, after) before##bfloat16##after

// Macros with which a source disables parts of this header, by CUDA's names and by the names that hipify writes.
#if defined(__CUDA_NO_BFLOAT16_CONVERSIONS__) || defined(__HIP_NO_BFLOAT16_CONVERSIONS__)
#define ROCM_BINDGEN_NARROW_CONVERTS 0
#else
#define ROCM_BINDGEN_NARROW_CONVERTS 1
#endif
#if defined(__CUDA_NO_BFLOAT16_OPERATORS__) || defined(__HIP_NO_BFLOAT16_OPERATORS__)
#define ROCM_BINDGEN_NARROW_OPERATES 0
#else
#define ROCM_BINDGEN_NARROW_OPERATES 1
#endif
#if defined(__CUDA_NO_BFLOAT162_OPERATORS__) || defined(__HIP_NO_BFLOAT162_OPERATORS__)
#define ROCM_BINDGEN_NARROW2_OPERATES 0
#else
#define ROCM_BINDGEN_NARROW2_OPERATES 1
#endif

#include "rocm_bindgen_compat/narrow_float/narrow_type.inc"

#if ROCM_BINDGEN_NARROW_CONVERTS
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16::__nv_bfloat16(__half other)
    : __x(rocm_bindgen::detail::nearest_bits(Format{}, rocm_bindgen::detail::widen(other))) {}
#endif
#if !defined(__CUDA_NO_HALF_CONVERSIONS__) && !defined(__HIP_NO_HALF_CONVERSIONS__)
ROCM_BINDGEN_HOST_DEVICE inline __half::__half(__nv_bfloat16 other)
    : __x(rocm_bindgen::detail::nearest_bits(Format{}, rocm_bindgen::detail::widen(other))) {}
#endif

namespace rocm_bindgen::detail {

// Rounds once. The rounding to float matters only if its result is halfway between two bfloat16 numbers. In that case
// the exact product, in double, and the error of the sum determine the result.
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 fused(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  const float nearest = __builtin_fmaf(widen(a), widen(b), widen(c));
  const bool halfway = (bits_as<uint32_t>(nearest) & 0xffffu) == 0x8000u;
  if (!halfway) return __nv_bfloat16_raw{nearest_bits(Bf16Format{}, nearest)};
  const double product = static_cast<double>(widen(a)) * static_cast<double>(widen(b));
  return to_bfloat16_rounded<Rounding::kNearest>(add_to_odd(product, static_cast<double>(widen(c))));
}

#include "rocm_bindgen_compat/narrow_float/narrow_by_float.inc"

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

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)

#if !defined(CUDA_NO_BFLOAT16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif
