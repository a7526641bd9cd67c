// The fields of the MODE register (RDNA 3 ISA, 3.3.2 "Mode Register"). The bits that are used here are the same from
// gfx9 to gfx11. gfx12 has no DX10_CLAMP and no IEEE; code that sets MODE treats both as always set there.
#pragma once

#include <cfenv>
#include <cstdint>

namespace rocm_bindgen::emulator {

/// The values are those of the fields of FP_ROUND.
enum class Rounding : std::uint8_t { nearest_even = 0, up = 1, down = 2, toward_zero = 3 };

/// The argument of std::fesetround() for this rounding mode.
inline int host_rounding(Rounding rounding) {
  switch (rounding) {
    case Rounding::up:
      return FE_UPWARD;
    case Rounding::down:
      return FE_DOWNWARD;
    case Rounding::toward_zero:
      return FE_TOWARDZERO;
    case Rounding::nearest_even:
      break;
  }
  return FE_TONEAREST;
}

struct Mode {
  Rounding round_32 = Rounding::nearest_even;
  Rounding round_16_64 = Rounding::nearest_even;
  bool flush_inputs_32 = false, flush_outputs_32 = false;        ///< subnormal numbers of single precision
  bool flush_inputs_16_64 = false, flush_outputs_16_64 = false;  ///< subnormal numbers of half and double precision
  bool dx10_clamp = true;                                        ///< the clamp modifier turns NaN into 0
  bool ieee = true;                                              ///< min and max quiet signalling NaNs
  bool saturates_overflow = false;  ///< FP16_OVFL: an overflow to f16, fp8 or bf8 gives the largest number
  std::uint32_t bits = 0;           ///< the register's value, as s_getreg reads it

  /// Returns whether plain host arithmetic in the default floating-point environment gives the device's result of an
  /// instruction without output modifiers whose result has 32 or 64 bits. The other fields do not matter to such an
  /// instruction: DX10_CLAMP affects only the clamp modifier, FP16_OVFL only narrower results, and the functions for
  /// minima and maxima read IEEE from the mode that they get.
  bool is_plain() const {
    return round_32 == Rounding::nearest_even && round_16_64 == Rounding::nearest_even && !flush_inputs_32 &&
           !flush_outputs_32 && !flush_inputs_16_64 && !flush_outputs_16_64;
  }
};

/// FP_ROUND is in bits 3:0 and FP_DENORM in bits 7:4. A set bit of FP_DENORM *allows* subnormal numbers: bits 4 and 6
/// as inputs, bits 5 and 7 as outputs. DX10_CLAMP is bit 8, IEEE is bit 9, and FP16_OVFL is bit 23.
inline Mode decode_mode(std::uint32_t bits) {
  Mode mode;
  mode.round_32 = static_cast<Rounding>(bits & 3);
  mode.round_16_64 = static_cast<Rounding>(bits >> 2 & 3);
  mode.flush_inputs_32 = (bits >> 4 & 1) == 0;
  mode.flush_outputs_32 = (bits >> 5 & 1) == 0;
  mode.flush_inputs_16_64 = (bits >> 6 & 1) == 0;
  mode.flush_outputs_16_64 = (bits >> 7 & 1) == 0;
  mode.dx10_clamp = (bits >> 8 & 1) != 0;
  mode.ieee = (bits >> 9 & 1) != 0;
  mode.saturates_overflow = (bits >> 23 & 1) != 0;
  mode.bits = bits;
  return mode;
}

}  // namespace rocm_bindgen::emulator
