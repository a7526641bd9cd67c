// Determines on which side of the exact result the nearest float or double is. The directed roundings
// (directed_rounding.hpp) use it to correct a result that was rounded to nearest.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

namespace rocm_bindgen::detail {

template <class To, class From>
ROCM_BINDGEN_DEVICE inline To same_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast requires types of the same size");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

/// sum + error equals a + b exactly (Knuth's TwoSum).
struct ExactSum {
  double sum;
  double error;
  ROCM_BINDGEN_DEVICE ExactSum(double a, double b) {
    ROCM_BINDGEN_AS_WRITTEN
    sum = a + b;
    const double rounded_b = sum - a;
    const double rounded_a = sum - rounded_b;
    error = (a - rounded_a) + (b - rounded_b);
  }
};

ROCM_BINDGEN_DEVICE inline int sign_of(double x) {
  return (x > 0) - (x < 0);
}

/// The sign of a + b + c. The sum is represented by three non-overlapping numbers, of which the largest determines the
/// sign (Shewchuk).
ROCM_BINDGEN_DEVICE inline int sign_of_sum(double a, double b, double c) {
  const ExactSum ab(a, b);
  const ExactSum low(c, ab.error);
  const ExactSum high(low.sum, ab.sum);
  if (high.sum != 0) return sign_of(high.sum);
  return high.error != 0 ? sign_of(high.error) : sign_of(low.error);
}

ROCM_BINDGEN_DEVICE inline int sign_of_sum(double a, double b, double c, double d) {
  const ExactSum ab(a, b);
  const ExactSum low(c, ab.error);
  const ExactSum middle(low.sum, ab.sum);
  // The fourth number is added to each of the three numbers in turn, from the smallest to the largest.
  const ExactSum first(d, low.error);
  const ExactSum second(first.sum, middle.error);
  const ExactSum third(second.sum, middle.sum);
  if (third.sum != 0) return sign_of(third.sum);
  if (third.error != 0) return sign_of(third.error);
  return second.error != 0 ? sign_of(second.error) : sign_of(first.error);
}

/// A finite number as significand * 2^exponent with 1 <= |significand| < 2. 0 has the smallest exponent.
struct Scaled {
  double significand;
  int exponent;
  ROCM_BINDGEN_DEVICE explicit Scaled(double x) : significand(0), exponent(kZero) {
    constexpr double kTwo64 = 18446744073709551616.0;
    constexpr unsigned long long kExponent = 0x7ff0000000000000ull;
    constexpr int kDigits = 52, kBias = 1023, kScale = 64;
    if (x == 0) return;
    const bool subnormal = (same_bits<unsigned long long>(x) & kExponent) == 0;
    const auto bits = same_bits<unsigned long long>(subnormal ? x * kTwo64 : x);
    exponent = static_cast<int>((bits & kExponent) >> kDigits) - kBias - (subnormal ? kScale : 0);
    significand = same_bits<double>((bits & ~kExponent) | static_cast<unsigned long long>(kBias) << kDigits);
  }
  /// Any number below -2148 would do, which is the exponent of the smallest product of two numbers.
  static constexpr int kZero = -100000;
};

/// Computes significand * 2^exponent if the result is a normal number.
ROCM_BINDGEN_DEVICE inline double times_power(double significand, int exponent) {
  constexpr int kDigits = 52, kBias = 1023;
  return significand * same_bits<double>(static_cast<unsigned long long>(exponent + kBias) << kDigits);
}

/// The sign of a * b + c - r. All are finite, and r is 0 or the nearest number to a sum of this form.
ROCM_BINDGEN_DEVICE inline int sign_of_error(float a, float b, float c, float r) {
  // The product is exact, and no intermediate result leaves the range of double.
  return sign_of_sum(static_cast<double>(a) * static_cast<double>(b), static_cast<double>(c), -static_cast<double>(r));
}
ROCM_BINDGEN_DEVICE inline int sign_of_error(double a, double b, double c, double r) {
  ROCM_BINDGEN_AS_WRITTEN
  const Scaled x(a), y(b), z(c), result(r);
  const bool no_product = x.significand == 0 || y.significand == 0;
  const int product_exponent = no_product ? Scaled::kZero : x.exponent + y.exponent;
  int top = product_exponent > z.exponent ? product_exponent : z.exponent;
  if (result.exponent > top) top = result.exponent;
  // If a term is more than 2^300 times smaller than the largest one, only its sign matters, and only if the other terms
  // cancel. Its exponent is therefore raised to this distance. All terms are then 0 or between 2^-300 and 4. The error
  // of the product is 0 or at least 2^(-300 - 2 * 52) = 2^-404, so no intermediate result is subnormal.
  constexpr int kFar = -300;
  const auto relative = [top](int exponent) { return exponent - top < kFar ? kFar : exponent - top; };
  const double left = no_product ? 0.0 : times_power(x.significand, relative(product_exponent));
  const double product = left * y.significand;
  const double product_error = __builtin_fma(left, y.significand, -product);
  const double sum = z.significand == 0 ? 0.0 : times_power(z.significand, relative(z.exponent));
  const double minus_r = result.significand == 0 ? 0.0 : -times_power(result.significand, relative(result.exponent));
  return sign_of_sum(product, product_error, sum, minus_r);
}

}  // namespace rocm_bindgen::detail
