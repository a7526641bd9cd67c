// Instructions that read or write other lanes (RDNA 3 ISA, 16.12 "VOP3 & VOP3SD Instructions", 16.8 "VOP1").
#include <algorithm>
#include <array>

#include "execute/lanes/lanes.hpp"
#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {
namespace {

using std::uint32_t;
using std::uint64_t;

uint32_t value_of(Wave& wave, const Operand& operand, unsigned lane) {
  const bool per_lane = operand.file == RegisterFile::vector || operand.file == RegisterFile::accumulator;
  return per_lane ? wave.row(operand)[lane] : wave.read32(operand);
}

/// The lane is selected by number, whether it is active or not.
void read_lane(Wave& wave, const Instruction& instruction) {
  const auto lane = wave.read32(instruction.src[1]) & (wave.lanes - 1);
  wave.write32(instruction.dst, value_of(wave, instruction.src[0], lane));
}

void write_one_lane(Wave& wave, const Instruction& instruction) {
  const auto lane = wave.read32(instruction.src[1]) & (wave.lanes - 1);
  wave.row(instruction.dst)[lane] = wave.read32(instruction.src[0]);
}

/// Reads lane 0 if no lane is active.
void read_first_lane(Wave& wave, const Instruction& instruction) {
  const auto exec = wave.exec();
  const auto lane = exec == 0 ? 0u : static_cast<unsigned>(std::countr_zero(exec));
  wave.write32(instruction.dst, value_of(wave, instruction.src[0], lane));
}

/// Counts the set bits of this part of the mask below the lane's own bit, and adds the second source.
template <bool high>
void count_below(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto below = (uint64_t{1} << lane) - 1;
    const auto mask = static_cast<uint32_t>(high ? below >> 32 : below) & sources.dword(0, lane);
    write_lane(wave, instruction, lane, static_cast<uint32_t>(std::popcount(mask)) + sources.dword(1, lane), 32);
  });
}

constexpr unsigned kRow = 16;  ///< in lanes

/// Each lane reads a lane of its own row, or of the other row of its pair. As with DPP, an inactive lane is read if
/// "fetch inactive" is set. If it is not set, the result is 0 with "bound control", and without it the lane keeps its
/// previous value. The two flags are encoded as op_sel of the first two sources.
template <bool other_row, class Selector>
void permute_rows(Wave& wave, const Instruction& instruction, Selector selector) {
  const auto exec = wave.exec();
  const bool fetch_inactive = instruction.src[0].op_sel, bound_control = instruction.src[1].op_sel;
  std::array<uint32_t, kMaxLanes> before;
  std::copy_n(wave.row(instruction.src[0]), wave.lanes, before.begin());
  auto* const to = wave.row(instruction.dst);
  for_each_lane(exec, [&](unsigned lane) {
    const auto first = (lane & ~(kRow - 1)) ^ (other_row ? kRow : 0);
    const unsigned from = first + selector(lane);
    if (fetch_inactive || (exec >> from & 1) != 0)
      to[lane] = before[from];
    else if (bound_control)
      to[lane] = 0;
  });
}

/// The selectors are in two scalars, with four bits for each lane of a row.
template <bool other_row>
void permute_by_scalars(Wave& wave, const Instruction& instruction) {
  const auto selectors = wave.read32(instruction.src[1]) | uint64_t{wave.read32(instruction.src[2])} << 32;
  permute_rows<other_row>(wave, instruction,
                          [&](unsigned lane) { return static_cast<unsigned>(selectors >> (4 * (lane % kRow)) & 0xf); });
}

template <bool other_row>
void permute_by_vector(Wave& wave, const Instruction& instruction) {
  std::array<uint32_t, kMaxLanes> selectors;
  std::copy_n(wave.row(instruction.src[1]), wave.lanes, selectors.begin());
  permute_rows<other_row>(wave, instruction, [&](unsigned lane) { return selectors[lane] & 0xf; });
}

/// In a wave of 64, each half reads the other half, whether it is active or not.
void swap_halves(Wave& wave, const Instruction& instruction) {
  if (wave.lanes == 32) return;
  std::array<uint32_t, kMaxLanes> before;
  std::copy_n(wave.row(instruction.src[0]), wave.lanes, before.begin());
  auto* const to = wave.row(instruction.dst);
  for_each_lane(wave.exec(), [&](unsigned lane) { to[lane] = before[lane ^ 32]; });
}

constexpr std::array kTable = std::to_array<Operation>({
    {"V_READLANE_B32", read_lane},
    {"V_READFIRSTLANE_B32", read_first_lane},
    {"V_WRITELANE_B32", write_one_lane},
    {"V_MBCNT_LO_U32_B32", count_below<false>},
    {"V_MBCNT_HI_U32_B32", count_below<true>},
    {"V_PERMLANE16_B32", permute_by_scalars<false>},
    {"V_PERMLANEX16_B32", permute_by_scalars<true>},
    {"V_PERMLANE16_VAR_B32", permute_by_vector<false>},
    {"V_PERMLANEX16_VAR_B32", permute_by_vector<true>},
    {"V_PERMLANE64_B32", swap_halves},
});

}  // namespace

Operations lane_operations() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
