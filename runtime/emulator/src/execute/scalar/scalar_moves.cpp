// Scalar moves, selections and moves relative to M0 (RDNA 3 ISA, 16.3 "SOP1 Instructions").
#include <array>
#include <string>

#include "execute/scalar/scalar_operands.hpp"
#include "execute/scalar/scalar_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;
using std::uint32_t;
using std::uint64_t;

void move_immediate(Wave& wave, const Instruction& instruction) {
  wave.write32(instruction.dst, static_cast<uint32_t>(std::int32_t{static_cast<std::int16_t>(instruction.immediate)}));
}

void move_immediate_if(Wave& wave, const Instruction& instruction) {
  if (wave.scc) move_immediate(wave, instruction);
}

template <class Type>
void move_if(Wave& wave, const Instruction& instruction) {
  if (wave.scc) scalar_detail::write<Type>(wave, instruction.dst, scalar_detail::read<Type>(wave, instruction.src[0]));
}

/// Returns the operand moved up by `offset` registers. Throws a Fault if it would then include VCC or a register after
/// VCC.
Operand relative(const Operand& operand, uint32_t offset) {
  const auto index = uint64_t{operand.index} + offset;
  if (index + operand.dwords > kVcc)
    throw Fault("a relative move to or from s" + std::to_string(index + operand.dwords - 1) +
                ", which is not a general scalar register");
  Operand moved = operand;
  moved.index = static_cast<std::uint16_t>(index);
  return moved;
}

template <class Type>
void move_from_relative(Wave& wave, const Instruction& instruction) {
  const auto source = relative(instruction.src[0], wave.scalar[kM0]);
  scalar_detail::write<Type>(wave, instruction.dst, scalar_detail::read<Type>(wave, source));
}

/// S_MOVRELD. LLVM lists its destination as the first source, because M0 determines which register is written. It does
/// not do this for S_MOVRELSD_2 below.
template <class Type>
void move_to_relative(Wave& wave, const Instruction& instruction) {
  const auto destination = relative(instruction.src[0], wave.scalar[kM0]);
  scalar_detail::write<Type>(wave, destination, scalar_detail::read<Type>(wave, instruction.src[1]));
}

/// S_MOVRELSD_2. The offsets have ten bits: the source's is in the lower half of M0, the destination's in the upper
/// half.
void move_between_relative(Wave& wave, const Instruction& instruction) {
  const auto offsets = wave.scalar[kM0];
  const auto source = relative(instruction.src[0], offsets & 0x3ff);
  wave.write32(relative(instruction.dst, offsets >> 16 & 0x3ff), wave.read32(source));
}

constexpr std::array kTable = std::to_array<Operation>({
    {"S_MOV_B32", scalar<U32(U32), [](uint32_t a) { return a; }>},
    {"S_MOV_B64", scalar<U64(U64), [](uint64_t a) { return a; }>},
    {"S_CMOV_B32", move_if<U32>},
    {"S_CMOV_B64", move_if<U64>},
    {"S_MOVK_I32", move_immediate},
    {"S_CMOVK_I32", move_immediate_if},
    {"S_CSELECT_B32", scalar_with_scc<U32(U32, U32), [](bool& scc, uint32_t a, uint32_t b) { return scc ? a : b; }>},
    {"S_CSELECT_B64", scalar_with_scc<U64(U64, U64), [](bool& scc, uint64_t a, uint64_t b) { return scc ? a : b; }>},
    {"S_MOVRELS_B32", move_from_relative<U32>},
    {"S_MOVRELS_B64", move_from_relative<U64>},
    {"S_MOVRELD_B32", move_to_relative<U32>},
    {"S_MOVRELD_B64", move_to_relative<U64>},
    {"S_MOVRELSD_2_B32", move_between_relative},
});

}  // namespace

Operations scalar_moves() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
