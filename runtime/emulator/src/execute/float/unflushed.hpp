// Sources of the few instructions that read subnormal numbers unchanged, whatever MODE is set to.
#pragma once

#include "execute/lanes/lanes.hpp"

namespace rocm_bindgen::emulator {

/// Like Sources::bits(), without flushing: op_sel, abs and neg are applied.
template <class Type>
std::uint64_t unflushed_bits(const Sources& sources, const Instruction& instruction, unsigned n, unsigned lane) {
  const auto& operand = instruction.src[n];
  std::uint64_t bits;
  if constexpr (Type::kBits == 64)
    bits = sources.dwords(n, lane);
  else
    bits = sources.dword(n, lane);
  if constexpr (Type::kBits == 16) bits = (operand.op_sel && !operand.is_constant() ? bits >> 16 : bits) & 0xffff;
  if (operand.absolute) bits &= ~Type::kSign;
  if (operand.negate) bits ^= Type::kSign;
  return bits;
}

}  // namespace rocm_bindgen::emulator
