// Replaces CUDA's <cuda_fp8.h>: 8-bit floating-point types in the OCP formats. e4m3 has no infinities (largest value
// 448, NaN 0x7f and 0xff), e5m2 is the upper byte of a half, and e8m0 has only powers of two. AMD's conversion
// instructions are not used, because on gfx942 they implement other formats (fnuz).
#pragma once

#include "rocm_bindgen_compat/math/round_mode.hpp"
#include "rocm_bindgen_compat/narrow_float/bf16.hpp"
#include "rocm_bindgen_compat/narrow_float/half.hpp"
#include "rocm_bindgen_compat/narrow_float/narrow_format.hpp"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

// The result for values beyond the largest: NaN or infinity, or the largest value.
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;

namespace rocm_bindgen::detail {

template <class Format>
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t fp8_bits(float value, __nv_saturation_t saturate) {
  const uint32_t code = narrow_bits<Format, Rounding::kNearest>(value);
  // kInfinity is the code after the one of the largest value; in e4m3 it is a NaN.
  const bool overflow = (code & (Format::kSign - 1u)) == Format::kInfinity && value == value;
  return static_cast<__nv_fp8_storage_t>(code - (overflow && saturate == __NV_SATFINITE ? 1u : 0u));
}

ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t fp8_bits(float value, __nv_saturation_t saturate,
                                                            __nv_fp8_interpretation_t format) {
  return format == __NV_E4M3 ? fp8_bits<E4m3Format>(value, saturate) : fp8_bits<E5m2Format>(value, saturate);
}

ROCM_BINDGEN_HOST_DEVICE inline float e4m3_value(__nv_fp8_storage_t code) {
  constexpr uint32_t kBiasStep = 127 - E4m3Format::kBias;
  const uint32_t sign = (static_cast<uint32_t>(code) & E4m3Format::kSign) << 24u;
  const uint32_t magnitude = static_cast<uint32_t>(code) & ~E4m3Format::kSign;
  // The mantissa is extended from 3 bits to float's 23.
  const uint32_t normal = (magnitude << 20u) + (kBiasStep << 23u);
  // The factor is 2^-9, the unit of denormal numbers.
  const uint32_t denormal = bits_as<uint32_t>(static_cast<float>(magnitude) * 0.001953125f);
  const uint32_t number = magnitude < (1u << E4m3Format::kMantissaBits) ? denormal : normal;
  return bits_as<float>(sign | (magnitude == E4m3Format::kNan ? 0x7fc00000u : number));
}

ROCM_BINDGEN_HOST_DEVICE inline float e5m2_value(__nv_fp8_storage_t code) {
  return widened(HalfFormat{}, static_cast<unsigned short>(code << 8u));
}

ROCM_BINDGEN_HOST_DEVICE inline float fp8_value(__nv_fp8_storage_t code, __nv_fp8_interpretation_t format) {
  return format == __NV_E4M3 ? e4m3_value(code) : e5m2_value(code);
}

// e8m0 supports two rounding directions: toward zero and up. The code is the exponent of a bfloat16, which equals the
// exponent of a float. The smallest value is 2^-127, which is a denormal bfloat16 (bits 0x0040), and the last code is
// NaN.
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t e8m0_bits(unsigned short bf16, __nv_saturation_t saturate,
                                                             cudaRoundMode rounding) {
  constexpr uint32_t kSmallest = 0x0040u;
  constexpr uint32_t kNan = 0xffu;
  const uint32_t magnitude = bf16 & kNarrowMagnitude;
  // Whether the value is between two powers of two.
  const bool between = (magnitude & 0x7fu) != 0 && magnitude > kSmallest && magnitude < Bf16Format::kInfinity;
  uint32_t code = magnitude >> Bf16Format::kMantissaBits;
  if (rounding == cudaRoundPosInf && between) ++code;
  if (saturate == __NV_SATFINITE && magnitude <= Bf16Format::kInfinity && code == kNan) --code;
  return static_cast<__nv_fp8_storage_t>(code);
}

ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t e8m0_bits(float value, __nv_saturation_t saturate,
                                                             cudaRoundMode rounding) {
  // The sign is dropped (by the function above), so rounding up increases the magnitude.
  const unsigned short bf16 = rounding == cudaRoundPosInf
                                  ? narrow_bits<Bf16Format, Rounding::kUp>(__builtin_fabsf(value))
                                  : narrow_bits<Bf16Format, Rounding::kTowardZero>(value);
  return e8m0_bits(bf16, saturate, rounding);
}

ROCM_BINDGEN_HOST_DEVICE inline unsigned short e8m0_as_bf16(__nv_fp8_storage_t code) {
  if (code == 0xffu) return static_cast<unsigned short>(Bf16Format::kNan);
  return static_cast<unsigned short>(code == 0 ? 0x0040u : static_cast<uint32_t>(code) << Bf16Format::kMantissaBits);
}

ROCM_BINDGEN_HOST_DEVICE inline float e8m0_value(__nv_fp8_storage_t code) {
  return widened(Bf16Format{}, e8m0_as_bf16(code));
}

ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8x2_storage_t fp8_pair(__nv_fp8_storage_t low, __nv_fp8_storage_t high) {
  return static_cast<__nv_fp8x2_storage_t>(low | static_cast<unsigned int>(high) << 8u);
}

}  // namespace rocm_bindgen::detail

#include "rocm_bindgen_compat/narrow_float/fp8_functions.hpp"

#define __CUDA_FP8_TYPES_EXIST__

#define ROCM_BINDGEN_FP8 __nv_fp8_e4m3
#define ROCM_BINDGEN_FP8X2 __nv_fp8x2_e4m3
#define ROCM_BINDGEN_FP8X4 __nv_fp8x4_e4m3
#define ROCM_BINDGEN_FP8_ENCODE(value) \
  rocm_bindgen::detail::fp8_bits<rocm_bindgen::detail::E4m3Format>(value, __NV_SATFINITE)
#define ROCM_BINDGEN_FP8_DECODE(code) rocm_bindgen::detail::e4m3_value(code)
#include "rocm_bindgen_compat/narrow_float/fp8_type.inc"

#define ROCM_BINDGEN_FP8 __nv_fp8_e5m2
#define ROCM_BINDGEN_FP8X2 __nv_fp8x2_e5m2
#define ROCM_BINDGEN_FP8X4 __nv_fp8x4_e5m2
#define ROCM_BINDGEN_FP8_ENCODE(value) \
  rocm_bindgen::detail::fp8_bits<rocm_bindgen::detail::E5m2Format>(value, __NV_SATFINITE)
#define ROCM_BINDGEN_FP8_DECODE(code) rocm_bindgen::detail::e5m2_value(code)
#include "rocm_bindgen_compat/narrow_float/fp8_type.inc"

#define ROCM_BINDGEN_FP8 __nv_fp8_e8m0
#define ROCM_BINDGEN_FP8X2 __nv_fp8x2_e8m0
#define ROCM_BINDGEN_FP8X4 __nv_fp8x4_e8m0
// CUDA converts only e8m0's pairs to bfloat16. fp8_type.inc removes all macros but this one.
#define ROCM_BINDGEN_FP8_PAIR_TO_BF16
#define ROCM_BINDGEN_FP8_ENCODE(value) rocm_bindgen::detail::e8m0_bits(value, __NV_SATFINITE, cudaRoundPosInf)
#define ROCM_BINDGEN_FP8_DECODE(code) rocm_bindgen::detail::e8m0_value(code)
#include "rocm_bindgen_compat/narrow_float/fp8_type.inc"
#undef ROCM_BINDGEN_FP8_PAIR_TO_BF16
