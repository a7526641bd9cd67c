// Converts codes of the element types to numbers, and numbers to the nearest code, from the types' definitions alone.
// It is slow, computes in long double (which holds every 64-bit integer), and shares no code with the kernels.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp8.h"

namespace reference {

using Real = long double;

// A binary float of at most 16 bits. Without infinities (e4m3) only the all-ones code is NaN and overflow saturates.
struct SmallFormat {
  int exponent_bits;
  int mantissa_bits;
  bool has_infinity;

  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  int sign_bit() const { return 1 << (exponent_bits + mantissa_bits); }
  int infinity() const { return ((1 << exponent_bits) - 1) << mantissa_bits; }
  int largest() const { return has_infinity ? infinity() - 1 : sign_bit() - 2; }

  Real value(int code) const {
    const Real sign = (code & sign_bit()) != 0 ? -1.0L : 1.0L;
    const int magnitude = code & (sign_bit() - 1);
    if (magnitude > (has_infinity ? infinity() : largest())) return std::numeric_limits<Real>::quiet_NaN();
    if (has_infinity && magnitude == infinity()) return sign * std::numeric_limits<Real>::infinity();
    const int exponent = magnitude >> mantissa_bits;
    const int mantissa = magnitude & ((1 << mantissa_bits) - 1);
    const int significand = exponent == 0 ? mantissa : mantissa + (1 << mantissa_bits);
    return sign * static_cast<Real>(significand) * power_of_two(std::max(exponent, 1) - bias() - mantissa_bits);
  }

  // Returns 2^exponent, without std::ldexp() of long double, which would take a tenth of the tests' time. In double,
  // the powers are normal numbers for all exponents of these formats.
  static double power_of_two(int exponent) {
    const auto bits = static_cast<uint64_t>(exponent + 1023) << 52;
    double power;
    std::memcpy(&power, &bits, sizeof(power));
    return power;
  }

  // The nearest of all codes; the even one of two equally near ones.
  int nearest(Real x) const {
    if (std::isnan(x)) return sign_bit() - 1;
    const int sign = std::signbit(x) ? sign_bit() : 0;
    const Real magnitude = std::fabs(x);
    int low = 0;
    int high = largest() + 1;  // one above the largest: the next power of two, or e4m3's NaN
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      (value(middle) <= magnitude ? low : high) = middle;
    }
    const Real below = value(low);
    const Real above = high <= largest() ? value(high) : 2 * value(largest()) - value(largest() - 1);
    const bool up = magnitude - below > above - magnitude || (magnitude - below == above - magnitude && low % 2 == 1);
    if (std::isinf(magnitude) || (up && high > largest())) return sign | (has_infinity ? infinity() : largest());
    return sign | (up ? high : low);
  }
};

inline constexpr SmallFormat kHalf{5, 10, true};
inline constexpr SmallFormat kBfloat16{8, 7, true};
inline constexpr SmallFormat kE4m3{4, 3, false};

template <class T>
struct Element;

template <class T, class Code, const SmallFormat& kFormat>
struct SmallElement {
  static constexpr bool kFloat = true;
  static Code code(T x) {
    Code bits;
    std::memcpy(&bits, &x, sizeof(x));
    return bits;
  }
  static T from_code(int code) {
    const Code bits = static_cast<Code>(code);
    T x;
    std::memcpy(&x, &bits, sizeof(x));
    return x;
  }
  static Real value(T x) { return kFormat.value(code(x)); }
  static T nearest(Real x) { return from_code(kFormat.nearest(x)); }
  // An integer that is ordered like the values; neighbouring values differ by 1.
  static int64_t order(T x) {
    const int magnitude = code(x) & (kFormat.sign_bit() - 1);
    return (code(x) & kFormat.sign_bit()) != 0 ? -magnitude : magnitude;
  }
  static Real smallest_normal() { return kFormat.value(1 << kFormat.mantissa_bits); }
};
template <>
struct Element<__half> : SmallElement<__half, uint16_t, kHalf> {};
template <>
struct Element<__nv_bfloat16> : SmallElement<__nv_bfloat16, uint16_t, kBfloat16> {};
template <>
struct Element<__nv_fp8_e4m3> : SmallElement<__nv_fp8_e4m3, uint8_t, kE4m3> {};

template <class T, class Code>
struct WideFloatElement {
  static constexpr bool kFloat = true;
  static Code code(T x) {
    Code bits;
    std::memcpy(&bits, &x, sizeof(x));
    return bits;
  }
  static Real value(T x) { return x; }
  static T nearest(Real x) { return static_cast<T>(x); }
  static int64_t order(T x) {
    constexpr Code kMagnitude = std::numeric_limits<Code>::max() >> 1;
    const int64_t magnitude = static_cast<int64_t>(code(x) & kMagnitude);
    return std::signbit(x) ? -magnitude : magnitude;
  }
  static Real smallest_normal() { return std::numeric_limits<T>::min(); }
};
template <>
struct Element<float> : WideFloatElement<float, uint32_t> {};
template <>
struct Element<double> : WideFloatElement<double, uint64_t> {};

template <class T>
struct IntegerElement {
  static constexpr bool kFloat = false;
  static T code(T x) { return x; }
  static Real value(T x) { return static_cast<Real>(x); }
  // Conversions from float clamp and round toward zero; NaN becomes 0.
  static T nearest(Real x) {
    if (std::isnan(x)) return 0;
    if (x <= static_cast<Real>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
    if (x >= static_cast<Real>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    return static_cast<T>(x);
  }
};
template <>
struct Element<uint8_t> : IntegerElement<uint8_t> {};
template <>
struct Element<uint32_t> : IntegerElement<uint32_t> {};
template <>
struct Element<int16_t> : IntegerElement<int16_t> {};
template <>
struct Element<int32_t> : IntegerElement<int32_t> {};
template <>
struct Element<int64_t> : IntegerElement<int64_t> {};

// The permitted error of a result, in units in the last place. kBits requires the same bits, including signs of zero
// and NaN payloads.
constexpr int64_t kBits = -1;

// In inexact operations (`ulps` > 1) on float and double, an absolute error up to the smallest normal number is
// permitted too.
template <class T>
bool agrees(T got, T expected, int64_t ulps) {
  using E = Element<T>;
  if (E::code(got) == E::code(expected)) return true;
  if (ulps == kBits || !E::kFloat) return false;
  if constexpr (E::kFloat) {
    const bool got_nan = std::isnan(E::value(got));
    const bool expected_nan = std::isnan(E::value(expected));
    if (got_nan || expected_nan) return got_nan == expected_nan;
    const int64_t distance = E::order(got) - E::order(expected);
    if (distance <= ulps && -distance <= ulps) return true;
    return sizeof(T) >= 4 && ulps > 1 && std::fabs(E::value(got) - E::value(expected)) <= E::smallest_normal();
  }
  return false;
}

// Values at which element types and operations change their behaviour; all values for types of up to 16 bits.
template <class T>
std::vector<T> edge_values() {
  std::vector<T> values;
  if constexpr (sizeof(T) <= 2 && Element<T>::kFloat) {
    for (int code = 0; code < 1 << (8 * sizeof(T)); ++code) values.push_back(Element<T>::from_code(code));
  } else if constexpr (sizeof(T) == 1) {
    for (int i = 0; i < 256; ++i) values.push_back(static_cast<T>(i));
  } else if constexpr (Element<T>::kFloat) {
    using Limits = std::numeric_limits<T>;
    // Values around every power of two that is a limit of some type, halves, and the turning points of functions.
    std::vector<T> base = {0,
                           T(0.5),
                           1,
                           T(1.5),
                           2,
                           T(2.5),
                           3,
                           T(0.1),
                           T(0.7),
                           T(3.25),
                           6,
                           10,
                           20,
                           T(37.5),
                           T(88.7),
                           90,
                           104,
                           T(127),
                           T(127.5),
                           T(128),
                           255,
                           T(255.5),
                           256,
                           T(300),
                           448,
                           464,
                           T(480),
                           T(1e4),
                           65504,
                           65520,
                           65536,
                           T(16777217),
                           T(1e7),
                           T(2147483647),
                           T(2147483648.0),
                           T(1e-3),
                           T(4294967295.0),
                           T(1e10),
                           T(4294967296.0),
                           T(1e-7),
                           T(0x1p63),
                           T(0x1p64),
                           T(0x1p-6),
                           T(0x1p-7),
                           T(0x1p-9),
                           T(0x1p-10),
                           T(0x1.8p-10),
                           T(0x1p-14),
                           T(0x1p-24),
                           T(0x1p-25),
                           T(0x1p-126),
                           T(0x1p-133),
                           T(0x1p-134),
                           T(0x1.fep127),
                           T(0x1.ffp127),
                           T(1e-30),
                           T(1e30),
                           T(0x1p-149),
                           Limits::min(),
                           Limits::denorm_min(),
                           T(0.75),
                           T(709.5),
                           T(745.5),
                           T(1e5)};
    base.push_back(Limits::max());
    for (const T x : base) {
      for (const T y : {x, std::nextafter(x, Limits::infinity()), std::nextafter(x, -Limits::infinity())}) {
        values.push_back(y);
        values.push_back(-y);
      }
    }
    values.push_back(Limits::infinity());
    values.push_back(-Limits::infinity());
    values.push_back(Limits::quiet_NaN());
    values.push_back(-Limits::quiet_NaN());
  } else {
    using Limits = std::numeric_limits<T>;
    std::vector<int64_t> base = {0, 1, 2, 3, 5, 7, 10, 100, 1000};
    for (int bit = 3; bit < 63; ++bit) base.push_back(int64_t{1} << bit);
    // Values halfway between bfloat16 neighbours, and just above, for which rounding twice gives a wrong result.
    for (const int64_t x : {int64_t{0x1010000}, int64_t{0x1010001}, int64_t{0x1030000}, int64_t{0x80800001}}) {
      base.push_back(x);
    }
    base.push_back(Limits::min());
    base.push_back(static_cast<int64_t>(Limits::max()));
    for (const int64_t x : base) {
      for (const int64_t step : {-1, 0, 1}) {
        const uint64_t near = static_cast<uint64_t>(x) + static_cast<uint64_t>(step);
        values.push_back(static_cast<T>(near));
        values.push_back(static_cast<T>(~near));
      }
    }
  }
  return values;
}

// The contract of the casts: one rounding of the exact value, except that doubles are converted to e4m3 through float.
template <class From, class To>
To converted(From x) {
  if constexpr (std::is_same_v<From, To>) {
    return x;
  } else if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
    return static_cast<To>(static_cast<uint64_t>(x));
  } else if constexpr (std::is_same_v<From, double> && std::is_same_v<To, __nv_fp8_e4m3>) {
    return Element<To>::nearest(static_cast<Real>(static_cast<float>(x)));
  } else {
    return Element<To>::nearest(Element<From>::value(x));
  }
}

inline Real normcdf_of(Real x) {
  return 0.5L * std::erfc(-x / std::sqrt(2.0L));
}
inline Real sigmoid_of(Real x) {
  return 1 / (1 + std::exp(-x));
}

}  // namespace reference
