// Functions that CUDA also has on the host and that the C library lacks. They are computed in double.
#pragma once

#include <float.h>
#include <math.h>

namespace rocm_bindgen::host_math {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSqrt2 = 1.41421356237309504880;
constexpr double kTwoOverSqrtPi = 1.12837916709551257390;

inline double rsqrt(double x) {
  return 1 / ::sqrt(x);
}
inline double rcbrt(double x) {
  return 1 / ::cbrt(x);
}

/// Returns sin(pi * (x + quarters / 2.0)).
inline double sine_of_turns(double x, int quarters) {
  // Removing whole periods and quarters is exact and leaves at most an eighth of a turn.
  const double in_period = ::fmod(x, 2.0);
  const double nearest = ::rint(in_period * 2);
  const double rest = kPi * (in_period - nearest / 2);
  const int quarter = (static_cast<int>(nearest) + quarters) & 3;
  const double value = (quarter & 1) != 0 ? ::cos(rest) : ::sin(rest);
  return quarter >= 2 ? -value : value;
}
inline double sinpi(double x) {
  if (!isfinite(x)) return x - x;
  // Zeros have the sign of x.
  return x == ::trunc(x) ? ::copysign(0.0, x) : sine_of_turns(x, 0);
}
inline double cospi(double x) {
  if (!isfinite(x)) return x - x;
  // Halfway between whole numbers the result is +0.
  return sine_of_turns(x, 1) + 0.0;
}

inline double normcdf(double x) {
  return ::erfc(-x / kSqrt2) / 2;
}

/// Computes exp(x * x) * erfc(x).
inline double erfcx(double x) {
  // From this bound on, kTerms terms of a continued fraction give the precision of double. Below it, neither factor
  // underflows, and exp(x * x) overflows only for large negative x, for which the result does, too.
  constexpr double kFractionFrom = 10;
  if (x < kFractionFrom) return ::exp(x * x) * ::erfc(x);
  constexpr int kTerms = 40;
  double fraction = x;
  for (int term = kTerms; term > 0; --term) fraction = x + term / 2.0 / fraction;
  return kTwoOverSqrtPi / 2 / fraction;
}

/// The y with erfc(y) == x, for 0 < x <= 1. The initial value is Abramowitz and Stegun's formula 26.2.23, whose
/// absolute error is below 4.5e-4; Newton steps with the second derivative (Halley's method) refine it.
inline double erfcinv_of_small(double x) {
  const double tail = ::sqrt(-2 * ::log(x / 2));
  double y = (tail - (2.515517 + tail * (0.802853 + tail * 0.010328)) /
                         (1 + tail * (1.432788 + tail * (0.189269 + tail * 0.001308)))) /
             kSqrt2;
  constexpr int kSteps = 3;  // each one about triples the number of correct digits
  for (int step = 0; step < kSteps; ++step) {
    // The Newton step is (erfc(y) - x) / (2 / sqrt(pi) * exp(-y^2)). Multiplying by exp(y^2) instead of dividing avoids
    // an underflow of exp(-y^2).
    const double error = (::erfc(y) - x) * ::exp(y * y) / kTwoOverSqrtPi;
    if (!isfinite(error)) break;
    y += error / (1 - y * error);
  }
  return y;
}
inline double erfcinv(double x) {
  if (!(x >= 0 && x <= 2)) return NAN;
  if (x == 0 || x == 2) return x == 0 ? HUGE_VAL : -HUGE_VAL;
  return x <= 1 ? erfcinv_of_small(x) : -erfcinv_of_small(2 - x);
}
inline double erfinv(double x) {
  const double size = ::fabs(x);
  if (!(size <= 1)) return NAN;
  if (size == 1) return ::copysign(HUGE_VAL, x);
  // From here on, 1 - size is exact, and erfc() has the digits that erf() loses near 1.
  constexpr double kUseErfcFrom = 0.5;
  if (size >= kUseErfcFrom) return ::copysign(erfcinv_of_small(1 - size), x);
  // Halley's method again. The initial value is the first term of the power series, which is less accurate than the
  // formula above, so there is one more step.
  double y = x / kTwoOverSqrtPi;
  constexpr int kSteps = 4;
  for (int step = 0; step < kSteps; ++step) {
    const double error = (::erf(y) - x) * ::exp(y * y) / kTwoOverSqrtPi;
    y -= error / (1 + y * error);
  }
  return y;
}
inline double normcdfinv(double x) {
  return -kSqrt2 * erfcinv(2 * x);
}

/// The modified Bessel functions of the first kind of orders 0 and 1, by their power series, whose terms are all
/// positive.
inline double bessel_i(int order, double x) {
  const double quarter = x * x / 4;
  double term = order == 0 ? 1 : ::fabs(x) / 2, sum = term;
  for (int k = 1; isfinite(sum) && term > sum * DBL_EPSILON / 4; ++k) {
    term *= quarter / (static_cast<double>(k) * (k + order));
    sum += term;
  }
  return order == 1 ? ::copysign(sum, x) : sum;
}
inline double cyl_bessel_i0(double x) {
  return bessel_i(0, x);
}
inline double cyl_bessel_i1(double x) {
  return bessel_i(1, x);
}

template <class T>
double norm(int count, const T* values) {
  double length = 0;
  for (int i = 0; i < count; ++i) length = ::hypot(length, static_cast<double>(values[i]));
  return length;
}

}  // namespace rocm_bindgen::host_math
