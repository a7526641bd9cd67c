// The device's arithmetic on f32 and f64: the host's arithmetic in the host's rounding mode, but with the device's
// NaNs. The result is the first operand that is a NaN, quieted. An invalid operation such as inf - inf gives
// `kInvalid`. f16 is computed in double, which represents sums and products of halves exactly, and rounded by the
// functions in half.hpp.
#pragma once

#include <cmath>
#include <type_traits>

#include "execute/float/float_bits.hpp"

namespace rocm_bindgen::emulator {

template <class Float>
using TypeOf = std::conditional_t<sizeof(Float) == 8, value::F64, value::F32>;

template <class Float>
inline std::uint64_t bits_of(Float number) {
  return TypeOf<Float>::to_bits(number);
}
template <class Float>
inline Float from_bits(std::uint64_t bits) {
  return TypeOf<Float>::from_bits(bits);
}

template <class Float>
inline Float invalid() {
  return from_bits<Float>(value::Format<TypeOf<Float>>::kInvalid);
}
template <class Float>
inline Float quieted(Float nan) {
  return from_bits<Float>(bits_of(nan) | value::Format<TypeOf<Float>>::kQuiet);
}
template <class Float>
inline Float flushed(Float number) {
  return from_bits<Float>(value::flush_denormal<TypeOf<Float>>(bits_of(number)));
}

/// Returns the NaN that an operation on these operands gives. These functions are not inline because they are rarely
/// called.
template <class Float>
Float nan_of(Float a);
template <class Float>
Float nan_of(Float a, Float b);
/// The NaN of a * b + c. An invalid product has precedence over a NaN in c.
template <class Float>
Float nan_of(Float a, Float b, Float c);

template <class Float>
inline Float add(Float a, Float b) {
  const Float sum = a + b;
  if (sum != sum) [[unlikely]]
    return nan_of(a, b);
  return sum;
}

template <class Float>
inline Float subtract(Float a, Float b) {
  const Float difference = a - b;
  if (difference != difference) [[unlikely]]
    return nan_of(a, b);
  return difference;
}

template <class Float>
inline Float multiply(Float a, Float b) {
  const Float product = a * b;
  if (product != product) [[unlikely]]
    return nan_of(a, b);
  return product;
}

template <class Float>
inline Float fused_multiply_add(Float a, Float b, Float c) {
  const Float result = std::fma(a, b, c);
  if (result != result) [[unlikely]]
    return nan_of(a, b, c);
  return result;
}

/// The rule of DirectX 9: zero times anything is +0, even if the other operand is an infinity or a NaN.
template <class Float>
inline Float multiply_legacy(Float a, Float b) {
  return a == 0 || b == 0 ? Float{0} : multiply(a, b);
}

template <class Float>
inline Float truncated(Float x) {
  return x != x ? quieted(x) : std::trunc(x);
}
template <class Float>
inline Float rounded_up(Float x) {
  return x != x ? quieted(x) : std::ceil(x);
}
template <class Float>
inline Float rounded_down(Float x) {
  return x != x ? quieted(x) : std::floor(x);
}
/// Rounds ties to even in every rounding mode.
inline float rounded_to_even(float x) {
  return x != x ? quieted(x) : ::roundevenf(x);
}
inline double rounded_to_even(double x) {
  return x != x ? quieted(x) : ::roundeven(x);
}

/// Returns x - floor(x), or the largest number below 1 if the difference rounds to 1 (RDNA 3 ISA, V_FRACT_F32: "result
/// clamped to 0x3f7fffff").
template <class Float>
inline Float fraction(Float x) {
  const Float result = x - std::floor(x);
  if (result != result) [[unlikely]]
    return nan_of(x);
  const Float below_one = from_bits<Float>(bits_of(Float{1}) - 1);
  return result < below_one ? result : below_one;
}

}  // namespace rocm_bindgen::emulator
