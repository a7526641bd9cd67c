// DS_SWIZZLE_B32, DS_PERMUTE_B32 and DS_BPERMUTE_B32.
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

// The modes of DS_SWIZZLE_B32 as encoded in its offset (RDNA 3 ISA and Vega ISA, DS_SWIZZLE_B32). All modes other than
// quads work within groups of 32 lanes.
constexpr unsigned kFastFourier = 0xe000, kRotate = 0xc000, kQuads = 0x8000;
constexpr unsigned kGroup = 32, kLaneBits = 0x1f;

/// Returns the lane of the group that `lane`, which is less than kGroup, reads.
unsigned source_in_group(unsigned mode, unsigned lane) {
  const unsigned low = mode & kLaneBits, middle = mode >> 5 & kLaneBits, high = mode >> 10 & kLaneBits;
  if (mode >= kFastFourier) {
    // The lane's bits that the mask `low` selects are kept. The others are those of the reversed lane, moved down.
    unsigned reversed = 0;
    for (unsigned bit = 0; bit < 5; ++bit) reversed |= (lane >> bit & 1) << (4 - bit);
    return reversed >> std::popcount(low) | (lane & low);
  }
  if (mode >= kRotate) {
    // Rotates by `middle` lanes within groups: the bits of the mask `low` select the group and are kept.
    const bool right = (mode >> 10 & 1) != 0;
    const unsigned rotated = right ? lane - middle : lane + middle;
    return ((lane & low) | (rotated & ~low)) & kLaneBits;
  }
  if (mode >= kQuads) return (lane & ~3u) + (mode >> (2 * (lane & 3)) & 3);
  // The mode is three masks: AND, OR and XOR.
  return ((lane & low) | middle) ^ high;
}

void swizzle(Wave& wave, const Instruction& instruction) {
  const auto source = copied(wave.row(instruction.address_operand()));
  auto* const row = wave.row(instruction.dst);
  const auto mode = static_cast<unsigned>(instruction.memory.offset) & 0xffff;
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const auto from = swizzle_source(mode, lane);
    row[lane] = (wave.exec() >> from & 1) != 0 ? source[from] : 0;
  });
}

unsigned permuted_lane(const Wave& wave, unsigned lane, std::uint32_t address) {
  const unsigned group_size = permuted_lanes(wave.target, wave.lanes);
  return lane / group_size * group_size + address / 4 % group_size;
}

/// DS_PERMUTE_B32: writes to the lane that the address selects, with four bytes per lane. If several lanes write to the
/// same lane, the highest one wins. A lane that no lane writes to gets 0.
void permute(Wave& wave, const Instruction& instruction) {
  const auto source = copied(wave.row(instruction.data())), addresses = copied(wave.row(instruction.address_operand()));
  const auto offset = static_cast<std::uint32_t>(instruction.memory.offset);
  Row result{};
  for_each_lane(wave.exec(),
                [&](unsigned lane) { result[permuted_lane(wave, lane, addresses[lane] + offset)] = source[lane]; });
  auto* const row = wave.row(instruction.dst);
  for_each_lane(wave.exec(), [&](unsigned lane) { row[lane] = result[lane]; });
}

/// DS_BPERMUTE_B32: reads the lane that the address selects; the result is 0 if that lane is inactive.
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

unsigned swizzle_source(unsigned mode, unsigned lane) {
  return (lane & ~kLaneBits) + source_in_group(mode, lane & kLaneBits);
}

unsigned permuted_lanes(const Target& target, unsigned lanes) {
  const bool in_groups = target.generation == Generation::gfx10 || target.generation == Generation::gfx11;
  return in_groups ? kGroup : lanes;
}

void add_lane_swizzles(OperationTable& table) {
  table.add("DS_SWIZZLE_B32", swizzle);
  table.add("DS_PERMUTE_B32", permute);
  table.add("DS_BPERMUTE_B32", permute_backward);
}

}  // namespace rocm_bindgen::emulator
