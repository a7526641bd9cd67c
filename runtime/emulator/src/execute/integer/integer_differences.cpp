// Sums of absolute differences and averages of bytes (RDNA 3 ISA, 16.12 "VOP3 & VOP3SD Instructions", V_SAD_U8 and the
// following).
#include <array>

#include "execute/integer/integer_saturation.hpp"
#include "execute/integer/integer_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;
using std::int64_t;
using std::uint32_t;
using std::uint64_t;

constexpr uint32_t difference(uint32_t a, uint32_t b) {
  return a > b ? a - b : b - a;
}

/// Sums the differences of four bytes. If `masked`, bytes that are 0 in the second operand, the reference, are skipped.
template <bool masked>
constexpr uint32_t byte_differences(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  for (unsigned at = 0; at < 32; at += 8) {
    const auto reference = b >> at & 0xff;
    if (!masked || reference != 0) sum += difference(a >> at & 0xff, reference);
  }
  return sum;
}

constexpr uint32_t word_differences(uint32_t a, uint32_t b) {
  return difference(a & 0xffff, b & 0xffff) + difference(a >> 16, b >> 16);
}

/// Adds the sum of the differences, shifted left by `shift`, to the third operand.
template <auto differences, unsigned shift = 0>
constexpr auto kAccumulated = [](int64_t a, int64_t b, int64_t c) {
  return (int64_t{differences(static_cast<uint32_t>(a), static_cast<uint32_t>(b))} << shift) + c;
};

/// Returns four sums of 16 bits. Sum n is that of the differences between the four bytes of the first operand from byte
/// n on and the four bytes of the second operand, plus element n of the third.
template <bool masked>
void four_sums_of_16(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const bool clamp = instruction.modifiers.clamp;
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto bytes = sources.dwords(0, lane), initial = sources.dwords(2, lane);
    uint64_t result = 0;
    for (unsigned n = 0; n < 4; ++n) {
      const auto window = static_cast<uint32_t>(bytes >> (8 * n));
      const auto sum = byte_differences<masked>(window, sources.dword(1, lane)) + (initial >> (16 * n) & 0xffff);
      result |= (clamp ? std::min<uint64_t>(sum, 0xffff) : sum & 0xffff) << (16 * n);
    }
    write_lane(wave, instruction, lane, result, 64);
  });
}

/// Like four_sums_of_16(), with sums of 32 bits. They can be written before all sources have been read, because the
/// destination does not overlap the sources (LLVM calls this early-clobber).
void four_masked_sums_of_32(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const auto& initial = instruction.src[2];
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto bytes = sources.dwords(0, lane);
    for (unsigned n = 0; n < 4; ++n) {
      const uint32_t start = initial.file == RegisterFile::vector   ? wave.row(initial, n)[lane]
                             : initial.file == RegisterFile::scalar ? wave.scalar[initial.index + n]
                                                                    : wave.read32(initial);
      const auto window = static_cast<uint32_t>(bytes >> (8 * n));
      const auto sum = uint64_t{byte_differences<true>(window, sources.dword(1, lane))} + start;
      wave.row(instruction.dst, n)[lane] =
          instruction.modifiers.clamp && sum >> 32 != 0 ? ~0u : static_cast<uint32_t>(sum);
    }
  });
}

/// The average of two bytes is rounded up if the lowest bit of the third operand's byte is set.
uint32_t averages(const Mode&, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t result = 0;
  for (unsigned at = 0; at < 32; at += 8) result |= ((a >> at & 0xff) + (b >> at & 0xff) + (c >> at & 1)) / 2 << at;
  return result;
}

constexpr std::array kTable = std::to_array<Operation>({
    {"V_SAD_U8", saturating<U32(U32, U32, U32), kAccumulated<byte_differences<false>>>},
    {"V_SAD_HI_U8", saturating<U32(U32, U32, U32), kAccumulated<byte_differences<false>, 16>>},
    {"V_SAD_U16", saturating<U32(U32, U32, U32), kAccumulated<word_differences>>},
    {"V_SAD_U32", saturating<U32(U32, U32, U32), kAccumulated<difference>>},
    {"V_MSAD_U8", saturating<U32(U32, U32, U32), kAccumulated<byte_differences<true>>>},
    {"V_QSAD_PK_U16_U8", four_sums_of_16<false>},
    {"V_MQSAD_PK_U16_U8", four_sums_of_16<true>},
    {"V_MQSAD_U32_U8", four_masked_sums_of_32},
    {"V_LERP_U8", lane_wise<U32(U32, U32, U32), averages>},
});

}  // namespace

Operations integer_differences() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
