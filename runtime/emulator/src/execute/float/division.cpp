// The steps of a division, and operations on exponents and significands.
#include <cmath>

#include "execute/float/float_arithmetic.hpp"
#include "execute/float/half.hpp"
#include "execute/float/quotient.hpp"
#include "execute/float/two_over_pi.hpp"
#include "execute/float/unflushed.hpp"
#include "execute/lanes/lanes.hpp"
#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {
namespace {

using value::F16;
using value::F32;
using value::F64;
using value::I16;
using value::I32;
using value::U32;

Rounding rounding_of(const Mode& mode, unsigned bits) {
  return bits == 32 ? mode.round_32 : mode.round_16_64;
}

/// The sources are the operand to scale, the denominator and the numerator. The scalar destination gets the mask of the
/// lanes whose quotient V_DIV_FMAS has to scale back.
template <class Type>
void div_scale(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const RoundingScope rounding(rounding_of(wave.mode, Type::kBits));
  std::uint64_t mask = 0;
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto scaled =
        scale_for_division(sources.get<Type>(0, lane), sources.get<Type>(1, lane), sources.get<Type>(2, lane));
    mask |= std::uint64_t{scaled.post_scale} << lane;
    write_lane(wave, instruction, lane, finish<Type>(wave, instruction, scaled.value), Type::kBits);
  });
  wave.write_mask(instruction.scalar_dst, mask);
}

/// The mask is in VCC. "Input denormals are not flushed" (CDNA 3 ISA, V_DIV_FMAS_F32).
template <class Type>
void div_fmas(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const RoundingScope rounding(rounding_of(wave.mode, Type::kBits));
  const auto source = [&](unsigned n, unsigned lane) {
    return Type::from_bits(unflushed_bits<Type>(sources, instruction, n, lane));
  };
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto a = source(0, lane), b = source(1, lane), c = source(2, lane);
    const bool post_scale = (wave.vcc() >> lane & 1) != 0;
    const auto result = post_scale ? scaled_back(a, b, c) : fused_multiply_add(a, b, c);
    write_lane(wave, instruction, lane, finish<Type>(wave, instruction, result), Type::kBits);
  });
}

/// The sources are the quotient, the denominator and the numerator. The quotient is the result of V_DIV_FMAS. A
/// subnormal quotient is kept, both as a source and as the result. Only if omod or clamp changes the result, it is
/// flushed as MODE requires.
template <class Type>
void div_fixup(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const RoundingScope rounding(rounding_of(wave.mode, Type::kBits));
  const auto& modifiers = instruction.modifiers;
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto quotient = Type::from_bits(unflushed_bits<Type>(sources, instruction, 0, lane));
    const auto result = fixed_up(quotient, sources.get<Type>(1, lane), sources.get<Type>(2, lane));
    const bool modified = modifiers.clamp || modifiers.omod != 0;
    const auto bits = modified ? finish<Type>(wave, instruction, result) : Type::to_bits(result);
    write_lane(wave, instruction, lane, bits, Type::kBits);
  });
}

double trig_preop(const Mode&, double argument, std::uint32_t segment) {
  return two_over_pi_segment(argument, segment);
}

template <class Float>
Float ldexp(const Mode&, Float x, std::int32_t exponent) {
  return x != x ? quieted(x) : std::ldexp(x, exponent);
}
Half ldexp_16(const Mode& mode, Half x, std::int16_t exponent) {
  return half_result(mode, std::ldexp(to_double(x), exponent));
}

/// The result is in [0.5, 1) and has the sign of the number. Zeros, infinities and NaNs are returned unchanged, except
/// that NaNs are quieted.
template <class Float>
Float significand(const Mode&, Float x) {
  if (x != x) return quieted(x);
  int exponent = 0;
  return std::isinf(x) ? x : std::frexp(x, &exponent);
}
Half significand_16(const Mode& mode, Half x) {
  return half_from_double(significand(mode, to_double(x)));
}

/// The result is 0 for zeros, infinities and NaNs.
template <class Float>
std::int32_t exponent(const Mode&, Float x) {
  int exponent = 0;
  if (std::isfinite(x)) static_cast<void>(std::frexp(x, &exponent));
  return exponent;
}
std::int16_t exponent_16(const Mode& mode, Half x) {
  return static_cast<std::int16_t>(exponent(mode, to_double(x)));
}

constexpr Operation kOperations[] = {
    {"V_DIV_SCALE_F32", div_scale<F32>},
    {"V_DIV_SCALE_F64", div_scale<F64>},
    {"V_DIV_FMAS_F32", div_fmas<F32>},
    {"V_DIV_FMAS_F64", div_fmas<F64>},
    {"V_DIV_FIXUP_F16", div_fixup<F16>},
    {"V_DIV_FIXUP_LEGACY_F16", div_fixup<F16>},
    {"V_DIV_FIXUP_F32", div_fixup<F32>},
    {"V_DIV_FIXUP_F64", div_fixup<F64>},
    {"V_TRIG_PREOP_F64", lane_wise<F64(F64, U32), trig_preop>},
    {"V_LDEXP_F16", lane_wise<F16(F16, I16), ldexp_16>},
    {"V_LDEXP_F32", lane_wise<F32(F32, I32), ldexp<float>>},
    {"V_LDEXP_F64", lane_wise<F64(F64, I32), ldexp<double>>},
    {"V_FREXP_MANT_F16", lane_wise<F16(F16), significand_16>},
    {"V_FREXP_MANT_F32", lane_wise<F32(F32), significand<float>>},
    {"V_FREXP_MANT_F64", lane_wise<F64(F64), significand<double>>},
    {"V_FREXP_EXP_I16_F16", lane_wise<I16(F16), exponent_16>},
    {"V_FREXP_EXP_I32_F32", lane_wise<I32(F32), exponent<float>>},
    {"V_FREXP_EXP_I32_F64", lane_wise<I32(F64), exponent<double>>},
};

}  // namespace

Operations division_operations() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
