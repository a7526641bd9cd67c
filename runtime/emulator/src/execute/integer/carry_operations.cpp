// Additions and subtractions with carries in scalar registers, one bit per lane, and 64-bit multiply-adds (RDNA 3 ISA,
// 16.7 "VOP2 Instructions", 16.12 "VOP3 & VOP3SD Instructions"). The carry bits of inactive lanes become 0.
#include <array>
#include <limits>

#include "execute/lanes/lanes.hpp"
#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {
namespace {

using std::int64_t;
using std::uint32_t;
using std::uint64_t;

/// `exact` returns the unbounded result. A carry or borrow is a result that does not fit into 32 bits.
template <auto exact, bool takes_carry>
void with_carry(Wave& wave, const Instruction& instruction) {
  const auto carries_in = takes_carry ? wave.read_mask(instruction.src[2]) : 0;
  const Sources sources(wave, instruction);
  // Without modifiers, results are stored directly instead of by write_lane().
  auto* const plain = instruction.plain ? wave.row(instruction.dst) : nullptr;
  uint64_t carries = 0;
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto carry_in = static_cast<int64_t>(carries_in >> lane & 1);
    const int64_t result = exact(int64_t{sources.dword(0, lane)}, int64_t{sources.dword(1, lane)}, carry_in);
    const bool carry = result >> 32 != 0;
    carries |= uint64_t{carry} << lane;
    const auto saturated = result < 0 ? 0u : ~0u;
    const auto bits = carry && instruction.modifiers.clamp ? saturated : static_cast<uint32_t>(result);
    if (plain != nullptr)
      plain[lane] = bits;
    else
      write_lane(wave, instruction, lane, bits, 32);
  });
  wave.write_mask(instruction.scalar_dst, carries);
}

constexpr auto kSum = [](int64_t a, int64_t b, int64_t carry) { return a + b + carry; };
constexpr auto kDifference = [](int64_t a, int64_t b, int64_t borrow) { return a - b - borrow; };
constexpr auto kReversedDifference = [](int64_t a, int64_t b, int64_t borrow) { return b - a - borrow; };

struct WideSum {
  uint64_t bits;
  bool carry;      ///< bit 64 of the exact sum
  bool overflow;   ///< the sum does not fit into 64 bits
  uint64_t limit;  ///< the result with clamp if the sum does not fit
};

WideSum unsigned_multiply_add(uint32_t a, uint32_t b, uint64_t c) {
  const auto sum = uint64_t{a} * b + c;
  return {sum, sum < c, sum < c, ~uint64_t{0}};
}

/// Bit 64 of the exact signed sum is its sign.
WideSum signed_multiply_add(uint32_t a, uint32_t b, uint64_t c) {
  const int64_t product = int64_t{static_cast<std::int32_t>(a)} * static_cast<std::int32_t>(b);
  int64_t sum = 0;
  const bool overflow = __builtin_add_overflow(product, static_cast<int64_t>(c), &sum);
  const bool negative = (sum < 0) != overflow;
  using Limits = std::numeric_limits<int64_t>;
  return {static_cast<uint64_t>(sum), negative, overflow,
          static_cast<uint64_t>(negative ? Limits::min() : Limits::max())};
}

template <auto function>
void multiply_add(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  uint64_t carries = 0;
  for_each_lane(sources.active(), [&](unsigned lane) {
    const WideSum sum = function(sources.dword(0, lane), sources.dword(1, lane), sources.dwords(2, lane));
    carries |= uint64_t{sum.carry} << lane;
    write_lane(wave, instruction, lane, sum.overflow && instruction.modifiers.clamp ? sum.limit : sum.bits, 64);
  });
  wave.write_mask(instruction.scalar_dst, carries);
}

constexpr std::array kTable = std::to_array<Operation>({
    {"V_ADD_CO_U32", with_carry<kSum, false>},
    {"V_SUB_CO_U32", with_carry<kDifference, false>},
    {"V_SUBREV_CO_U32", with_carry<kReversedDifference, false>},
    // With carry-in, by the names of gfx9 and of later generations.
    {"V_ADDC_CO_U32", with_carry<kSum, true>},
    {"V_ADD_CO_CI_U32", with_carry<kSum, true>},
    {"V_SUBB_CO_U32", with_carry<kDifference, true>},
    {"V_SUB_CO_CI_U32", with_carry<kDifference, true>},
    {"V_SUBBREV_CO_U32", with_carry<kReversedDifference, true>},
    {"V_SUBREV_CO_CI_U32", with_carry<kReversedDifference, true>},
    {"V_MAD_U64_U32", multiply_add<unsigned_multiply_add>},
    {"V_MAD_CO_U64_U32", multiply_add<unsigned_multiply_add>},
    {"V_MAD_I64_I32", multiply_add<signed_multiply_add>},
    {"V_MAD_CO_I64_I32", multiply_add<signed_multiply_add>},
});

}  // namespace

Operations carry_operations() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
