#include "execute/lanes/lane_swizzle.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "execute/lanes/lanes.hpp"

namespace rocm_bindgen::emulator {
namespace {

using Row = std::array<std::uint32_t, kMaxLanes>;

Row copied(const std::uint32_t* row) {
  Row copy;
  std::copy_n(row, kMaxLanes, copy.begin());
  return copy;
}

// DS_SWIZZLE_B32's modes, by its offset (RDNA 3 ISA, DS_SWIZZLE_B32; Vega ISA, likewise). All but quads work within 32
// lanes.
constexpr unsigned kFastFourier = 0xe000, kRotate = 0xc000, kQuads = 0x8000;
constexpr unsigned kGroup = 32, kLaneBits = 0x1f;

/// The lane of the group that `lane` of it reads.
unsigned swizzle_source(unsigned mode, unsigned lane) {
  const unsigned low = mode & kLaneBits, middle = mode >> 5 & kLaneBits, high = mode >> 10 & kLaneBits;
  if (mode >= kFastFourier) {
    unsigned reversed = 0;
    for (unsigned bit = 0; bit < 5; ++bit) reversed |= (lane >> bit & 1) << (4 - bit);
    return reversed >> std::popcount(low) | (lane & low);
  }
  if (mode >= kRotate) {
    const bool right = (mode >> 10 & 1) != 0;
    const unsigned rotated = right ? lane - middle : lane + middle;
    return ((lane & low) | (rotated & ~low)) & kLaneBits;
  }
  if (mode >= kQuads) return (lane & ~3u) + (mode >> (2 * (lane & 3)) & 3);
  return ((lane & low) | middle) ^ high;
}

void swizzle(Wave& wave, const Instruction& instruction) {
  const auto source = copied(wave.row(instruction.address_operand()));
  auto* const row = wave.row(instruction.dst);
  const auto mode = static_cast<unsigned>(instruction.memory.offset) & 0xffff;
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const auto from = (lane & ~kLaneBits) + swizzle_source(mode, lane & kLaneBits);
    row[lane] = (wave.exec() >> from & 1) != 0 ? source[from] : 0;
  });
}

/// Permutes reach the whole wave, but on gfx10 and gfx11 no farther than the lane's own 32.
unsigned permuted_lane(const Wave& wave, unsigned lane, std::uint32_t address) {
  const bool halves = wave.target.generation == Generation::gfx10 || wave.target.generation == Generation::gfx11;
  const unsigned reach = halves ? kGroup : wave.lanes;
  return lane / reach * reach + address / 4 % reach;
}

/// DS_PERMUTE_B32: to the lane that the address names, four bytes a lane. The highest lane wins; nobody's is 0.
void permute(Wave& wave, const Instruction& instruction) {
  const auto source = copied(wave.row(instruction.data())), addresses = copied(wave.row(instruction.address_operand()));
  const auto offset = static_cast<std::uint32_t>(instruction.memory.offset);
  Row result{};
  for_each_lane(wave.exec(),
                [&](unsigned lane) { result[permuted_lane(wave, lane, addresses[lane] + offset)] = source[lane]; });
  auto* const row = wave.row(instruction.dst);
  for_each_lane(wave.exec(), [&](unsigned lane) { row[lane] = result[lane]; });
}

/// DS_BPERMUTE_B32: from the lane that the address names; 0 if that one is inactive.
void permute_backward(Wave& wave, const Instruction& instruction) {
  const auto source = copied(wave.row(instruction.data())), addresses = copied(wave.row(instruction.address_operand()));
  const auto offset = static_cast<std::uint32_t>(instruction.memory.offset);
  auto* const row = wave.row(instruction.dst);
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const auto from = permuted_lane(wave, lane, addresses[lane] + offset);
    row[lane] = (wave.exec() >> from & 1) != 0 ? source[from] : 0;
  });
}

}  // namespace

void add_lane_swizzles(OperationTable& table) {
  table.add("DS_SWIZZLE_B32", swizzle);
  table.add("DS_PERMUTE_B32", permute);
  table.add("DS_BPERMUTE_B32", permute_backward);
}

}  // namespace rocm_bindgen::emulator
