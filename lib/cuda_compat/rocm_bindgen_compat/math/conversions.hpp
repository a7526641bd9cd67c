// CUDA's conversions between integers, float and double, and between numbers and bits. A value outside the range of an
// integer type becomes the nearest value of the type.
#pragma once

#include "rocm_bindgen_compat/math/directed_rounding.hpp"

namespace rocm_bindgen::detail {

template <class Integer>
constexpr int kIntegerBits = static_cast<int>(sizeof(Integer) * 8);
template <class Integer>
constexpr bool kSigned = static_cast<Integer>(-1) < static_cast<Integer>(0);

/// The smallest power of two that is too large for the type. It is doubled as a T, because 1 << 64 would overflow.
template <class Integer, class T>
constexpr T beyond() {
  return static_cast<T>(1ull << (kIntegerBits<Integer> - 1)) * (kSigned<Integer> ? 1 : 2);
}

/// Converts `x`, which is a whole number, an infinity or a NaN. A NaN becomes 0 in a conversion from float to a 32-bit
/// integer, and otherwise the number with only the highest bit set.
template <class Integer, class T>
ROCM_BINDGEN_DEVICE inline Integer saturated(T x) {
  constexpr auto kFirstBit = static_cast<Integer>(1ull << (kIntegerBits<Integer> - 1));
  constexpr Integer kLargest = kSigned<Integer> ? static_cast<Integer>(~kFirstBit) : static_cast<Integer>(-1);
  constexpr Integer kSmallest = kSigned<Integer> ? kFirstBit : static_cast<Integer>(0);
  constexpr T kBeyond = beyond<Integer, T>();
  if (x >= kBeyond) return kLargest;
  if (kSigned<Integer> ? x < -kBeyond : x < 0) return kSmallest;
  if (x != x) return sizeof(T) == sizeof(float) && sizeof(Integer) == sizeof(int) ? static_cast<Integer>(0) : kFirstBit;
  return static_cast<Integer>(x);
}

/// Converts an integer to the nearest T and then rounds in the given direction, based on the side of the result on
/// which the integer is.
template <class T, Direction kDirection, class Integer>
ROCM_BINDGEN_DEVICE inline T from_integer(Integer x) {
  const T nearest = static_cast<T>(x);
  // An integer near the largest one was rounded up to a number that cannot be converted back.
  if (nearest >= beyond<Integer, T>()) return directed<kDirection>(nearest, -1);
  const auto back = static_cast<Integer>(nearest);
  return directed<kDirection>(nearest, (x > back) - (x < back));
}

template <Direction kDirection>
ROCM_BINDGEN_DEVICE inline float from_double(double x) {
  const auto nearest = static_cast<float>(x);
  const auto back = static_cast<double>(nearest);
  return directed<kDirection>(nearest, (x > back) - (x < back));
}

ROCM_BINDGEN_DEVICE inline float rounded_down(float x) {
  return __builtin_floorf(x);
}
ROCM_BINDGEN_DEVICE inline double rounded_down(double x) {
  return __builtin_floor(x);
}
ROCM_BINDGEN_DEVICE inline float rounded_up(float x) {
  return __builtin_ceilf(x);
}
ROCM_BINDGEN_DEVICE inline double rounded_up(double x) {
  return __builtin_ceil(x);
}
ROCM_BINDGEN_DEVICE inline float rounded_to_even(float x) {
  return __builtin_rintf(x);
}
ROCM_BINDGEN_DEVICE inline double rounded_to_even(double x) {
  return __builtin_rint(x);
}
ROCM_BINDGEN_DEVICE inline float rounded_to_zero(float x) {
  return __builtin_truncf(x);
}
ROCM_BINDGEN_DEVICE inline double rounded_to_zero(double x) {
  return __builtin_trunc(x);
}

}  // namespace rocm_bindgen::detail

#define ROCM_BINDGEN_TO_INTEGER(from, to, type, mode, rounded)                      \
  ROCM_BINDGEN_DEVICE inline type __##from##2##to##_##mode(from x) {                \
    return rocm_bindgen::detail::saturated<type>(rocm_bindgen::detail::rounded(x)); \
  }
#define ROCM_BINDGEN_TO_INTEGERS(from, to, type)               \
  ROCM_BINDGEN_TO_INTEGER(from, to, type, rn, rounded_to_even) \
  ROCM_BINDGEN_TO_INTEGER(from, to, type, rz, rounded_to_zero) \
  ROCM_BINDGEN_TO_INTEGER(from, to, type, rd, rounded_down)    \
  ROCM_BINDGEN_TO_INTEGER(from, to, type, ru, rounded_up)
ROCM_BINDGEN_TO_INTEGERS(float, int, int)
ROCM_BINDGEN_TO_INTEGERS(float, uint, unsigned)
ROCM_BINDGEN_TO_INTEGERS(float, ll, long long)
ROCM_BINDGEN_TO_INTEGERS(float, ull, unsigned long long)
ROCM_BINDGEN_TO_INTEGERS(double, int, int)
ROCM_BINDGEN_TO_INTEGERS(double, uint, unsigned)
ROCM_BINDGEN_TO_INTEGERS(double, ll, long long)
ROCM_BINDGEN_TO_INTEGERS(double, ull, unsigned long long)
#undef ROCM_BINDGEN_TO_INTEGERS
#undef ROCM_BINDGEN_TO_INTEGER

#define ROCM_BINDGEN_FROM_INTEGER(from, type, to, mode, rounding)                                \
  ROCM_BINDGEN_DEVICE inline to __##from##2##to##_##mode(type x) {                               \
    return rocm_bindgen::detail::from_integer<to, rocm_bindgen::detail::Direction::rounding>(x); \
  }
#define ROCM_BINDGEN_FROM_INTEGERS(from, type, to)             \
  ROCM_BINDGEN_DEVICE inline to __##from##2##to##_rn(type x) { \
    return static_cast<to>(x);                                 \
  }                                                            \
  ROCM_BINDGEN_FROM_INTEGER(from, type, to, rz, toward_zero)   \
  ROCM_BINDGEN_FROM_INTEGER(from, type, to, rd, down)          \
  ROCM_BINDGEN_FROM_INTEGER(from, type, to, ru, up)
ROCM_BINDGEN_FROM_INTEGERS(int, int, float)
ROCM_BINDGEN_FROM_INTEGERS(uint, unsigned, float)
ROCM_BINDGEN_FROM_INTEGERS(ll, long long, float)
ROCM_BINDGEN_FROM_INTEGERS(ull, unsigned long long, float)
ROCM_BINDGEN_FROM_INTEGERS(ll, long long, double)
ROCM_BINDGEN_FROM_INTEGERS(ull, unsigned long long, double)
#undef ROCM_BINDGEN_FROM_INTEGERS
#undef ROCM_BINDGEN_FROM_INTEGER

ROCM_BINDGEN_DEVICE inline double __int2double_rn(int x) {
  return x;
}
ROCM_BINDGEN_DEVICE inline double __uint2double_rn(unsigned x) {
  return x;
}

ROCM_BINDGEN_DEVICE inline float __double2float_rn(double x) {
  return static_cast<float>(x);
}
ROCM_BINDGEN_DEVICE inline float __double2float_rz(double x) {
  return rocm_bindgen::detail::from_double<rocm_bindgen::detail::Direction::toward_zero>(x);
}
ROCM_BINDGEN_DEVICE inline float __double2float_rd(double x) {
  return rocm_bindgen::detail::from_double<rocm_bindgen::detail::Direction::down>(x);
}
ROCM_BINDGEN_DEVICE inline float __double2float_ru(double x) {
  return rocm_bindgen::detail::from_double<rocm_bindgen::detail::Direction::up>(x);
}

#if defined(__HIP__)
// Programs call these in host functions under `#if defined(__CUDA_ARCH__)`. When nvcc compiles for a device, it
// discards host functions, but clang checks their calls. A program's own host version is not a template, so it takes
// precedence.
#define ROCM_BINDGEN_SAME_BITS_ON_HOST(name, from, to) \
  template <int = 0>                                   \
  __host__ inline to name(from x) {                    \
    return __builtin_bit_cast(to, x);                  \
  }
#else
#define ROCM_BINDGEN_SAME_BITS_ON_HOST(name, from, to)
#endif
#define ROCM_BINDGEN_SAME_BITS(name, from, to)     \
  ROCM_BINDGEN_DEVICE inline to name(from x) {     \
    return rocm_bindgen::detail::same_bits<to>(x); \
  }                                                \
  ROCM_BINDGEN_SAME_BITS_ON_HOST(name, from, to)
ROCM_BINDGEN_SAME_BITS(__float_as_int, float, int)
ROCM_BINDGEN_SAME_BITS(__float_as_uint, float, unsigned)
ROCM_BINDGEN_SAME_BITS(__int_as_float, int, float)
ROCM_BINDGEN_SAME_BITS(__uint_as_float, unsigned, float)
ROCM_BINDGEN_SAME_BITS(__double_as_longlong, double, long long)
ROCM_BINDGEN_SAME_BITS(__longlong_as_double, long long, double)
#undef ROCM_BINDGEN_SAME_BITS
#undef ROCM_BINDGEN_SAME_BITS_ON_HOST

ROCM_BINDGEN_DEVICE inline int __double2hiint(double x) {
  return static_cast<int>(__double_as_longlong(x) >> 32);
}
ROCM_BINDGEN_DEVICE inline int __double2loint(double x) {
  return static_cast<int>(__double_as_longlong(x));
}
ROCM_BINDGEN_DEVICE inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(
      static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32u | static_cast<unsigned>(low)));
}
