// The MODE register, taken apart (RDNA 3 ISA, 3.3.2 "Mode Register"; the same bits from gfx9 to gfx11).
#pragma once

#include <cfenv>
#include <cstdint>

namespace rocm_bindgen::emulator {

enum class Rounding : std::uint8_t { nearest_even = 0, up = 1, down = 2, toward_zero = 3 };

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
  bool flush_inputs_32 = false, flush_outputs_32 = false;        ///< single precision denormals
  bool flush_inputs_16_64 = false, flush_outputs_16_64 = false;  ///< half and double
  bool dx10_clamp = true;                                        ///< clamp turns NaN into 0
  bool ieee = true;                                              ///< min and max quiet signalling NaNs
  bool fp16_overflow = false;
  std::uint32_t bits = 0;  ///< the register as s_getreg reads it

  /// Does plain host arithmetic in the default environment give the device's result?
  bool is_plain() const {
    return round_32 == Rounding::nearest_even && round_16_64 == Rounding::nearest_even && !flush_inputs_32 &&
           !flush_outputs_32 && !flush_inputs_16_64 && !flush_outputs_16_64;
  }
};

/// FP_ROUND in bits 3:0, FP_DENORM in 7:4 (a set bit *allows* denormals: 4 and 6 in, 5 and 7 out), DX10_CLAMP 8, IEEE
/// 9, FP16_OVFL 23.
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
  mode.fp16_overflow = (bits >> 23 & 1) != 0;
  mode.bits = bits;
  return mode;
}

}  // namespace rocm_bindgen::emulator
