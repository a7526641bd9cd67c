// Reads operands and writes results of scalar instructions, as execute/scalar/scalar_operands.hpp does.
#pragma once

#include "native/block_builder.hpp"

namespace rocm_bindgen::emulator::scalar_access {

/// Returns whether the instruction has only sources that lowerings implement.
inline bool readable(const BlockBuilder& block, const Instruction& instruction) {
  for (unsigned n = 0; n < instruction.sources; ++n)
    if (!block.can_read_scalar(instruction.src[n])) return false;
  return true;
}

/// A literal of a signed 64-bit operand is sign-extended.
template <unsigned bits, bool is_signed = false>
llvm::Value* read(BlockBuilder& block, const Operand& operand) {
  if constexpr (bits == 32) return block.read32(operand);
  if (is_signed && operand.is_constant() && operand.value >> 31 == 1)
    return block.ir().getInt64(operand.value | ~std::uint64_t{0xffffffff});
  return block.read64(operand);
}
template <unsigned bits>
void write(BlockBuilder& block, const Operand& operand, llvm::Value* value) {
  if constexpr (bits == 32)
    block.write32(operand, value);
  else
    block.write64(operand, value);
}

inline void set_nonzero(BlockBuilder& block, llvm::Value* value) {
  block.set_scc(block.ir().CreateIsNotNull(value));
}

/// The immediate operand of 16 bits, sign-extended.
inline llvm::Value* extended_immediate(BlockBuilder& block, const Instruction& instruction) {
  return block.ir().getInt32(
      static_cast<std::uint32_t>(std::int32_t{static_cast<std::int16_t>(instruction.immediate)}));
}

}  // namespace rocm_bindgen::emulator::scalar_access
