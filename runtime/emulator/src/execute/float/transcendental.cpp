// Exponentials, logarithms, reciprocals, roots, sines and cosines. The device's results are accurate to about 1 ulp,
// and to 2^29 ulp for f64. Here, the result is that of the next wider format, rounded.
#include <cmath>

#include "execute/float/elementary.hpp"
#include "execute/float/float_arithmetic.hpp"
#include "execute/float/half.hpp"
#include "execute/lanes/lanes.hpp"
#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {
namespace {

using value::F16;
using value::F32;
using value::F64;

double exp2_of(double x) {
  return elementary::power_of_two(x);
}
double log2_of(double x) {
  return elementary::logarithm(x);
}
double reciprocal(double x) {
  return 1 / x;
}
double root(double x) {
  return std::sqrt(x);
}
/// The result for -0 is -inf, which is also that of 1 / sqrt(-0) (RDNA 3 ISA, V_RSQ_F32, functional examples).
double reciprocal_root(double x) {
  return 1 / std::sqrt(x);
}

constexpr double kTwoPi = 6.283185307179586476925;

/// The sine of an angle in turns: V_SIN_F32 multiplies its operand by 2 pi. std::remainder is exact, so whole turns are
/// removed without rounding, and multiples of a quarter turn give exactly 0, 1 and -1.
double sine(double turns) {
  const double angle = std::remainder(turns, 1.0);
  // The sine of -0 is -0; that of any other whole number of turns is +0.
  if (angle == 0) return turns == 0 ? turns : 0;
  // Angles beyond a quarter turn are mirrored at it, which does not change their sine.
  const double mirrored = angle > 0.25 ? 0.5 - angle : angle < -0.25 ? -0.5 - angle : angle;
  return std::sin(kTwoPi * mirrored);
}
double cosine(double turns) {
  return std::sin(kTwoPi * (0.25 - std::fabs(std::remainder(turns, 1.0))));
}

using Function = double (*)(double);

/// Applies `function`. If the result is a NaN, it is replaced by the device's: that of the argument, or that of an
/// invalid operation.
template <Function function>
double evaluated(double x) {
  const double result = function(x);
  if (result != result) [[unlikely]]
    return nan_of(x);
  return result;
}

template <Function function>
float single(const Mode&, float x) {
  return static_cast<float>(evaluated<function>(x));
}

/// "Denormals are flushed" (CDNA 3 ISA, V_EXP_F32, V_LOG_F32, V_RCP_F32, V_RSQ_F32, V_SQRT_F32), whatever MODE is set
/// to. Compilers scale arguments and results if this matters.
template <Function function>
float single_flushed(const Mode&, float x) {
  return flushed(static_cast<float>(evaluated<function>(flushed(x))));
}

template <Function function>
Half half(const Mode& mode, Half x) {
  return half_result(mode, evaluated<function>(to_double(x)));
}

double reciprocal_64(const Mode&, double x) {
  return evaluated<reciprocal>(x);
}
double root_64(const Mode&, double x) {
  return evaluated<root>(x);
}
/// The quotient is computed with a significand of 64 bits and rounded once, so that refinement by Newton's method has
/// nothing to correct.
double reciprocal_root_64(const Mode&, double x) {
  const auto result = static_cast<double>(1 / std::sqrt(static_cast<long double>(x)));
  return result != result ? nan_of(x) : result;
}

template <Function function>
constexpr Handler one_16 = lane_wise<F16(F16), half<function>>;
template <Function function>
constexpr Handler one_32 = lane_wise<F32(F32), single<function>>;
template <Function function>
constexpr Handler flushed_32 = lane_wise<F32(F32), single_flushed<function>>;
template <auto function>
constexpr Handler one_64 = lane_wise<F64(F64), function>;

/// V_S_* of gfx12: source and destination are scalar registers, and EXEC has no effect (RDNA 4 ISA, "Pseudo-scalar
/// transcendentals"). The upper bits of a half's result are 0.
template <class Type, auto function>
struct Scalar {
  static void execute(Wave& wave, const Instruction& instruction) {
    const Sources sources(wave, instruction);
    const RoundingScope rounding(Type::kBits == 32 ? wave.mode.round_32 : wave.mode.round_16_64);
    const auto result = function(wave.mode, sources.get<Type>(0, 0));
    wave.write32(instruction.dst, static_cast<std::uint32_t>(finish<Type>(wave, instruction, result)));
  }
};

template <Function function>
constexpr Handler scalar_16 = &Scalar<F16, half<function>>::execute;
template <Function function>
constexpr Handler scalar_32 = &Scalar<F32, single_flushed<function>>::execute;

constexpr Operation kOperations[] = {
    {"V_EXP_F32", flushed_32<exp2_of>},
    {"V_EXP_LEGACY_F32", flushed_32<exp2_of>},
    {"V_LOG_F32", flushed_32<log2_of>},
    {"V_LOG_LEGACY_F32", flushed_32<log2_of>},
    {"V_RCP_F32", flushed_32<reciprocal>},
    {"V_RCP_IFLAG_F32", flushed_32<reciprocal>},
    {"V_RSQ_F32", flushed_32<reciprocal_root>},
    {"V_SQRT_F32", flushed_32<root>},
    {"V_SIN_F32", one_32<sine>},
    {"V_COS_F32", one_32<cosine>},
    {"V_EXP_F16", one_16<exp2_of>},
    {"V_LOG_F16", one_16<log2_of>},
    {"V_RCP_F16", one_16<reciprocal>},
    {"V_RSQ_F16", one_16<reciprocal_root>},
    {"V_SQRT_F16", one_16<root>},
    {"V_SIN_F16", one_16<sine>},
    {"V_COS_F16", one_16<cosine>},
    {"V_RCP_F64", one_64<reciprocal_64>},
    {"V_RSQ_F64", one_64<reciprocal_root_64>},
    {"V_SQRT_F64", one_64<root_64>},
    {"V_S_EXP_F32", scalar_32<exp2_of>},
    {"V_S_LOG_F32", scalar_32<log2_of>},
    {"V_S_RCP_F32", scalar_32<reciprocal>},
    {"V_S_RSQ_F32", scalar_32<reciprocal_root>},
    {"V_S_SQRT_F32", scalar_32<root>},
    {"V_S_EXP_F16", scalar_16<exp2_of>},
    {"V_S_LOG_F16", scalar_16<log2_of>},
    {"V_S_RCP_F16", scalar_16<reciprocal>},
    {"V_S_RSQ_F16", scalar_16<reciprocal_root>},
    {"V_S_SQRT_F16", scalar_16<root>},
};

}  // namespace

Operations transcendental_operations() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
