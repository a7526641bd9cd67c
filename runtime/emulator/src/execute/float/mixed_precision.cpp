// V_FMA_MIX_F32, V_FMA_MIXLO_F16 and V_FMA_MIXHI_F16: fused multiply-adds whose sources are f16 or f32 individually.
#include "execute/float/mixed_precision.hpp"

#include <array>

#include "execute/float/float_arithmetic.hpp"
#include "execute/float/half.hpp"
#include "execute/lanes/lanes.hpp"
#include "execute/packed/packed_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using value::F16;
using value::F32;

/// Returns source `n`. If op_sel_hi is set, the source is an f16 in the half that op_sel selects; if not, it is an f32.
/// neg_hi, which negates the high half in other packed operations, selects the absolute value here (RDNA 3 ISA,
/// V_FMA_MIX_F32).
double mixed(const Sources& sources, const Instruction& instruction, const Mode& mode, unsigned n, unsigned lane) {
  const auto& operand = instruction.src[n];
  const auto with_signs = [&](auto type, std::uint64_t bits, bool flushes) {
    using Type = decltype(type);
    if (operand.negate_high) bits &= ~Type::kSign;
    if (operand.negate) bits ^= Type::kSign;
    return to_double(Type::from_bits(flushes ? value::flush_denormal<Type>(bits) : bits));
  };
  if (operand.op_sel_high) {
    const auto half = sources.dword(n, lane) >> (operand.op_sel ? 16 : 0) & 0xffff;
    return with_signs(F16{}, half, mode.flush_inputs_16_64);
  }
  const auto single = operand.is_constant() ? single_of_inline(operand.value) : sources.dword(n, lane);
  return with_signs(F32{}, single, mode.flush_inputs_32);
}

/// Returns a value that rounds to f16 as the exact a * b + c does. Products of f32 are exact in double, but the sum may
/// be inexact, and rounding to nearest twice can give a wrong result. If the sum is inexact, its last bit is therefore
/// made odd, which records that digits were lost. Directed rounding needs no correction, because rounding twice in the
/// same direction is correct.
double fused_for_half(Rounding rounding, double a, double b, double c) {
  const double sum = fused_multiply_add(a, b, c);
  if (rounding != Rounding::nearest_even || !std::isfinite(sum)) return sum;
  const double product = a * b;
  const double added = sum - product;
  const double lost = (product - (sum - added)) + (c - added);
  const auto bits = bits_of(sum);
  if (lost == 0 || (bits & 1) != 0) return sum;
  return from_bits<double>((lost > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

float fused_single(double a, double b, double c) {
  return fused_multiply_add(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c));
}

void mix_to_single(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const RoundingScope rounding(wave.mode.round_32);
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto source = [&](unsigned n) { return mixed(sources, instruction, wave.mode, n, lane); };
    const float result = fused_single(source(0), source(1), source(2));
    wave.row(instruction.dst)[lane] = static_cast<std::uint32_t>(finish<F32>(wave, instruction, result));
  });
}

/// The other half of the destination keeps its value.
template <bool high>
void mix_to_half(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const RoundingScope rounding(wave.mode.round_16_64);
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto source = [&](unsigned n) { return mixed(sources, instruction, wave.mode, n, lane); };
    const auto fused = fused_for_half(wave.mode.round_16_64, source(0), source(1), source(2));
    const auto bits = static_cast<std::uint32_t>(finish<F16>(wave, instruction, half_result(wave.mode, fused)));
    auto& dword = wave.row(instruction.dst)[lane];
    dword = high ? (dword & 0xffff) | bits << 16 : (dword & 0xffff0000) | bits;
  });
}

constexpr std::array kOperations = std::to_array<Operation>({
    {"V_FMA_MIX_F32", mix_to_single},
    {"V_FMA_MIXLO_F16", mix_to_half<false>},
    {"V_FMA_MIXHI_F16", mix_to_half<true>},
});

}  // namespace

std::uint64_t single_of_inline(std::uint64_t half) {
  constexpr std::uint64_t over_two_pi = 0x3118, over_two_pi_single = 0x3e22f983;
  if (half == over_two_pi) return over_two_pi_single;
  // The integers from -16 to 64 have the same bits in both formats.
  const bool integer = half <= 64 || half >= ~std::uint64_t{16} + 1;
  if (integer) return half & 0xffffffff;
  return F32::to_bits(static_cast<float>(to_double(Half{static_cast<std::uint16_t>(half)})));
}

Operations mixed_precision() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
