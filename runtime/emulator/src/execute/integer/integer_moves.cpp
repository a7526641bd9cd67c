// Vector moves, swaps and selections (RDNA 3 ISA, 16.8 "VOP1 Instructions", 16.7 "VOP2 Instructions").
#include <array>
#include <string>
#include <utility>

#include "execute/integer/integer_tables.hpp"
#include "execute/lanes/lanes.hpp"
#include "execute/scalar/control_indexing.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;
using std::uint32_t;
using std::uint64_t;

void nothing(Wave&, const Instruction&) {}

/// Returns the row of the vector register whose number is the operand's plus `offset`. If the wave does not have this
/// register, reads use v0, and writes have no effect, so the result is null (RDNA 3 ISA, 3.4 "GPRs and LDS",
/// "Out-of-Range behavior").
uint32_t* relative(Wave& wave, const Operand& operand, uint64_t offset, bool written) {
  const auto index = operand.index + offset;
  if (index < wave.vectors()) return wave.vector(static_cast<unsigned>(index));
  return written ? nullptr : wave.vector(0);
}

/// Copies the active lanes of the vector register `offset` after the source, or a scalar value, to the row `to`. A null
/// `to` discards the result.
void move_lanes(Wave& wave, const Instruction& instruction, uint32_t* to, const Operand& source, uint64_t offset) {
  if (instruction.modifiers.lanes != Modifiers::Lanes::plain)
    throw Fault(std::string(instruction.operation) + " relative to M0 with DPP or SDWA is not emulated");
  if (to == nullptr) return;
  if (source.file == RegisterFile::vector) {
    const auto* from = relative(wave, source, offset, false);
    for_each_lane(wave.exec(), [&](unsigned lane) { to[lane] = from[lane]; });
  } else {
    const auto value = wave.read32(source);
    for_each_lane(wave.exec(), [&](unsigned lane) { to[lane] = value; });
  }
}

void move(Wave& wave, const Instruction& instruction) {
  if (indexing::is_on(wave)) [[unlikely]] {
    auto* to = relative(wave, instruction.dst, indexing::offset(wave, indexing::kDestination), true);
    return move_lanes(wave, instruction, to, instruction.src[0], indexing::offset(wave, indexing::kFirstSource));
  }
  lane_wise<U32(U32), [](const Mode&, uint32_t a) { return a; }>(wave, instruction);
}

/// M0 has two offsets of ten bits.
struct Offsets {
  explicit Offsets(const Wave& wave) : source(wave.scalar[kM0] & 0x3ff), destination(wave.scalar[kM0] >> 16 & 0x3ff) {}
  uint32_t source, destination;
};

void move_from_relative(Wave& wave, const Instruction& instruction) {
  move_lanes(wave, instruction, wave.row(instruction.dst), instruction.src[0], wave.scalar[kM0]);
}

// LLVM lists the destination of V_MOVRELD, V_MOVRELSD and V_MOVRELSD_2 as their first source, because M0 determines
// which register is written.
void move_to_relative(Wave& wave, const Instruction& instruction) {
  auto* to = relative(wave, instruction.src[0], wave.scalar[kM0], true);
  move_lanes(wave, instruction, to, instruction.src[1], 0);
}

void move_between_relative(Wave& wave, const Instruction& instruction) {
  auto* to = relative(wave, instruction.src[0], wave.scalar[kM0], true);
  move_lanes(wave, instruction, to, instruction.src[1], wave.scalar[kM0]);
}

void move_between_two_relative(Wave& wave, const Instruction& instruction) {
  const Offsets offsets(wave);
  auto* to = relative(wave, instruction.src[0], offsets.destination, true);
  move_lanes(wave, instruction, to, instruction.src[1], offsets.source);
}

void swap_rows(const Wave& wave, uint32_t* first, uint32_t* second) {
  if (first == nullptr || second == nullptr) return;
  for_each_lane(wave.exec(), [&](unsigned lane) { std::swap(first[lane], second[lane]); });
}

// Both registers are destinations. The decoder stores the second one as the scalar destination.
void swap(Wave& wave, const Instruction& instruction) {
  swap_rows(wave, wave.row(instruction.dst), wave.row(instruction.scalar_dst));
}

void swap_relative(Wave& wave, const Instruction& instruction) {
  const Offsets offsets(wave);
  swap_rows(wave, relative(wave, instruction.dst, offsets.destination, true),
            relative(wave, instruction.scalar_dst, offsets.source, true));
}

/// Selects the second source for lanes whose bit in the mask is set, and the first source for others. abs and neg apply
/// as to floats, but subnormal numbers are kept, so the types are integers.
template <class Type>
void select(Wave& wave, const Instruction& instruction) {
  const auto mask = wave.read_mask(instruction.src[2]);
  const Sources sources(wave, instruction);
  if (instruction.plain && Type::kBits == 32) {
    auto* const to = wave.row(instruction.dst);
    return for_each_lane(wave.exec(), [&](unsigned lane) { to[lane] = sources.dword(mask >> lane & 1, lane); });
  }
  for_each_lane(sources.active(), [&](unsigned lane) {
    const unsigned n = mask >> lane & 1;
    auto bits = sources.bits<Type>(n, lane);
    if (instruction.src[n].absolute) bits &= ~Type::kSign;
    if (instruction.src[n].negate) bits ^= Type::kSign;
    write_lane(wave, instruction, lane, bits, Type::kBits);
  });
}

constexpr std::array kTable = std::to_array<Operation>({
    {"V_MOV_B32", move},
    {"V_MOV_B64", lane_wise<U64(U64), [](const Mode&, uint64_t a) { return a; }>},
    {"V_MOVRELS_B32", move_from_relative},
    {"V_MOVRELD_B32", move_to_relative},
    {"V_MOVRELSD_B32", move_between_relative},
    {"V_MOVRELSD_2_B32", move_between_two_relative},
    {"V_SWAP_B32", swap},
    {"V_SWAPREL_B32", swap_relative},
    {"V_CNDMASK_B32", select<U32>},
    {"V_CNDMASK_B16", select<U16>},
    {"V_NOP", nothing},
    {"V_PIPEFLUSH", nothing},
    {"V_CLREXCP", nothing},
});

}  // namespace

Operations integer_moves() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
