// Converts between numbers and the bits of f16 and bf16, independently of the emulator's own conversions, to compute
// expected results. "brain" is bf16.
#pragma once

#include <cmath>
#include <cstdint>

namespace rocm_bindgen::emulator::expected {

/// A type in which sums of products of halves and singles are exact.
__extension__ using Wide = __float128;

/// Rounds `value`, which must be finite, to nearest even, in a format with `mantissa` stored bits of the significand
/// and `exponent` bits of the exponent. `sign_of_zero` has the bits of the result for a value of 0, which has no sign
/// of its own here.
inline std::uint32_t rounded_bits(Wide value, int mantissa, int exponent, std::uint32_t sign_of_zero = 0) {
  const int bias = (1 << (exponent - 1)) - 1;
  const std::uint32_t sign = value < 0 ? 1u << (mantissa + exponent) : value == 0 ? sign_of_zero : 0;
  Wide magnitude = value < 0 ? -value : value;
  if (magnitude == 0) return sign;
  int power = 0;
  while (magnitude >= 2) magnitude /= 2, ++power;
  while (magnitude < 1 && power > 1 - bias) magnitude *= 2, --power;
  if (power < 1 - bias) power = 1 - bias;
  // From here on, the magnitude is in units of the last place.
  for (int n = 0; n < mantissa; ++n) magnitude *= 2;
  auto units = static_cast<std::uint32_t>(magnitude);
  const Wide rest = magnitude - units;
  if (rest > 0.5 || (rest == 0.5 && units % 2 == 1)) ++units;
  const auto infinity = ((1u << exponent) - 1) << mantissa;
  // The hidden bit, which is in `units`, adds 1 to the exponent field of a normal number.
  const auto bits = units + (static_cast<std::uint32_t>(power + bias - 1) << mantissa);
  return sign | (bits > infinity ? infinity : bits);
}

inline std::uint16_t half(Wide value) {
  return static_cast<std::uint16_t>(rounded_bits(value, 10, 5));
}
inline std::uint16_t brain(Wide value) {
  return static_cast<std::uint16_t>(rounded_bits(value, 7, 8));
}

/// The inverse of rounded_bits(). Infinities and NaNs are converted too.
inline double value_of(std::uint32_t bits, int mantissa, int exponent) {
  const int bias = (1 << (exponent - 1)) - 1;
  const auto fraction = static_cast<int>(bits & ((1u << mantissa) - 1));
  const auto stored = static_cast<int>(bits >> mantissa & ((1u << exponent) - 1));
  const double sign = (bits >> (mantissa + exponent) & 1) != 0 ? -1 : 1;
  if (stored == (1 << exponent) - 1) return fraction != 0 ? NAN : sign * INFINITY;
  const int significand = stored == 0 ? fraction : fraction + (1 << mantissa);
  return sign * std::ldexp(significand, (stored == 0 ? 1 : stored) - bias - mantissa);
}
inline double value_of_half(std::uint32_t bits) {
  return value_of(bits, 10, 5);
}
inline double value_of_brain(std::uint32_t bits) {
  return value_of(bits, 7, 8);
}

inline std::uint32_t pair(std::uint32_t low, std::uint32_t high) {
  return (low & 0xffff) | high << 16;
}

}  // namespace rocm_bindgen::emulator::expected
