// PTX's conversions and floating-point functions.
#pragma once

#include "rocm_bindgen_compat/ptx/ptx_registers.hpp"

namespace rocm_bindgen::ptx {

template <class T>
struct Limits {
  static constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(0);
  static constexpr unsigned kBits = sizeof(T) * 8;
  static constexpr T kLargest = static_cast<T>(~0ull >> (64 - kBits + (is_signed ? 1 : 0)));
  static constexpr T kSmallest = is_signed ? static_cast<T>(-kLargest - 1) : static_cast<T>(0);
};

/// A value out of range becomes the nearest representable one. A NaN becomes 0 or, if one of the types has 64 bits, the
/// number whose highest bit alone is set (PTX ISA, cvt).
template <class To, class From>
ROCM_BINDGEN_DEVICE inline To do_to_integer(From value) {
  const double wide = static_cast<double>(value);
  constexpr bool has_64_bits = sizeof(To) == 8 || sizeof(From) == 8;
  if (wide != wide) return has_64_bits ? static_cast<To>(1ull << (Limits<To>::kBits - 1)) : static_cast<To>(0);
  // This is one above the largest value: a power of two, which every format can represent.
  const double end = static_cast<double>(Limits<To>::kLargest / 2 + 1) * 2;
  if (wide >= end) return Limits<To>::kLargest;
  if (wide <= static_cast<double>(Limits<To>::kSmallest)) return Limits<To>::kSmallest;
  return static_cast<To>(value);
}
/// The same between integer types.
template <class To, class From>
ROCM_BINDGEN_DEVICE inline To do_clamp(From value) {
  if (value < 0) {
    if (!Limits<To>::is_signed) return 0;
    return static_cast<long long>(value) < static_cast<long long>(Limits<To>::kSmallest) ? Limits<To>::kSmallest
                                                                                         : static_cast<To>(value);
  }
  return static_cast<unsigned long long>(value) > static_cast<unsigned long long>(Limits<To>::kLargest)
             ? Limits<To>::kLargest
             : static_cast<To>(value);
}
/// Limits to [0, 1]; a NaN becomes 0.
template <class T>
ROCM_BINDGEN_DEVICE inline T do_saturate(T value) {
  return value > T(0) ? (value < T(1) ? value : T(1)) : T(0);
}

#define ROCM_BINDGEN_PTX_ROUNDED(name, function)              \
  ROCM_BINDGEN_DEVICE inline float name(float a) {            \
    return __builtin_##function##f(a);                        \
  }                                                           \
  ROCM_BINDGEN_DEVICE inline double name(double a) {          \
    return __builtin_##function(a);                           \
  }                                                           \
  ROCM_BINDGEN_DEVICE inline _Float16 name(_Float16 a) {      \
    return static_cast<_Float16>(__builtin_##function##f(a)); \
  }
ROCM_BINDGEN_PTX_ROUNDED(do_rni, rint)
ROCM_BINDGEN_PTX_ROUNDED(do_rzi, trunc)
ROCM_BINDGEN_PTX_ROUNDED(do_rmi, floor)
ROCM_BINDGEN_PTX_ROUNDED(do_rpi, ceil)
ROCM_BINDGEN_PTX_ROUNDED(do_sqrt, sqrt)
#undef ROCM_BINDGEN_PTX_ROUNDED

ROCM_BINDGEN_DEVICE inline float do_fma(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
ROCM_BINDGEN_DEVICE inline double do_fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
ROCM_BINDGEN_DEVICE inline _Float16 do_fma(_Float16 a, _Float16 b, _Float16 c) {
  return __builtin_fmaf16(a, b, c);
}
ROCM_BINDGEN_DEVICE inline Half2 do_fma(Half2 a, Half2 b, Half2 c) {
  return Half2{do_fma(a.x, b.x, c.x), do_fma(a.y, b.y, c.y)};
}
ROCM_BINDGEN_DEVICE inline float do_copysign(float sign, float a) {
  return __builtin_copysignf(a, sign);
}
ROCM_BINDGEN_DEVICE inline double do_copysign(double sign, double a) {
  return __builtin_copysign(a, sign);
}
template <class T>
ROCM_BINDGEN_DEVICE inline T do_rsqrt(T a) {
  return T(1) / do_sqrt(a);
}
ROCM_BINDGEN_DEVICE inline float do_ex2(float a) {
  return __builtin_exp2f(a);
}
ROCM_BINDGEN_DEVICE inline _Float16 do_ex2(_Float16 a) {
  return static_cast<_Float16>(__builtin_exp2f(a));
}
ROCM_BINDGEN_DEVICE inline float do_lg2(float a) {
  return __builtin_log2f(a);
}
ROCM_BINDGEN_DEVICE inline float do_sin(float a) {
  return __sinf(a);
}
ROCM_BINDGEN_DEVICE inline float do_cos(float a) {
  return __cosf(a);
}
/// At least as accurate as PTX's approximation. Near 0, where 1 - 2 / (exp(2a) + 1) loses digits, the first terms of
/// the power series are used.
ROCM_BINDGEN_DEVICE inline float do_tanh(float a) {
  constexpr float kSeriesBelow = 0.04f, kTwiceLog2E = 2.8853900817779268f;
  if (__builtin_fabsf(a) < kSeriesBelow) return a * (1.0f - a * a / 3.0f);
  return 1.0f - 2.0f / (__builtin_exp2f(a * kTwiceLog2E) + 1.0f);
}

ROCM_BINDGEN_DEVICE inline Half2 do_pack(float lower, float upper) {
  return Half2{static_cast<_Float16>(lower), static_cast<_Float16>(upper)};
}
template <class T, class Part>
ROCM_BINDGEN_DEVICE inline T do_join(Part lower, Part upper) {
  return static_cast<T>(static_cast<T>(upper) << (sizeof(Part) * 8) | lower);
}
template <class T, class Part>
ROCM_BINDGEN_DEVICE inline T do_join(Part a, Part b, Part c, Part d) {
  return do_join<T>(do_join<unsigned>(a, b), do_join<unsigned>(c, d));
}

}  // namespace rocm_bindgen::ptx
