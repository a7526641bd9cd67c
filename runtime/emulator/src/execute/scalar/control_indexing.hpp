// VGPR indexing of gfx9 (Vega ISA, 12.4 "SOPC Instructions", S_SET_GPR_IDX_ON): MODE says whether register numbers are
// moved at all, M0 by how much and which operands'. Compilers have V_MOV_B32 alone between _ON and _OFF, and that is
// the one instruction that looks here.
#pragma once

#include <cstdint>

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator::indexing {

constexpr std::uint32_t kEnabled = 1u << 27;  ///< in MODE
constexpr std::uint32_t kOffsetMask = 0xff;   ///< in M0
constexpr unsigned kOperandsShift = 12;       ///< in M0: four bits
constexpr std::uint32_t kOperandsMask = 0xf000;
constexpr std::uint32_t kFirstSource = 1, kDestination = 8;  ///< of those bits

inline bool is_on(const Wave& wave) {
  return (wave.mode.bits & kEnabled) != 0 && wave.target.generation == Generation::gfx9;
}

inline std::uint32_t offset(const Wave& wave, std::uint32_t operand) {
  const auto m0 = wave.scalar[kM0];
  return (m0 >> kOperandsShift & operand) != 0 ? m0 & kOffsetMask : 0;
}

}  // namespace rocm_bindgen::emulator::indexing
