// Compares functions with the definitions in CUDA's documents and with values of printed tables.
#include "rocm_bindgen_compat/math/host_math.hpp"

#include <cmath>
#include <limits>

#include "support/catch.hpp"

namespace host = rocm_bindgen::host_math;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Whether the relative error is at most `epsilons` times the distance from 1 to the next double.
bool is_near(double actual, double expected, double epsilons = 8) {
  return std::fabs(actual - expected) <= epsilons * std::numeric_limits<double>::epsilon() * std::fabs(expected);
}

}  // namespace

TEST_CASE("reciprocal roots are right") {
  CHECK(host::rsqrt(0.25) == 2);
  CHECK(host::rcbrt(-8.0) == -0.5);
}

TEST_CASE("sine and cosine of multiples of pi are right") {
  CHECK(host::sinpi(0.5) == 1);
  CHECK(host::sinpi(-1.5) == 1);
  CHECK(host::sinpi(1e15) == 0);
  CHECK(std::signbit(host::sinpi(-3.0)));
  CHECK(host::cospi(0.5) == 0);
  CHECK(host::cospi(3.0) == -1);
  CHECK(host::cospi(1e15 + 1) == -1);
  CHECK(is_near(host::sinpi(1.0 / 6), 0.5));
  CHECK(is_near(host::cospi(-0.25), std::sqrt(0.5)));
  CHECK(is_near(host::sinpi(1e6 + 0.25), std::sqrt(0.5)));
  CHECK(std::isnan(host::sinpi(kInfinity)));
  CHECK(std::isnan(host::cospi(-kInfinity)));
  // The expected values are not exact either: pi * x, up to 12.6, is rounded by up to 1.4e-15.
  for (double x = -4; x < 4; x += 0.0371) {
    REQUIRE(std::fabs(host::sinpi(x) - std::sin(host::kPi * x)) < 4e-15);
    REQUIRE(std::fabs(host::cospi(x) - std::cos(host::kPi * x)) < 4e-15);
  }
}

TEST_CASE("the normal distribution and the error function and their inverses are right") {
  CHECK(is_near(host::normcdf(0), 0.5));
  CHECK(is_near(host::normcdf(1), 0.84134474606854293, 16));
  // Far from 0, a rounding error of the argument x is multiplied by about x^2, here 25.
  CHECK(is_near(host::normcdf(-5), 2.8665157187919391e-7, 64));
  CHECK(is_near(host::normcdfinv(0.975), 1.9599639845400542, 16));
  CHECK(host::normcdfinv(0) == -kInfinity);
  CHECK(host::normcdfinv(1) == kInfinity);
  for (double x = -0.9999; x < 1; x += 0.00713) REQUIRE(is_near(std::erf(host::erfinv(x)), x, 32));
  for (const double x : {1e-300, 1e-100, 1e-20, 1e-5, 0.1, 0.7, 1.0, 1.3, 1.9, 1.9999}) {
    INFO(x);
    // The relative slope of erfc is steep where erfc is small, so the error is larger there.
    REQUIRE(is_near(std::erfc(host::erfcinv(x)), x, 4000));
  }
  CHECK(host::erfinv(0) == 0);
  CHECK(host::erfinv(1) == kInfinity);
  CHECK(std::isnan(host::erfinv(1.5)));
  CHECK(host::erfcinv(2) == -kInfinity);
  CHECK(is_near(host::erfinv(1e-20), 1e-20 / host::kTwoOverSqrtPi));
}

TEST_CASE("the scaled complementary error function is right") {
  CHECK(host::erfcx(0) == 1);
  CHECK(is_near(host::erfcx(1), 0.42758357615580705, 16));
  CHECK(is_near(host::erfcx(-1), 5.0089800807622830, 16));
  // The method changes at 10. There, erfcx(x) is about 1 / (x * sqrt(pi)), so the two values differ by the factor
  // 1 + 2e-5, which is 9e10 epsilons.
  CHECK(is_near(host::erfcx(9.9999), host::erfcx(10.0001), 2e11));
  CHECK(is_near(host::erfcx(1e10), host::kTwoOverSqrtPi / 2e10));
}

TEST_CASE("modified Bessel functions are right") {
  CHECK(host::cyl_bessel_i0(0) == 1);
  CHECK(host::cyl_bessel_i1(0) == 0);
  CHECK(is_near(host::cyl_bessel_i0(1), 1.2660658777520084));
  CHECK(is_near(host::cyl_bessel_i1(-1), -0.56515910399248503));
  // The standard library's values are not exact either.
  for (const double x : {0.1, 3.0, 25.0, 300.0}) {
    REQUIRE(is_near(host::cyl_bessel_i0(x), std::cyl_bessel_i(0.0, x), 64));
    REQUIRE(is_near(host::cyl_bessel_i1(x), std::cyl_bessel_i(1.0, x), 64));
  }
  CHECK(host::cyl_bessel_i0(1000) == kInfinity);
}

TEST_CASE("lengths of vectors are right") {
  const double wide[] = {3e200, 4e200, 12e200};
  CHECK(is_near(host::norm(3, wide), 13e200));
  const float narrow[] = {3, 4};
  CHECK(host::norm(2, narrow) == 5);
}
