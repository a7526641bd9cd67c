// Powers of two and logarithms to base 2 of numbers in the range of f32, computed in f64 with an error of about 2^-46.
//
// They are not the C library's functions, so that native code can compute them for all lanes at once, with the same
// bits: it has the same operations in the same order, from the same constants (native/lower_transcendentals.cpp). Each
// operation is one of IEEE 754's, rounded once. There is no fused multiply-add, because not every host has one.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace rocm_bindgen::emulator::elementary {

/// Powers beyond these are infinite or 0 as f32, and have the same f16 as these in every rounding mode.
constexpr double kLargestExponent = 200;

/// The Taylor series of 2^f: ln(2)^k / k!, from k = 11 to k = 0.
constexpr std::array<double, 12> kPowerSeries = {0x1.e8cac7351bb25p-32, 0x1.e4cf5158b8ecap-28, 0x1.b5253d395e7c4p-24,
                                                 0x1.62c0223a5c824p-20, 0x1.ffcbfc588b0c7p-17, 0x1.430912f86c787p-13,
                                                 0x1.5d87fe78a6731p-10, 0x1.3b2ab6fba4e77p-7,  0x1.c6b08d704a0c0p-5,
                                                 0x1.ebfbdff82c58fp-3,  0x1.62e42fefa39efp-1,  1.0};

/// The series of log2((1 + s) / (1 - s)) / s in s^2: 2 / (ln(2) * (2 * k + 1)), from k = 9 to k = 0.
constexpr std::array<double, 10> kLogarithmSeries = {
    0x1.3703c1f4d0ffep-3, 0x1.5b9ac9b743f0dp-3, 0x1.89f3b1694cffep-3, 0x1.c68f568d31760p-3, 0x1.0c9a84994022dp-2,
    0x1.484b13d7c02a9p-2, 0x1.a61762a7aded9p-2, 0x1.2776c50ef9bfep-1, 0x1.ec709dc3a03fdp-1, 0x1.71547652b82fep+1};

/// The significand of a reduced argument is in [kLeast, 2 * kLeast).
constexpr double kLeast = 0x1.6a09e667f3bcdp-1;  // sqrt(1/2)
constexpr unsigned kSignificandBits = 52;
constexpr std::int64_t kBias = 1023;

/// Returns 2^x. NaN propagates.
inline double power_of_two(double x) {
  if (x != x) return x;
  const double bounded = x > kLargestExponent ? kLargestExponent : x < -kLargestExponent ? -kLargestExponent : x;
  const double whole = ::roundeven(bounded);
  const double fraction = bounded - whole;
  double sum = kPowerSeries[0];
  for (std::size_t k = 1; k < kPowerSeries.size(); ++k) sum = sum * fraction + kPowerSeries[k];
  const auto exponent = static_cast<std::int64_t>(whole) + kBias;
  return sum * std::bit_cast<double>(exponent << kSignificandBits);
}

/// Returns log2(x): -inf for zeros, and a NaN for negative numbers and NaNs. A subnormal f64 is not supported.
inline double logarithm(double x) {
  if (!(x > 0)) return x == 0 ? -HUGE_VAL : std::nan("");
  if (std::isinf(x)) return x;
  const auto bits = std::bit_cast<std::int64_t>(x);
  const auto exponent = (bits - std::bit_cast<std::int64_t>(kLeast)) >> kSignificandBits;
  const auto significand = std::bit_cast<double>(bits - (exponent << kSignificandBits));
  const double s = (significand - 1) / (significand + 1);
  const double square = s * s;
  double sum = kLogarithmSeries[0];
  for (std::size_t k = 1; k < kLogarithmSeries.size(); ++k) sum = sum * square + kLogarithmSeries[k];
  return static_cast<double>(exponent) + s * sum;
}

}  // namespace rocm_bindgen::emulator::elementary
