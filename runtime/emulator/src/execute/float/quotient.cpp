#include "execute/float/quotient.hpp"

#include <cfenv>
#include <cstring>
#include <limits>

#include "execute/float/float_arithmetic.hpp"
#include "execute/float/half.hpp"

namespace rocm_bindgen::emulator {
namespace {

template <class Float>
struct Scaling;
template <>
struct Scaling<float> {
  static constexpr int kFar = 96;     ///< difference of exponents from which a quotient may overflow or underflow
  static constexpr int kStep = 64;    ///< exponent of the scaling factor
  static constexpr int kLost = -150;  ///< difference of exponents below which the quotient underflows
};
template <>
struct Scaling<double> {
  static constexpr int kFar = 768;
  static constexpr int kStep = 128;
  static constexpr int kLost = -1075;
};

template <class Float>
int exponent_of(Float number) {
  return value::stored_exponent<TypeOf<Float>>(bits_of(number));
}

// The significand of x87's extended format, which every x86-64 host has, is wide enough for a number of 53 bits and the
// bits below it that rounding needs.
static_assert(std::numeric_limits<long double>::digits == 64);

/// Unlike RoundingScope, it restores the mode that it found, which is that of the instruction.
class HostRounding {
 public:
  explicit HostRounding(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~HostRounding() { std::fesetround(before_); }
  HostRounding(const HostRounding&) = delete;
  HostRounding& operator=(const HostRounding&) = delete;

 private:
  int before_;
};

long double fused_in(int rounding, long double a, long double b, long double c) {
  const HostRounding scope(rounding);
  return std::fma(a, b, c);
}

/// Returns a * b + c rounded to odd: if the result is inexact, it is the neighbour whose last bit is 1. Rounding this
/// to a narrower format gives the same result as rounding the exact sum.
long double fused_to_odd(long double a, long double b, long double c) {
  const auto below = fused_in(FE_DOWNWARD, a, b, c), above = fused_in(FE_UPWARD, a, b, c);
  if (below == above) return std::fma(a, b, c);
  std::uint64_t significand = 0;
  std::memcpy(&significand, &below, sizeof significand);
  return (significand & 1) != 0 ? below : above;
}

}  // namespace

/// The algorithm is that of the Vega and RDNA ISA documents, V_DIV_SCALE_F32, with two differences from their
/// pseudo-code. Devices behave this way, and divisions depend on it: whether a quotient may underflow is determined
/// from the exponents, not from the quotient; and a denominator with a subnormal reciprocal is always scaled down.
template <class Float>
ScaledOperand<Float> scale_for_division(Float operand, Float denominator, Float numerator) {
  using Format = value::Format<TypeOf<Float>>;
  using Scale = Scaling<Float>;
  const int denominator_exponent = exponent_of(denominator), numerator_exponent = exponent_of(numerator);
  const int difference = numerator_exponent - denominator_exponent;
  // Whether the operand is the denominator or the numerator is known only from its value.
  const bool is_denominator = bits_of(operand) == bits_of(denominator);
  const bool large = difference >= Scale::kFar, small = difference <= -Scale::kFar;
  const bool tiny_denominator = denominator_exponent == 0;
  const bool tiny_reciprocal = denominator_exponent >= 2 * Format::kBias - 1;  // f32: from 2^126 on
  const bool tiny_numerator = numerator_exponent <= static_cast<int>(Format::kMantissa) + 1;
  const bool post_scale = large || small;
  int step = 0;
  if (large)
    step = is_denominator ? Scale::kStep : 0;
  else if (tiny_reciprocal)
    step = is_denominator || !small ? -Scale::kStep : 0;
  else if (small)
    step = is_denominator ? 0 : Scale::kStep;
  else if (tiny_denominator || tiny_numerator)
    step = Scale::kStep;
  if (denominator == 0 || numerator == 0) return {invalid<Float>(), post_scale};
  return {operand != operand ? quieted(operand) : std::ldexp(operand, step), post_scale};
}

/// The addend `c` is the approximation of the quotient. If it is large, the quotient may overflow and the denominator
/// was scaled up; if not, the numerator was scaled up.
template <class Float>
Float scaled_back(Float a, Float b, Float c) {
  const int step =
      exponent_of(c) > value::Format<TypeOf<Float>>::kBias ? Scaling<Float>::kStep : -Scaling<Float>::kStep;
  const auto exact = fused_to_odd(a, b, c);
  if (exact != exact) return nan_of(a, b, c);
  return static_cast<Float>(std::ldexp(exact, step));
}

template <class Float>
std::optional<Float> special_quotient(Float denominator, Float numerator) {
  if (numerator != numerator) return quieted(numerator);
  if (denominator != denominator) return quieted(denominator);
  const bool zero_denominator = denominator == 0, zero_numerator = numerator == 0;
  const bool infinite_denominator = std::isinf(denominator), infinite_numerator = std::isinf(numerator);
  if ((zero_denominator && zero_numerator) || (infinite_denominator && infinite_numerator)) return invalid<Float>();
  const Float sign = std::signbit(denominator) != std::signbit(numerator) ? Float{-1} : Float{1};
  if (zero_denominator || infinite_numerator) return sign * std::numeric_limits<Float>::infinity();
  if (infinite_denominator || zero_numerator) return sign * 0;
  return std::nullopt;
}

template <class Float>
Float fixed_up(Float quotient, Float denominator, Float numerator) {
  if (const auto special = special_quotient(denominator, numerator)) return *special;
  const Float sign = std::signbit(denominator) != std::signbit(numerator) ? Float{-1} : Float{1};
  // ldexp() by an exponent out of every format's range overflows or underflows in the host's rounding mode.
  constexpr int beyond_all = 1 << 14;
  if (exponent_of(numerator) - exponent_of(denominator) < Scaling<Float>::kLost) return std::ldexp(sign, -beyond_all);
  if (!std::isfinite(quotient)) return std::ldexp(sign, beyond_all);
  return std::copysign(quotient, sign);
}

Half fixed_up(Half quotient, Half denominator, Half numerator) {
  const double wide_denominator = to_double(denominator), wide_numerator = to_double(numerator);
  const double approximation = to_double(quotient);
  if (const auto special = special_quotient(wide_denominator, wide_numerator)) return half_from_double(*special);
  const double sign = std::signbit(wide_denominator) != std::signbit(wide_numerator) ? -1 : 1;
  constexpr double beyond_all = 0x1p20;  // overflows in f16
  return half_from_double(std::isfinite(approximation) ? std::copysign(approximation, sign) : sign * beyond_all);
}

template ScaledOperand<float> scale_for_division(float, float, float);
template ScaledOperand<double> scale_for_division(double, double, double);
template float scaled_back(float, float, float);
template double scaled_back(double, double, double);
template std::optional<float> special_quotient(float, float);
template std::optional<double> special_quotient(double, double);
template float fixed_up(float, float, float);
template double fixed_up(double, double, double);

}  // namespace rocm_bindgen::emulator
