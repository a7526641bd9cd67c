#include "rocm_bindgen_compat/math/conversions.hpp"

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "support/catch.hpp"

namespace {

/// The value of `Integer` that is nearest to a whole number: numbers outside its range are clamped.
template <class Integer, class T>
Integer nearest_of(T whole) {
  using Limits = std::numeric_limits<Integer>;
  const auto wide = static_cast<long double>(whole);
  if (wide >= static_cast<long double>(Limits::max())) return Limits::max();
  if (wide <= static_cast<long double>(Limits::min())) return Limits::min();
  return static_cast<Integer>(wide);
}

/// Ties, small numbers, the ends of the integer types' ranges, infinities, and random numbers from about 2^-7 to 2^63.
template <class T>
std::vector<T> numbers() {
  std::vector<T> values = {0,
                           T(-0.0),
                           T(0.5),
                           T(1.5),
                           T(2.5),
                           T(-0.5),
                           T(-1.5),
                           T(-2.5),
                           T(0.499999),
                           T(1e-30),
                           T(2147483647),
                           T(2147483648),
                           T(-2147483648.0),
                           T(4294967295.0),
                           T(4294967296.0),
                           T(9223372036854775807.0),
                           T(-9223372036854775808.0),
                           T(18446744073709551615.0),
                           T(1e30),
                           T(-1e30),
                           std::numeric_limits<T>::infinity(),
                           -std::numeric_limits<T>::infinity()};
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i)
    values.push_back(std::ldexp(static_cast<T>(static_cast<std::int64_t>(random())), -static_cast<int>(random() % 70)));
  return values;
}

#define CHECK_TO_INTEGER(T, Integer, name)                           \
  for (const T x : numbers<T>()) {                                   \
    INFO(#name " of " << x);                                         \
    REQUIRE(name##_rn(x) == nearest_of<Integer>(std::nearbyint(x))); \
    REQUIRE(name##_rz(x) == nearest_of<Integer>(std::trunc(x)));     \
    REQUIRE(name##_rd(x) == nearest_of<Integer>(std::floor(x)));     \
    REQUIRE(name##_ru(x) == nearest_of<Integer>(std::ceil(x)));      \
  }

/// `volatile` keeps the compiler from converting before the rounding mode is set.
template <class T, class Integer>
T in_mode(int mode, Integer x) {
  const volatile Integer value = x;
  std::fesetround(mode);
  const volatile T result = static_cast<T>(value);
  std::fesetround(FE_TONEAREST);
  return result;
}

#define CHECK_FROM(From, To, name, x)                               \
  {                                                                 \
    const From value = static_cast<From>(x);                        \
    INFO(#name " of " << value);                                    \
    REQUIRE(name##_rn(value) == in_mode<To>(FE_TONEAREST, value));  \
    REQUIRE(name##_rd(value) == in_mode<To>(FE_DOWNWARD, value));   \
    REQUIRE(name##_ru(value) == in_mode<To>(FE_UPWARD, value));     \
    REQUIRE(name##_rz(value) == in_mode<To>(FE_TOWARDZERO, value)); \
  }

}  // namespace

TEST_CASE("floats are converted to integers"){
    CHECK_TO_INTEGER(float, int, __float2int) CHECK_TO_INTEGER(float, unsigned, __float2uint)
        CHECK_TO_INTEGER(float, long long, __float2ll) CHECK_TO_INTEGER(float, unsigned long long, __float2ull)}

TEST_CASE("doubles are converted to integers"){
    CHECK_TO_INTEGER(double, int, __double2int) CHECK_TO_INTEGER(double, unsigned, __double2uint)
        CHECK_TO_INTEGER(double, long long, __double2ll) CHECK_TO_INTEGER(double, unsigned long long, __double2ull)}

TEST_CASE("a NaN becomes 0 or the highest bit") {
  // As in CUDA: 0 from a float to 32 bits, and the highest bit in all other conversions.
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(__float2int_rn(nan) == 0);
  CHECK(__float2uint_rz(nan) == 0);
  CHECK(__float2ll_rz(nan) == std::numeric_limits<long long>::min());
  CHECK(__float2ull_rd(nan) == 0x8000000000000000ull);
  CHECK(__double2int_rz(nan) == std::numeric_limits<int>::min());
  CHECK(__double2uint_rn(nan) == 0x80000000u);
}

TEST_CASE("integers are rounded to floats in every direction") {
  std::mt19937_64 random(5);
  // 16777217 is 2^24 + 1, a tie for float; 0xffffff81 is just above the tie 2^32 - 128.
  std::vector<std::uint64_t> values = {0, 1, ~0ull, 1ull << 63u, (1ull << 63u) - 1, 16777217, 1ull << 31u, 0xffffff81};
  for (int i = 0; i < 20000; ++i) values.push_back(random() >> random() % 64);
  for (const auto x : values) {
    CHECK_FROM(int, float, __int2float, x)
    CHECK_FROM(unsigned, float, __uint2float, x)
    CHECK_FROM(long long, float, __ll2float, x)
    CHECK_FROM(unsigned long long, float, __ull2float, x)
    CHECK_FROM(long long, double, __ll2double, x)
    CHECK_FROM(unsigned long long, double, __ull2double, x)
  }
  CHECK(__int2double_rn(-2147483647) == -2147483647.0);
  CHECK(__uint2double_rn(4294967295u) == 4294967295.0);
}

TEST_CASE("doubles are rounded to floats in every direction") {
  auto values = numbers<double>();
  // Numbers out of range, subnormal ones, the middle between the largest float and 2^128, and a number next to 1.
  for (const double x : {1e300, -1e300, 1e-320, 1e-40, 3.4028235677973366e38, 1 + 1e-10}) values.push_back(x);
  for (const double x : values) CHECK_FROM(double, float, __double2float, x)
}

TEST_CASE("numbers are reinterpreted as bits") {
  CHECK(__float_as_int(-1.0f) == static_cast<int>(0xbf800000));
  CHECK(__float_as_uint(1.0f) == 0x3f800000u);
  CHECK(__int_as_float(0x40000000) == 2.0f);
  CHECK(__uint_as_float(0xc0000000u) == -2.0f);
  CHECK(__double_as_longlong(1.0) == 0x3ff0000000000000);
  CHECK(__longlong_as_double(0x4000000000000000) == 2.0);
  CHECK(__double2hiint(-1.0) == static_cast<int>(0xbff00000));
  CHECK(__double2loint(1.0 + 0x1p-52) == 1);
  CHECK(__hiloint2double(0x3ff00000, -1) == 1.0 + 4294967295 * 0x1p-52);
}
