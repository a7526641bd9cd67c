// VGPR indexing of gfx9 (Vega ISA, 12.4 "SOPC Instructions", S_SET_GPR_IDX_ON). A bit of MODE turns indexing on; M0 has
// the offset and selects the operands that it applies to. Between S_SET_GPR_IDX_ON and S_SET_GPR_IDX_OFF, compilers
// only emit V_MOV_B32, so this is the only instruction that implements indexing.
#pragma once

#include <cstdint>

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator::indexing {

constexpr std::uint32_t kEnabled = 1u << 27;  ///< in MODE
constexpr std::uint32_t kOffsetMask = 0xff;   ///< in M0
constexpr unsigned kOperandsShift = 12;       ///< in M0: four bits
constexpr std::uint32_t kOperandsMask = 0xf000;
constexpr std::uint32_t kFirstSource = 1, kDestination = 8;  ///< bits of the operand selection

/// Returns whether the wave has turned indexing on.
inline bool is_on(const Wave& wave) {
  return (wave.mode.bits & kEnabled) != 0 && wave.target.generation == Generation::gfx9;
}

/// Returns the offset for `operand`, one of the bits above; 0 if indexing does not apply to it.
inline std::uint32_t offset(const Wave& wave, std::uint32_t operand) {
  const auto m0 = wave.scalar[kM0];
  return (m0 >> kOperandsShift & operand) != 0 ? m0 & kOffsetMask : 0;
}

}  // namespace rocm_bindgen::emulator::indexing
