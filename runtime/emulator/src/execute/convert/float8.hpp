// Floats of 8 bits: FP8 and BF8, with the OCP's encodings (gfx12) or those without infinities and negative zero
// ("FNUZ", gfx942).
#pragma once

#include <cstdint>

#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

struct Float8 {
  unsigned mantissa;       ///< stored bits
  int bias;                ///< of the exponent
  std::uint8_t largest;    ///< the largest number's code
  std::uint8_t overflow;   ///< what lies beyond it: an infinity or a NaN
  std::uint8_t nan;        ///< what a NaN becomes, whatever its sign
  bool has_negative_zero;  ///< otherwise that code is the NaN
  bool operator==(const Float8&) const = default;
};

/// E4M3
Float8 fp8_of(const Target& target);
/// E5M2
Float8 bf8_of(const Target& target);

/// Exact.
float decode_float8(const Float8& format, std::uint8_t code);
/// To nearest, ties to even. `saturate`: overflow gives the largest number, but infinities stay.
std::uint8_t encode_float8(const Float8& format, float number, bool saturate);
/// Rounded up with the probability that the upper bits of `random` make of it.
std::uint8_t encode_float8_stochastic(const Float8& format, float number, std::uint32_t random, bool saturate);

}  // namespace rocm_bindgen::emulator
