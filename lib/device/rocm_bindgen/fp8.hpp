// CUDA's 8-bit float e4m3 (cuda_fp8.h) in the OCP "fn" form: no infinities, largest value 448, NaN is 0x7f and 0xff.
// AMD's own conversion instructions are not used: on gfx942 they mean another format (fnuz).
//
// A HIP whose headers declare __nv_fp8_e4m3 themselves: define ROCM_BINDGEN_SYSTEM_FP8 and this header steps aside.
#pragma once

#if !defined(ROCM_BINDGEN_SYSTEM_FP8)

#include "rocm_bindgen/bf16.hpp"
#include "rocm_bindgen/narrow_float.hpp"

#if defined(__HIP__)
#include <hip/hip_fp16.h>
#endif

typedef unsigned char __nv_fp8_storage_t;

enum __nv_fp8_interpretation_t { __NV_E4M3 };

// What becomes of values beyond the largest: NaN, or the largest.
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };

namespace rocm_bindgen::detail {

constexpr uint32_t kE4m3MantissaBits = 3;
constexpr uint32_t kE4m3Nan = 0x7f;
constexpr uint32_t kE4m3Largest = 0x7e;
// Between float's exponent bias (127) and e4m3's (7).
constexpr uint32_t kE4m3BiasStep = 120;
// Float bits of 464: halfway between 448 and what would be the next value. The tie goes to 448, which is even.
constexpr uint32_t kE4m3LastInRange = 0x43e80000u;
// Float bits of 2^-6, the smallest normal value.
constexpr uint32_t kE4m3SmallestNormal = 0x3c800000u;

ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t e4m3_bits(float value, __nv_saturation_t saturate) {
  constexpr uint32_t kDropped = 23 - kE4m3MantissaBits;
  const uint32_t bits = bits_as<uint32_t>(value);
  const uint32_t sign = (bits >> 24u) & 0x80u;
  const uint32_t magnitude = bits & kFloatMagnitude;
  // As CUDA does, a NaN gives the positive one.
  if (magnitude > kFloatInfinity) return static_cast<__nv_fp8_storage_t>(kE4m3Nan);
  uint32_t code;
  if (magnitude > kE4m3LastInRange) {
    code = saturate == __NV_SATFINITE ? kE4m3Largest : kE4m3Nan;
  } else if (magnitude >= kE4m3SmallestNormal) {
    code = shift_to_nearest_even(magnitude, kDropped) - (kE4m3BiasStep << kE4m3MantissaBits);
  } else {
    // The unit is 2^-9. A float's significand counts units of 2^(exponent - 150): shift by the difference. From 26 on
    // everything is below half a unit; float denormals, whose leading bit is wrong here, are far below that.
    const uint32_t significand = (magnitude & 0x007fffffu) | 0x00800000u;
    const uint32_t shift = 150u - 9u - (magnitude >> 23u);
    code = shift_to_nearest_even(significand, shift < 26u ? shift : 26u);
  }
  return static_cast<__nv_fp8_storage_t>(sign | code);
}

ROCM_BINDGEN_HOST_DEVICE inline float e4m3_value(__nv_fp8_storage_t code) {
  const uint32_t sign = (static_cast<uint32_t>(code) & 0x80u) << 24u;
  const uint32_t magnitude = static_cast<uint32_t>(code) & 0x7fu;
  const uint32_t normal = (magnitude + (kE4m3BiasStep << kE4m3MantissaBits)) << (23u - kE4m3MantissaBits);
  const uint32_t denormal = bits_as<uint32_t>(static_cast<float>(magnitude) * 0.001953125f);  // 2^-9, the unit
  const uint32_t number = magnitude < (1u << kE4m3MantissaBits) ? denormal : normal;
  return bits_as<float>(sign | (magnitude == kE4m3Nan ? 0x7fc00000u : number));
}

}  // namespace rocm_bindgen::detail

ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                                         __nv_fp8_interpretation_t) {
  return rocm_bindgen::detail::e4m3_bits(x, saturate);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                                          __nv_fp8_interpretation_t) {
  return rocm_bindgen::detail::e4m3_bits(rocm_bindgen::detail::round_to_odd(x), saturate);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                                               __nv_saturation_t saturate,
                                                                               __nv_fp8_interpretation_t) {
  return rocm_bindgen::detail::e4m3_bits(rocm_bindgen::detail::bf16_value(x.x), saturate);
}
#if defined(__HIP__)
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                                           __nv_fp8_interpretation_t) {
  return rocm_bindgen::detail::e4m3_bits(static_cast<float>(x.data), saturate);
}
ROCM_BINDGEN_HOST_DEVICE inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t) {
  return __half_raw{static_cast<_Float16>(rocm_bindgen::detail::e4m3_value(x))};
}
#endif

struct __nv_fp8_e4m3 {
  __nv_fp8_storage_t __x;

  __nv_fp8_e4m3() = default;
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(float value) : __x(encode(value)) {}
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(double value)
      : __x(__nv_cvt_double_to_fp8(value, __NV_SATFINITE, __NV_E4M3)) {}
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(__nv_bfloat16 value) : __x(encode(static_cast<float>(value))) {}
  // Integers: whatever float cannot hold exactly is far beyond 448.
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(short value) : __x(encode(static_cast<float>(value))) {}
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(unsigned short value) : __x(encode(static_cast<float>(value))) {}
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(int value) : __x(encode(static_cast<float>(value))) {}
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(unsigned int value) : __x(encode(static_cast<float>(value))) {}
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(long value) : __x(encode(static_cast<float>(value))) {}
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(unsigned long value) : __x(encode(static_cast<float>(value))) {}
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(long long value) : __x(encode(static_cast<float>(value))) {}
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(unsigned long long value) : __x(encode(static_cast<float>(value))) {}

  ROCM_BINDGEN_HOST_DEVICE explicit operator float() const { return rocm_bindgen::detail::e4m3_value(__x); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator double() const { return static_cast<double>(value()); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator __nv_bfloat16() const { return __nv_bfloat16(value()); }
  // True unless zero of either sign; a NaN is true.
  ROCM_BINDGEN_HOST_DEVICE explicit operator bool() const { return (__x & 0x7fu) != 0; }
  ROCM_BINDGEN_HOST_DEVICE explicit operator char() const { return saturated<char>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator signed char() const { return saturated<signed char>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator unsigned char() const { return saturated<unsigned char>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator short() const { return saturated<short>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator unsigned short() const { return saturated<unsigned short>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator int() const { return saturated<int>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator unsigned int() const { return saturated<unsigned int>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator long() const { return saturated<long>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator unsigned long() const { return saturated<unsigned long>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator long long() const { return saturated<long long>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator unsigned long long() const { return saturated<unsigned long long>(); }

#if defined(__HIP__)
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_fp8_e4m3(__half value)
      : __x(__nv_cvt_halfraw_to_fp8(static_cast<__half_raw>(value), __NV_SATFINITE, __NV_E4M3)) {}
  ROCM_BINDGEN_HOST_DEVICE explicit operator __half() const { return __nv_cvt_fp8_to_halfraw(__x, __NV_E4M3); }
#endif

 private:
  ROCM_BINDGEN_HOST_DEVICE static __nv_fp8_storage_t encode(float value) {
    return rocm_bindgen::detail::e4m3_bits(value, __NV_SATFINITE);
  }
  ROCM_BINDGEN_HOST_DEVICE float value() const { return rocm_bindgen::detail::e4m3_value(__x); }
  template <class Int>
  ROCM_BINDGEN_HOST_DEVICE Int saturated() const {
    return rocm_bindgen::detail::saturate_to<Int>(value());
  }
};

static_assert(sizeof(__nv_fp8_e4m3) == 1 && alignof(__nv_fp8_e4m3) == 1, "e4m3 is one byte in memory");

#endif  // ROCM_BINDGEN_SYSTEM_FP8
