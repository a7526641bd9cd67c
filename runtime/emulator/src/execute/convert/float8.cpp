#include "execute/convert/float8.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "execute/float/float_arithmetic.hpp"

namespace rocm_bindgen::emulator {
namespace {

using Single = value::Format<value::F32>;

constexpr std::uint8_t kSign = 0x80;

// The members are: mantissa, bias, largest, overflow, nan, has_negative_zero.
constexpr Float8 kFp8 = {3, 7, 0x7e, 0x7f, 0xff, true};
constexpr Float8 kBf8 = {2, 15, 0x7b, 0x7c, 0xfe, true};
constexpr Float8 kFp8Fnuz = {3, 8, 0x7f, 0x80, 0x80, false};
constexpr Float8 kBf8Fnuz = {2, 16, 0x7f, 0x80, 0x80, false};

int exponent_of(float number) {
  return std::max(value::stored_exponent<value::F32>(bits_of(number)), 1) - Single::kBias;
}

/// Adds the sign of `number` to a code. A code above `format.largest` is an overflow: it is first replaced by
/// `format.overflow` or, if `saturate` is set and the number is finite, by `format.largest`.
std::uint8_t finished(const Float8& format, float number, std::uint32_t code, bool saturate) {
  const std::uint8_t sign = std::signbit(number) ? kSign : 0;
  if (code > format.largest) {
    const bool finite = std::isfinite(number);
    return static_cast<std::uint8_t>(sign | (saturate && finite ? format.largest : format.overflow));
  }
  if (code == 0 && !format.has_negative_zero) return 0;
  return static_cast<std::uint8_t>(sign | code);
}

/// Returns the code of a number whose rounded significand is `significand` units in the last place. The leading 1 of a
/// normal number carries into the exponent field, so the field of the smallest exponent is 1 for normal numbers, and 0
/// for subnormal ones.
std::uint32_t code_of(const Float8& format, int exponent, std::uint32_t significand) {
  const int smallest_exponent = 1 - format.bias;
  return significand + (static_cast<std::uint32_t>(exponent - smallest_exponent) << format.mantissa);
}

}  // namespace

Float8 fp8_of(const Target& target) {
  return target.fnuz_float8 ? kFp8Fnuz : kFp8;
}

Float8 bf8_of(const Target& target) {
  return target.fnuz_float8 ? kBf8Fnuz : kBf8;
}

float decode_float8(const Float8& format, std::uint8_t code) {
  const std::uint8_t magnitude = code & 0x7f;
  const float sign = (code & kSign) != 0 ? -1.0f : 1.0f;
  if (!format.has_negative_zero && code == kSign) return invalid<float>();
  if (magnitude > format.largest) {
    const bool infinity = format == kBf8 && magnitude == format.overflow;
    return infinity ? sign * INFINITY : std::copysign(invalid<float>(), sign);
  }
  const int exponent = magnitude >> format.mantissa;
  const int fraction = magnitude & ((1 << format.mantissa) - 1);
  const int significand = exponent == 0 ? fraction : fraction | 1 << format.mantissa;
  const int scale = std::max(exponent, 1) - format.bias - static_cast<int>(format.mantissa);
  return std::ldexp(sign * static_cast<float>(significand), scale);
}

std::uint8_t encode_float8(const Float8& format, float number, bool saturate) {
  if (number != number) return format.nan;
  const int exponent = std::max(exponent_of(number), 1 - format.bias);
  // Numbers of all formats have exponents of at most bias + 1. kSign is larger than every code without a sign, so
  // finished() treats it as an overflow.
  if (exponent > format.bias + 1) return finished(format, number, kSign, saturate);
  const double units = std::ldexp(std::fabs(double{number}), static_cast<int>(format.mantissa) - exponent);
  const auto significand = static_cast<std::uint32_t>(rounded_to_even(units));
  return finished(format, number, code_of(format, exponent, significand), saturate);
}

/// CDNA 3 ISA, V_CVT_SR_FP8_F32: random bits are added below the bits that are kept, and the rest is truncated. A
/// number that becomes subnormal is shifted first and loses the bits that are shifted out.
std::uint8_t encode_float8_stochastic(const Float8& format, float number, std::uint32_t random, bool saturate) {
  if (number != number) return format.nan;
  const int exponent = std::max(exponent_of(number), 1 - format.bias);
  if (exponent > format.bias + 1) return finished(format, number, kSign, saturate);
  const auto bits = static_cast<std::uint32_t>(bits_of(number));
  const bool normal = value::stored_exponent<value::F32>(bits) != 0;
  const auto stored = bits & static_cast<std::uint32_t>(Single::kMantissaMask);
  const std::uint32_t significand = normal ? stored | 1u << Single::kMantissa : stored;
  const int subnormal_shift = std::min(exponent - exponent_of(number), 31);
  const unsigned dropped = Single::kMantissa - format.mantissa;
  const std::uint32_t kept = ((significand >> subnormal_shift) + (random >> (32 - dropped))) >> dropped;
  return finished(format, number, code_of(format, exponent, kept), saturate);
}

}  // namespace rocm_bindgen::emulator
