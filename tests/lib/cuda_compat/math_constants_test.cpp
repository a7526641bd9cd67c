#include "math_constants.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "support/catch.hpp"

namespace {

template <class T>
std::uint64_t bits(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

}  // namespace

TEST_CASE("math_constants.h: limits and special values are exact to the bit") {
  CHECK(bits(CUDART_INF_F) == 0x7f800000);
  CHECK(bits(CUDART_NAN_F) == 0x7fffffff);
  CHECK(bits(CUDART_MIN_DENORM_F) == 1);
  CHECK(bits(CUDART_MAX_NORMAL_F) == 0x7f7fffff);
  CHECK(bits(CUDART_NEG_ZERO_F) == 0x80000000);
  CHECK(bits(CUDART_INF) == 0x7ff0000000000000);
  CHECK(bits(CUDART_NAN) == 0xfff8000000000000);
  CHECK(bits(CUDART_MIN_DENORM) == 1);
  CHECK(bits(CUDART_NEG_ZERO) == 0x8000000000000000);
  CHECK(CUDART_TWO_TO_M126_F == std::numeric_limits<float>::min());
  CHECK(CUDART_TWO_TO_M1022 == std::numeric_limits<double>::min());
  CHECK(CUDART_REMQUO_MASK_F == 7);
}

TEST_CASE("math_constants.h: floats are nearest to the doubles") {
  CHECK(CUDART_PI_F == static_cast<float>(CUDART_PI));
  CHECK(CUDART_PIO2_F == static_cast<float>(CUDART_PIO2));
  CHECK(CUDART_3PIO4_F == static_cast<float>(CUDART_3PIO4));
  CHECK(CUDART_2_OVER_PI_F == static_cast<float>(CUDART_2_OVER_PI));
  CHECK(CUDART_SQRT_TWO_F == static_cast<float>(CUDART_SQRT_TWO));
  CHECK(CUDART_L2E_F == static_cast<float>(CUDART_L2E));
  CHECK(CUDART_LN2_F == static_cast<float>(CUDART_LN2));
  CHECK(CUDART_LNPI_F == static_cast<float>(CUDART_LNPI));
  CHECK(CUDART_THIRD_F == static_cast<float>(CUDART_THIRD));
}

TEST_CASE("math_constants.h: a high and a low part together extend a double's precision") {
  const long double pi = 4 * std::atan(1.0L);
  const auto sum_is = [](double high, double low, long double value) {
    const auto sum = static_cast<long double>(high) + low;
    return std::fabs(sum - value) <= 2 * std::numeric_limits<long double>::epsilon() * value;
  };
  CHECK(sum_is(CUDART_PI_HI, CUDART_PI_LO, pi));
  CHECK(sum_is(CUDART_PIO2_HI, CUDART_PIO2_LO, pi / 2));
  CHECK(sum_is(CUDART_PIO4_HI, CUDART_PIO4_LO, pi / 4));
  CHECK(sum_is(CUDART_SQRT_HALF_HI, CUDART_SQRT_HALF_LO, std::sqrt(0.5L)));
  CHECK(sum_is(CUDART_SQRT_2PI_HI, CUDART_SQRT_2PI_LO, std::sqrt(2 * pi)));
  CHECK(sum_is(CUDART_SQRT_PIO2_HI, CUDART_SQRT_PIO2_LO, std::sqrt(pi / 2)));
  CHECK(sum_is(CUDART_L2E_HI, CUDART_L2E_LO, 1 / std::log(2.0L)));
  CHECK(sum_is(CUDART_LG2_HI, CUDART_LG2_LO, std::log10(2.0L)));
  CHECK(sum_is(CUDART_LGE_HI, CUDART_LGE_LO, 1 / std::log(10.0L)));
  CHECK(sum_is(CUDART_LN2_HI, CUDART_LN2_LO, std::log(2.0L)));
  CHECK(sum_is(CUDART_LNT_HI, CUDART_LNT_LO, std::log(10.0L)));
}

TEST_CASE("math_constants.h: the other doubles are right") {
  CHECK(CUDART_SQRT_2OPI == std::sqrt(CUDART_2_OVER_PI));
  CHECK(CUDART_L2T == std::log2(10.0));
  CHECK(CUDART_TWOTHIRD == 2 * CUDART_THIRD);
  CHECK(CUDART_LN2_X_1024 == 1024 * CUDART_LN2);
  CHECK(CUDART_LN2_X_1025 == static_cast<double>(1025 * std::log(2.0L)));
  CHECK(CUDART_LN2_X_1075 == static_cast<double>(1075 * std::log(2.0L)));
  CHECK(CUDART_LG2_X_1024 == 1024 * CUDART_LG2);
  CHECK(CUDART_LG2_X_1075 == static_cast<double>(1075 * std::log10(2.0L)));
  CHECK(CUDART_TWO_TO_M54 * CUDART_TWO_TO_54 == 1);
  CHECK(CUDART_DBL2INT_CVT == 1.5 * CUDART_TWO_TO_52);
}
