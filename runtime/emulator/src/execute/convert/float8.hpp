// 8-bit floats: FP8 and BF8. gfx12 has OCP's encodings; gfx942 has the encodings without infinities and negative zero
// ("FNUZ").
#pragma once

#include <cstdint>

#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

/// An encoding. Codes are without the sign, except `nan`.
struct Float8 {
  unsigned mantissa;       ///< stored bits of the significand
  int bias;                ///< of the exponent
  std::uint8_t largest;    ///< the code of the largest number
  std::uint8_t overflow;   ///< the code for overflow: an infinity or a NaN
  std::uint8_t nan;        ///< the code for NaN, whatever the sign of the NaN
  bool has_negative_zero;  ///< if not, the code of negative zero is the NaN
  bool operator==(const Float8&) const = default;
};

/// Returns the encoding of FP8 (E4M3) on this target.
Float8 fp8_of(const Target& target);
/// Returns the encoding of BF8 (E5M2) on this target.
Float8 bf8_of(const Target& target);

/// The conversion is exact.
float decode_float8(const Float8& format, std::uint8_t code);
/// Rounds to nearest, ties to even. If `saturate`, an overflow gives the largest number, but an infinity still
/// gives the code `overflow`.
std::uint8_t encode_float8(const Float8& format, float number, bool saturate);
/// Rounds stochastically: up if the fraction and the upper bits of `random` add up to a carry.
std::uint8_t encode_float8_stochastic(const Float8& format, float number, std::uint32_t random, bool saturate);

}  // namespace rocm_bindgen::emulator
