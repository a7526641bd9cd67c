// SOP2 and SOPK arithmetic (RDNA 3 ISA, 16.1 "SOP2 Instructions", 16.2 "SOPK Instructions").
#include <array>

#include "execute/scalar/scalar_operands.hpp"
#include "execute/scalar/scalar_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;
using std::int32_t;
using std::int64_t;
using std::uint32_t;
using std::uint64_t;

/// SCC becomes the carry or borrow: whether the result does not fit into 32 bits.
uint32_t unsigned_result(bool& scc, uint64_t wide) {
  scc = wide >> 32 != 0;
  return static_cast<uint32_t>(wide);
}

/// SCC becomes the signed overflow.
int32_t signed_result(bool& scc, int64_t wide) {
  const auto result = static_cast<int32_t>(wide);
  scc = result != wide;
  return result;
}

template <unsigned shift>
uint32_t shift_and_add(bool& scc, uint32_t a, uint32_t b) {
  return unsigned_result(scc, (uint64_t{a} << shift) + b);
}

/// SCC becomes whether the result is the first operand. It is 0 if the operands are equal, for S_MAX as well: RDNA 3's
/// pseudocode has >= there, but devices behave as earlier documents state, with >.
template <class Integer>
Integer smaller(bool& scc, Integer a, Integer b) {
  scc = a < b;
  return scc ? a : b;
}
template <class Integer>
Integer larger(bool& scc, Integer a, Integer b) {
  scc = a > b;
  return scc ? a : b;
}

/// Works on the 32-bit pattern, so the absolute value of the smallest number is that number.
uint32_t absolute(uint32_t a) {
  return a >> 31 != 0 ? 0 - a : a;
}

/// The difference wraps before its absolute value is computed (16.1, S_ABSDIFF_I32).
uint32_t absolute_difference(uint32_t a, uint32_t b) {
  return absolute(a - b);
}

int32_t signed_immediate(const Instruction& instruction) {
  return static_cast<std::int16_t>(instruction.immediate);
}

void add_immediate(Wave& wave, const Instruction& instruction) {
  const auto sum = int64_t{static_cast<int32_t>(wave.read32(instruction.dst))} + signed_immediate(instruction);
  wave.write32(instruction.dst, static_cast<uint32_t>(signed_result(wave.scc, sum)));
}

void multiply_immediate(Wave& wave, const Instruction& instruction) {
  const auto factor = static_cast<uint32_t>(signed_immediate(instruction));
  wave.write32(instruction.dst, wave.read32(instruction.dst) * factor);
}

constexpr std::array kTable = std::to_array<Operation>({
    {"S_ADD_U32", scalar_with_scc<U32(U32, U32), [](bool& scc, uint32_t a,
                                                    uint32_t b) { return unsigned_result(scc, uint64_t{a} + b); }>},
    {"S_ADDC_U32",
     scalar_with_scc<U32(U32, U32), [](bool& scc, uint32_t a,
                                       uint32_t b) { return unsigned_result(scc, uint64_t{a} + b + uint64_t{scc}); }>},
    {"S_SUB_U32", scalar_with_scc<U32(U32, U32), [](bool& scc, uint32_t a,
                                                    uint32_t b) { return unsigned_result(scc, uint64_t{a} - b); }>},
    {"S_SUBB_U32",
     scalar_with_scc<U32(U32, U32), [](bool& scc, uint32_t a,
                                       uint32_t b) { return unsigned_result(scc, uint64_t{a} - b - uint64_t{scc}); }>},
    {"S_ADD_I32", scalar_with_scc<I32(I32, I32),
                                  [](bool& scc, int32_t a, int32_t b) { return signed_result(scc, int64_t{a} + b); }>},
    {"S_SUB_I32", scalar_with_scc<I32(I32, I32),
                                  [](bool& scc, int32_t a, int32_t b) { return signed_result(scc, int64_t{a} - b); }>},
    {"S_ADDK_I32", add_immediate},
    {"S_MULK_I32", multiply_immediate},
    {"S_LSHL1_ADD_U32", scalar_with_scc<U32(U32, U32), shift_and_add<1>>},
    {"S_LSHL2_ADD_U32", scalar_with_scc<U32(U32, U32), shift_and_add<2>>},
    {"S_LSHL3_ADD_U32", scalar_with_scc<U32(U32, U32), shift_and_add<3>>},
    {"S_LSHL4_ADD_U32", scalar_with_scc<U32(U32, U32), shift_and_add<4>>},
    {"S_MIN_I32", scalar_with_scc<I32(I32, I32), smaller<int32_t>>},
    {"S_MIN_U32", scalar_with_scc<U32(U32, U32), smaller<uint32_t>>},
    {"S_MAX_I32", scalar_with_scc<I32(I32, I32), larger<int32_t>>},
    {"S_MAX_U32", scalar_with_scc<U32(U32, U32), larger<uint32_t>>},
    {"S_MUL_I32", scalar<U32(U32, U32), [](uint32_t a, uint32_t b) { return a * b; }>},
    {"S_MUL_HI_U32",
     scalar<U32(U32, U32), [](uint32_t a, uint32_t b) { return static_cast<uint32_t>(uint64_t{a} * b >> 32); }>},
    {"S_MUL_HI_I32",
     scalar<I32(I32, I32), [](int32_t a, int32_t b) { return static_cast<int32_t>(int64_t{a} * b >> 32); }>},
    {"S_ABS_I32", scalar_nonzero<U32(U32), absolute>},
    {"S_ABSDIFF_I32", scalar_nonzero<U32(U32, U32), absolute_difference>},
    // These are gfx12's S_ADD_NC_U64, S_SUB_NC_U64 and S_MUL_U64.
    {"S_ADD_U64", scalar<U64(U64, U64), [](uint64_t a, uint64_t b) { return a + b; }>},
    {"S_SUB_U64", scalar<U64(U64, U64), [](uint64_t a, uint64_t b) { return a - b; }>},
    {"S_MUL_U64", scalar<U64(U64, U64), [](uint64_t a, uint64_t b) { return a * b; }>},
});

}  // namespace

Operations scalar_arithmetic() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
