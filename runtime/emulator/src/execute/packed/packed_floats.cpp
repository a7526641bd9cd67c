// V_PK_* on f16 and f32, V_PK_MOV_B32 and V_PACK_B32_F16.
#include <array>

#include "execute/float/float_arithmetic.hpp"
#include "execute/float/float_selection.hpp"
#include "execute/float/half.hpp"
#include "execute/packed/packed_lanes.hpp"
#include "execute/packed/packed_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using value::F16;
using value::F32;
using value::U32;

constexpr auto kAdd16 = [](const Mode& mode, Half a, Half b) {
  return half_result(mode, add(to_double(a), to_double(b)));
};
constexpr auto kMultiply16 = [](const Mode& mode, Half a, Half b) {
  return half_result(mode, multiply(to_double(a), to_double(b)));
};
// The fused sum of halves is rounded to double first, which does not change the result; half_operations.cpp explains
// why.
constexpr auto kFused16 = [](const Mode& mode, Half a, Half b, Half c) {
  return half_result(mode, fused_multiply_add(to_double(a), to_double(b), to_double(c)));
};
constexpr auto kAdd32 = [](const Mode&, float a, float b) { return add(a, b); };
constexpr auto kMultiply32 = [](const Mode&, float a, float b) { return multiply(a, b); };
constexpr auto kFused32 = [](const Mode&, float a, float b, float c) { return fused_multiply_add(a, b, c); };

using ByMode = Selection<F16, SelectByMode>;
using Number = Selection<F16, SelectNumber>;
using Propagating = Selection<F16, SelectPropagating>;

/// The addend is the destination. LLVM's list of operands for V_FMAC_F32 repeats it as a third source; that for
/// V_PK_FMAC_F16 does not.
void packed_fmac(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const RoundingScope rounding(wave.mode.round_16_64);
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto old = wave.row(instruction.dst)[lane];
    const auto result = [&](bool high) {
      std::uint64_t c = old >> (high ? 16 : 0) & 0xffff;
      if (wave.mode.flush_inputs_16_64) c = value::flush_denormal<F16>(c);
      const auto source = [&](unsigned n) {
        return F16::from_bits(packed_bits<F16>(sources, instruction, wave.mode, n, lane, high));
      };
      return finish<F16>(wave, instruction, kFused16(wave.mode, source(0), source(1), F16::from_bits(c)));
    };
    write_packed(wave, instruction.dst, lane, result(false), result(true), 16);
  });
}

/// Only op_sel has an effect: its bit 0 selects the dword of src0 that becomes the low dword, and bit 1 the dword of
/// src1 that becomes the high dword (CDNA 3 ISA, V_PK_MOV_B32).
void packed_move(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const auto selected = [&](unsigned n, unsigned lane) {
    const auto& row = sources.row(n);
    return (instruction.src[n].op_sel ? row.high : row.low)[lane * row.stride];
  };
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto low = selected(0, lane), high = selected(1, lane);
    write_packed(wave, instruction.dst, lane, low, high, 32);
  });
}

void pack(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  for_each_lane(sources.active(), [&](unsigned lane) {
    write_packed(wave, instruction.dst, lane, sources.bits<F16>(0, lane), sources.bits<F16>(1, lane), 16);
  });
}

constexpr std::array kOperations = std::to_array<Operation>({
    {"V_PK_ADD_F16", packed<F16(F16, F16), kAdd16>},
    {"V_PK_MUL_F16", packed<F16(F16, F16), kMultiply16>},
    {"V_PK_FMA_F16", packed<F16(F16, F16, F16), kFused16>},
    {"V_PK_FMAC_F16", packed_fmac},
    {"V_PK_MIN_F16", packed<F16(F16, F16), ByMode::minimum>},
    {"V_PK_MAX_F16", packed<F16(F16, F16), ByMode::maximum>},
    {"V_PK_MIN_NUM_F16", packed<F16(F16, F16), Number::minimum>},
    {"V_PK_MAX_NUM_F16", packed<F16(F16, F16), Number::maximum>},
    {"V_PK_MINIMUM_F16", packed<F16(F16, F16), Propagating::minimum>},
    {"V_PK_MAXIMUM_F16", packed<F16(F16, F16), Propagating::maximum>},
    {"V_PK_ADD_F32", packed<F32(F32, F32), kAdd32>},
    {"V_PK_MUL_F32", packed<F32(F32, F32), kMultiply32>},
    {"V_PK_FMA_F32", packed<F32(F32, F32, F32), kFused32>},
    {"V_PK_MOV_B32", packed_move},
    {"V_PACK_B32_F16", pack},
});

}  // namespace

Operations packed_floats() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
