// The small floating-point formats: the meaning of their bits, and conversions from float to these bits in every
// rounding direction.
#pragma once

#include "rocm_bindgen_compat/narrow_float/narrow_float.hpp"

namespace rocm_bindgen::detail {

enum class Rounding { kNearest, kTowardZero, kDown, kUp };

// The parameters kSign, kInfinity and so on are codes. kNan is the NaN that CUDA's conversions and functions return.
template <uint32_t mantissa_bits, uint32_t bias, uint32_t sign, uint32_t infinity, uint32_t nan, uint32_t one>
struct NarrowFormat {
  static constexpr uint32_t kMantissaBits = mantissa_bits;
  static constexpr uint32_t kBias = bias;
  static constexpr uint32_t kSign = sign;
  static constexpr uint32_t kInfinity = infinity;
  static constexpr uint32_t kNan = nan;
  static constexpr uint32_t kOne = one;
};

using HalfFormat = NarrowFormat<10, 15, 0x8000u, 0x7c00u, 0x7fffu, 0x3c00u>;
using Bf16Format = NarrowFormat<7, 127, 0x8000u, 0x7f80u, 0x7fffu, 0x3f80u>;
using E5m2Format = NarrowFormat<2, 15, 0x80u, 0x7cu, 0x7fu, 0x3cu>;
// This format has no infinities: the code after the largest value is NaN.
using E4m3Format = NarrowFormat<3, 7, 0x80u, 0x7fu, 0x7fu, 0x38u>;

constexpr uint32_t kNarrowMagnitude = 0x7fffu;

// Computes `value >> shift`, rounded. 1 <= shift <= 31.
template <Rounding kRounding>
ROCM_BINDGEN_HOST_DEVICE inline uint32_t shift_rounded(uint32_t value, uint32_t shift, bool negative) {
  if (kRounding == Rounding::kNearest) return shift_to_nearest_even(value, shift);
  const uint32_t truncated = value >> shift;
  const uint32_t dropped = value - (truncated << shift);
  const bool away = (kRounding == Rounding::kDown && negative) || (kRounding == Rounding::kUp && !negative);
  return truncated + (away && dropped != 0 ? 1u : 0u);
}

// If the rounding direction does not lead to infinity, an overflow yields the largest finite value.
template <Rounding kRounding>
ROCM_BINDGEN_HOST_DEVICE inline bool overflows_to_infinity(bool negative) {
  return kRounding == Rounding::kNearest || (kRounding == Rounding::kDown && negative) ||
         (kRounding == Rounding::kUp && !negative);
}

template <class Format, Rounding kRounding>
ROCM_BINDGEN_HOST_DEVICE inline unsigned short narrow_bits(float value) {
  constexpr uint32_t kFloatMantissaBits = 23;
  constexpr uint32_t kFloatBias = 127;
  // The bits of the float that equals the format's smallest normal number, 2^(1 - bias).
  constexpr uint32_t kSmallestNormal = (kFloatBias + 1u - Format::kBias) << kFloatMantissaBits;
  constexpr uint32_t kDropped = kFloatMantissaBits - Format::kMantissaBits;
  const uint32_t bits = bits_as<uint32_t>(value);
  const bool negative = (bits & kFloatSign) != 0;
  const uint32_t sign = negative ? Format::kSign : 0u;
  const uint32_t magnitude = bits & kFloatMagnitude;
  if (magnitude > kFloatInfinity) return static_cast<unsigned short>(Format::kNan);
  if (magnitude == kFloatInfinity) return static_cast<unsigned short>(sign | Format::kInfinity);
  uint32_t code;
  if (magnitude >= kSmallestNormal) {
    constexpr uint32_t kBiasStep = kFloatBias - Format::kBias;
    code = shift_rounded<kRounding>(magnitude, kDropped, negative) - (kBiasStep << Format::kMantissaBits);
    if (code >= Format::kInfinity) code = Format::kInfinity - (overflows_to_infinity<kRounding>(negative) ? 0u : 1u);
  } else {
    // The shift is in units of the format's last place. For shifts of 31 and more, only the direction matters, so they
    // are limited to 31.
    const uint32_t exponent = magnitude >> kFloatMantissaBits;
    const uint32_t leading = exponent != 0 ? uint32_t{1} << kFloatMantissaBits : 0u;
    const uint32_t significand = (magnitude & ((uint32_t{1} << kFloatMantissaBits) - 1u)) | leading;
    const uint32_t shift = kDropped + (kSmallestNormal >> kFloatMantissaBits) - (exponent != 0 ? exponent : 1u);
    code = shift_rounded<kRounding>(significand, shift < 31u ? shift : 31u, negative);
  }
  return static_cast<unsigned short>(sign | code);
}

// Rounding to nearest, which almost every conversion uses, has a faster implementation.
ROCM_BINDGEN_HOST_DEVICE inline unsigned short nearest_bits(HalfFormat, float value) {
#if defined(__AMDGCN__)
  return __builtin_bit_cast(unsigned short, static_cast<_Float16>(value));
#else
  return narrow_bits<HalfFormat, Rounding::kNearest>(value);
#endif
}

ROCM_BINDGEN_HOST_DEVICE inline unsigned short nearest_bits(Bf16Format, float value) {
  const uint32_t bits = bits_as<uint32_t>(value);
  // Rounding could turn the payload of a NaN into an infinity.
  if ((bits & kFloatMagnitude) > kFloatInfinity) return static_cast<unsigned short>(Bf16Format::kNan);
  const uint32_t odd = (bits >> 16u) & 1u;
  return static_cast<unsigned short>((bits + 0x7fffu + odd) >> 16u);
}

template <class Format, Rounding kRounding>
ROCM_BINDGEN_HOST_DEVICE inline unsigned short rounded_bits(float value) {
  return kRounding == Rounding::kNearest ? nearest_bits(Format{}, value) : narrow_bits<Format, kRounding>(value);
}

ROCM_BINDGEN_HOST_DEVICE inline float widened(HalfFormat, unsigned short code) {
#if defined(__AMDGCN__)
  return static_cast<float>(__builtin_bit_cast(_Float16, code));
#else
  constexpr uint32_t kBiasStep = 127 - HalfFormat::kBias;
  const uint32_t sign = static_cast<uint32_t>(code & HalfFormat::kSign) << 16u;
  const uint32_t magnitude = code & kNarrowMagnitude;
  const uint32_t normal = (magnitude << 13u) + (kBiasStep << 23u);
  // 2^-24 is the unit of half's denormal numbers.
  const uint32_t denormal = bits_as<uint32_t>(static_cast<float>(magnitude) * 0x1p-24f);
  const uint32_t finite = magnitude < (uint32_t{1} << HalfFormat::kMantissaBits) ? denormal : normal;
  return bits_as<float>(sign | (magnitude >= HalfFormat::kInfinity ? (magnitude << 13u) | kFloatInfinity : finite));
#endif
}

ROCM_BINDGEN_HOST_DEVICE inline float widened(Bf16Format, unsigned short code) {
  return bits_as<float>(static_cast<uint32_t>(code) << 16u);
}

// LLVM computes quotients and roots of widened halves in half if their result is narrowed again, by means of an
// approximate reciprocal, and some results are then neighbours of the correctly rounded ones. This function keeps the
// computation in float.
ROCM_BINDGEN_HOST_DEVICE inline float as_computed(float value) {
#if defined(__AMDGCN__)
  asm("" : "+v"(value));
#endif
  return value;
}

}  // namespace rocm_bindgen::detail
