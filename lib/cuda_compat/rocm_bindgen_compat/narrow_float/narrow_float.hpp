// Access to the bits of IEEE numbers, and the roundings that all small floating-point types use.
//
// A conversion from a wider number to a small type has two steps: rounding to odd yields a float, and the float is
// rounded to the type in the requested direction. Rounding to odd preserves the information whether the number was
// exact, so the result is the same as that of a single rounding. Two roundings to nearest would differ from it in some
// cases.
//
// The small types are defined by half.hpp, bf16.hpp and fp8.hpp. The first two set macros with the names of their type
// and include the narrow_*.inc files, which contain everything that the two types have in common; fp8.hpp does the same
// with fp8_type.inc.
#pragma once

#include <stdint.h>

#include "rocm_bindgen_compat/language/function_space.hpp"

// The functions of these headers are compiled in HIP's two passes and in plain C++; only HIP has the attributes.
#if defined(__HIP__)
#define ROCM_BINDGEN_HOST_DEVICE __attribute__((host)) __attribute__((device))
#else
#define ROCM_BINDGEN_HOST_DEVICE
#endif

struct __half;
struct __nv_bfloat16;

namespace rocm_bindgen::detail {

template <class To, class From>
ROCM_BINDGEN_HOST_DEVICE inline To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast requires types of the same size");
  To to;
  __builtin_memcpy(&to, &from, sizeof(to));
  return to;
}

constexpr uint32_t kFloatSign = 0x80000000u;
constexpr uint32_t kFloatMagnitude = 0x7fffffffu;
constexpr uint32_t kFloatInfinity = 0x7f800000u;

// Computes `value >> shift`, rounded to nearest, ties to even. 1 <= shift <= 31, and value must leave room for the
// carry.
ROCM_BINDGEN_HOST_DEVICE inline uint32_t shift_to_nearest_even(uint32_t value, uint32_t shift) {
  const uint32_t odd = (value >> shift) & 1u;
  return (value + (1u << (shift - 1u)) - 1u + odd) >> shift;
}

// Rounds to odd: an inexact result gets an odd last bit. A later rounding to at most 22 bits is then the same as a
// single rounding of the original value, which does not hold for rounding to nearest twice.
ROCM_BINDGEN_HOST_DEVICE inline float round_to_odd(double value) {
  const float nearest = static_cast<float>(value);
  const double back = static_cast<double>(nearest);
  uint32_t bits = bits_as<uint32_t>(nearest);
  const bool inexact = !(back == value);
  const bool away_from_zero = __builtin_fabs(back) > __builtin_fabs(value);
  bits -= away_from_zero ? 1u : 0u;
  bits |= inexact ? 1u : 0u;
  return bits_as<float>(bits);
}

// Computes a + b rounded to odd. The error of the nearest sum is itself a double; for infinities and NaN, it is NaN.
ROCM_BINDGEN_HOST_DEVICE inline double add_to_odd(double a, double b) {
  ROCM_BINDGEN_AS_WRITTEN
  const double nearest = a + b;
  const double b_part = nearest - a;
  const double error = (a - (nearest - b_part)) + (b - b_part);
  if (!(error < 0.0) && !(error > 0.0)) return nearest;
  const bool away_from_zero = (error < 0.0) == (nearest > 0.0);
  const uint64_t bits = bits_as<uint64_t>(nearest) - (away_from_zero ? 1u : 0u);
  return bits_as<double>(bits | 1u);
}

// Rounds integers to odd. If one has more than 24 bits, which are too many for a float, its lowest eight bits are
// combined into the bit above them. The 17 to 24 bits that remain are enough for a later rounding to a small type.
ROCM_BINDGEN_HOST_DEVICE inline float round_to_odd(uint32_t value) {
  const uint32_t dropped = value & 0xffu;
  const uint32_t folded = (value & ~0xffu) | (dropped != 0 ? 0x100u : 0u);
  return static_cast<float>((value >> 24u) != 0 ? folded : value);
}

ROCM_BINDGEN_HOST_DEVICE inline float round_to_odd(uint64_t value) {
  const uint32_t high = static_cast<uint32_t>(value >> 32u);
  const uint32_t low = static_cast<uint32_t>(value);
  if (high == 0) return round_to_odd(low);
  // From 2^32 on, the leading 32 bits are rounded. The lowest of them also records whether any bit below is set.
  const uint32_t shift = 32u - static_cast<uint32_t>(__builtin_clz(high));
  const uint64_t below = value & ((uint64_t{1} << shift) - 1u);
  const uint32_t leading = static_cast<uint32_t>(value >> shift) | (below != 0 ? 1u : 0u);
  return round_to_odd(leading) * static_cast<float>(uint64_t{1} << shift);
}

ROCM_BINDGEN_HOST_DEVICE inline float round_to_odd(int64_t value) {
  const uint64_t magnitude = value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  const float rounded = round_to_odd(magnitude);
  return value < 0 ? -rounded : rounded;
}

ROCM_BINDGEN_HOST_DEVICE inline float round_to_odd(int32_t value) {
  const uint32_t magnitude = value < 0 ? 0u - static_cast<uint32_t>(value) : static_cast<uint32_t>(value);
  const float rounded = round_to_odd(magnitude);
  return value < 0 ? -rounded : rounded;
}

ROCM_BINDGEN_HOST_DEVICE inline float round_to_odd(float value) {
  return value;
}

// Rounds toward zero and clamps to the range of Int. NaN yields 0, or for 64 bits the number with only the highest bit
// set. CUDA's conversions work this way; the plain C++ conversion is undefined outside the range.
template <class Int>
ROCM_BINDGEN_HOST_DEVICE inline Int saturate_to(float value) {
  constexpr bool kSigned = static_cast<Int>(-1) < static_cast<Int>(0);
  constexpr int kValueBits = static_cast<int>(sizeof(Int)) * 8 - (kSigned ? 1 : 0);
  constexpr uint64_t kMax = ~uint64_t{0} >> (64 - kValueBits);
  // 2^kValueBits is the first float above the range. It is doubled as a float, because 1 << 64 would overflow.
  const float above = static_cast<float>(uint64_t{1} << (kValueBits - 1)) * 2.0f;
  const float lowest = kSigned ? -above : 0.0f;
  if (!(value == value)) return static_cast<Int>(sizeof(Int) == 8 ? uint64_t{1} << 63 : uint64_t{0});
  if (value >= above) return static_cast<Int>(kMax);
  if (value <= lowest) return kSigned ? static_cast<Int>(~kMax) : static_cast<Int>(0);
  return static_cast<Int>(value);
}

}  // namespace rocm_bindgen::detail
