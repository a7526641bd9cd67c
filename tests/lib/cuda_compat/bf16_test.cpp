#include "rocm_bindgen_compat/narrow_float/bf16.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "support/catch.hpp"

namespace {

constexpr int kCodes = 0x10000;
constexpr int kSign = 0x8000;
constexpr int kInfinity = 0x7f80;
constexpr int kNan = 0x7fff;

uint32_t float_bits(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}

__nv_bfloat16 from_code(int code) {
  return __ushort_as_bfloat16(static_cast<unsigned short>(code));
}
int code_of(__nv_bfloat16 x) {
  return __bfloat16_as_ushort(x);
}

// The value of a code, computed from the format's definition: 8 exponent bits, 7 mantissa bits, bias 127. A mantissa's
// last place is 2^(exponent - 127 - 7); denormal numbers have the exponent 1.
double value_of(int code) {
  const double sign = (code & kSign) != 0 ? -1.0 : 1.0;
  const int exponent = (code >> 7) & 0xff;
  const int mantissa = code & 0x7f;
  if (exponent == 0xff) return mantissa == 0 ? sign * INFINITY : std::nan("");
  return exponent == 0 ? sign * std::ldexp(mantissa, -133) : sign * std::ldexp(mantissa + 128, exponent - 134);
}

// Finite, non-negative values in ascending order, indexed by code. One more element represents the value after the
// largest.
const std::vector<double>& table() {
  static const std::vector<double> values = [] {
    std::vector<double> all;
    for (int code = 0; code < kInfinity; ++code) all.push_back(value_of(code));
    all.push_back(std::ldexp(1.0, 128));
    return all;
  }();
  return values;
}

// The nearest code, found by search; the even one of two equally near ones. The index after the largest is the code of
// infinity.
int nearest_code(double x) {
  const std::vector<double>& values = table();
  const int sign = std::signbit(x) ? kSign : 0;
  const double magnitude = std::fabs(x);
  if (magnitude >= values.back()) return sign | kInfinity;
  const auto above = std::upper_bound(values.begin(), values.end(), magnitude);
  const int high = static_cast<int>(above - values.begin());
  const int low = high - 1;
  // Both differences are exact near the middle, where exactness is needed.
  const double to_low = magnitude - values[static_cast<size_t>(low)];
  const double to_high = values[static_cast<size_t>(high)] - magnitude;
  const bool up = to_high < to_low || (to_high == to_low && low % 2 == 1);
  return sign | (up ? high : low);
}

bool same(__nv_bfloat16 got, double expected) {
  if (std::isnan(expected)) return __hisnan(got);
  return code_of(got) == nearest_code(expected);
}

// Values for tests of two operands: every exponent, both signs, both ends of the range, and NaN. The listed codes are
// the two smallest and the largest denormal numbers, the smallest normal one, 1 and the next one, the largest finite
// one, infinity, and NaN.
std::vector<int> operands() {
  std::vector<int> codes;
  // An exponent has 0x80 codes, so a step of 0x61 skips none.
  for (int code = 0; code < kInfinity; code += 0x61) codes.push_back(code);
  for (const int code : {1, 2, 0x7f, 0x80, 0x3f80, 0x3f81, 0x7f7f, kInfinity, 0x7fc0}) codes.push_back(code);
  const std::vector<int> positive = codes;
  for (const int code : positive) codes.push_back(code | kSign);
  return codes;
}

}  // namespace

TEST_CASE("every bfloat16 code decodes to its value and encodes to itself") {
  int wrong = 0;
  for (int code = 0; code < kCodes; ++code) {
    const double value = value_of(code);
    const float decoded = __bfloat162float(from_code(code));
    if (std::isnan(value)) {
      // CUDA's conversions return kNan for every NaN, whatever its payload.
      wrong += !std::isnan(decoded) || code_of(__float2bfloat16(decoded)) != kNan;
      wrong += !__hisnan(from_code(code));
    } else {
      wrong += static_cast<double>(decoded) != value || code_of(__float2bfloat16(decoded)) != code;
      wrong += code_of(__nv_bfloat16(value)) != code || __hisnan(from_code(code));
    }
    wrong += (__hisinf(from_code(code)) != 0) != std::isinf(value);
    wrong += static_cast<bool>(from_code(code)) != (value != 0.0);
  }
  CHECK(wrong == 0);
}

TEST_CASE("floats on and next to every rounding boundary are converted to the nearest bfloat16") {
  int wrong = 0;
  for (int code = 0; code < kInfinity; ++code) {
    const double low = table()[static_cast<size_t>(code)];
    const double high = table()[static_cast<size_t>(code) + 1];
    const float middle = static_cast<float>(low + (high - low) / 2);
    for (const float x : {middle, std::nextafter(middle, INFINITY), std::nextafter(middle, 0.0f)}) {
      for (const float y : {x, -x}) {
        wrong += code_of(__float2bfloat16(y)) != nearest_code(y);
        wrong += code_of(__float2bfloat16_rn(y)) != nearest_code(y);
        wrong += code_of(__double2bfloat16(y)) != nearest_code(y);
        // Rounding toward zero drops the lower half of the float.
        wrong += code_of(__float2bfloat16_rz(y)) != static_cast<int>(float_bits(y) >> 16);
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(code_of(__float2bfloat16(INFINITY)) == kInfinity);
  CHECK(code_of(__float2bfloat16(-INFINITY)) == (kSign | kInfinity));
  CHECK(code_of(__float2bfloat16(std::numeric_limits<float>::denorm_min())) == 0);
  CHECK(code_of(__float2bfloat16(-std::numeric_limits<float>::denorm_min())) == kSign);
}

TEST_CASE("a signaling NaN whose payload is in the dropped bits stays a NaN") {
  float nan;
  const uint32_t bits = 0xff800001u;
  std::memcpy(&nan, &bits, sizeof(nan));
  CHECK(code_of(__float2bfloat16(nan)) == kNan);
  CHECK(__hisnan(__float2bfloat16_rz(nan)));
}

TEST_CASE("doubles are rounded once") {
  int wrong = 0;
  int twice_differs = 0;
  for (int code = 0; code < kInfinity; ++code) {
    const double low = table()[static_cast<size_t>(code)];
    const double high = table()[static_cast<size_t>(code) + 1];
    const double middle = low + (high - low) / 2;
    // A float cannot represent the doubles next to the middle: they would become the middle, which is then rounded to
    // even.
    for (const double x : {middle, std::nextafter(middle, 0.0), std::nextafter(middle, INFINITY)}) {
      for (const double y : {x, -x}) {
        wrong += code_of(__double2bfloat16(y)) != nearest_code(y);
        wrong += code_of(__nv_bfloat16(y)) != nearest_code(y);
        twice_differs += code_of(__float2bfloat16(static_cast<float>(y))) != nearest_code(y);
      }
    }
  }
  CHECK(wrong == 0);
  // Rounding by way of float is wrong for one of the two doubles next to each middle, with both signs. That is more
  // than one error for each of the kInfinity finite codes, so the loop would detect a conversion that rounds twice.
  CHECK(twice_differs > kInfinity);
  CHECK(code_of(__double2bfloat16(1e300)) == kInfinity);
  CHECK(code_of(__double2bfloat16(-1e-300)) == kSign);
  CHECK(__hisnan(__double2bfloat16(std::nan(""))));
}

TEST_CASE("integers are rounded once") {
  int wrong = 0;
  for (int shift = 8; shift < 62; ++shift) {
    // A step of 9 tests odd and even mantissas.
    for (int64_t mantissa = 128; mantissa < 256; mantissa += 9) {
      // The middle between two neighbours, (mantissa + 1/2) * 2^(shift - 7), and the integers next to it.
      const int64_t middle = (2 * mantissa + 1) * (int64_t{1} << (shift - 8));
      for (const int64_t step : {-1, 0, 1}) {
        const int64_t x = middle + step;
        const auto nearest = [](int64_t v) {
          // From 2^53 on, a double would itself round. v has up to 62 bits: if its lowest 12 bits are replaced by one
          // sticky bit (0x1000), the rest fits into a double. They are far below the 8 bits that bfloat16 keeps.
          const int64_t folded = v >= (int64_t{1} << 53) ? (v & ~int64_t{0xfff}) | ((v & 0xfff) != 0 ? 0x1000 : 0) : v;
          return nearest_code(static_cast<double>(folded));
        };
        const int expected = nearest(x);
        wrong += code_of(__nv_bfloat16(static_cast<long long>(x))) != expected;
        wrong += code_of(__nv_bfloat16(static_cast<long long>(-x))) != (expected | kSign);
        wrong += code_of(__nv_bfloat16(static_cast<unsigned long long>(x))) != expected;
        wrong += code_of(__ll2bfloat16_rn(x)) != expected;
        if (x <= std::numeric_limits<int>::max()) wrong += code_of(__nv_bfloat16(static_cast<int>(x))) != expected;
        if (x <= std::numeric_limits<unsigned>::max()) {
          wrong += code_of(__uint2bfloat16_rn(static_cast<unsigned>(x))) != expected;
        }
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(code_of(__nv_bfloat16(std::numeric_limits<long long>::min())) == nearest_code(-std::ldexp(1.0, 63)));
  CHECK(code_of(__nv_bfloat16(std::numeric_limits<unsigned long long>::max())) == nearest_code(std::ldexp(1.0, 64)));
  CHECK(code_of(__nv_bfloat16(0)) == 0);
  for (int i = -32768; i < 32768; ++i) wrong += !same(__nv_bfloat16(static_cast<short>(i)), i);
  CHECK(wrong == 0);
}

TEST_CASE("conversions to integers truncate and clamp") {
  CHECK(static_cast<int>(from_code(0x3fc0)) == 1);  // 1.5
  CHECK(static_cast<int>(__nv_bfloat16(-1.75f)) == -1);
  CHECK(static_cast<int>(__nv_bfloat16(1e20f)) == std::numeric_limits<int>::max());
  CHECK(static_cast<int>(__nv_bfloat16(-1e20f)) == std::numeric_limits<int>::min());
  CHECK(static_cast<unsigned char>(__nv_bfloat16(300.0f)) == 255);
  CHECK(static_cast<unsigned char>(__nv_bfloat16(-3.0f)) == 0);
  CHECK(static_cast<unsigned>(__nv_bfloat16(NAN)) == 0);
  CHECK(static_cast<long long>(__nv_bfloat16(-INFINITY)) == std::numeric_limits<long long>::min());
  CHECK(static_cast<unsigned long long>(__nv_bfloat16(INFINITY)) == std::numeric_limits<unsigned long long>::max());
  CHECK(__bfloat162int_rn(__nv_bfloat16(2.5f)) == 2);
  CHECK(__bfloat162int_rn(__nv_bfloat16(3.5f)) == 4);
}

TEST_CASE("arithmetic gives the exact result rounded once") {
  const std::vector<int> codes = operands();
  int wrong = 0;
  for (const int i : codes) {
    const __nv_bfloat16 a = from_code(i);
    const double x = value_of(i);
    for (const int j : codes) {
      const __nv_bfloat16 b = from_code(j);
      const double y = value_of(j);
      // Sums are first rounded to float, quotients to double. Both have more than twice the digits of bfloat16, so
      // rounding again gives the code that is nearest to the exact result. Products are exact in double.
      const float fx = static_cast<float>(x);
      const float fy = static_cast<float>(y);
      wrong += !same(a + b, fx + fy) + !same(a - b, fx - fy) + !same(a * b, x * y) + !same(a / b, x / y);
      wrong += !same(__hadd(a, b), fx + fy) + !same(__hsub(a, b), fx - fy);
      wrong += !same(__hmul(a, b), x * y) + !same(__hdiv(a, b), x / y);
      wrong += (a == b) != (x == y) || (a != b) != (x != y) || (a < b) != (x < y) || (a <= b) != (x <= y);
      wrong += (a > b) != (x > y) || (a >= b) != (x >= y);
      wrong += __heq(a, b) != (x == y) || __hlt(a, b) != (x < y) || __hle(a, b) != (x <= y);
      // Unlike operator!=, __hne() is false for NaN.
      wrong += __hgt(a, b) != (x > y) || __hge(a, b) != (x >= y) || __hne(a, b) != (x < y || x > y);
      wrong += !same(__hmax(a, b), std::fmax(x, y)) && !(x == 0 && y == 0);
      wrong += !same(__hmin(a, b), std::fmin(x, y)) && !(x == 0 && y == 0);
      const bool nan = std::isnan(x) || std::isnan(y);
      wrong += nan ? !__hisnan(__hmax_nan(a, b)) : code_of(__hmax_nan(a, b)) != code_of(__hmax(a, b));
      wrong += nan ? !__hisnan(__hmin_nan(a, b)) : code_of(__hmin_nan(a, b)) != code_of(__hmin(a, b));
    }
  }
  CHECK(wrong == 0);
  const __nv_bfloat16 zero = from_code(0);
  const __nv_bfloat16 minus_zero = from_code(kSign);
  CHECK(code_of(__hmax(minus_zero, zero)) == 0);
  CHECK(code_of(__hmax(zero, minus_zero)) == 0);
  CHECK(code_of(__hmin(zero, minus_zero)) == kSign);
}

TEST_CASE("a fused multiply-add is rounded once") {
  // 37 * 14 = 518 is the middle of 516 and 520, of which 520 has the even code. The sign of a tiny addend decides,
  // although neither float nor double can add it to 518.
  const __nv_bfloat16 p(37.0f);
  const __nv_bfloat16 q(14.0f);
  const __nv_bfloat16 tiny(0x1p-100f);
  CHECK(code_of(__hfma(p, q, from_code(0))) == nearest_code(520));
  CHECK(code_of(__hfma(p, q, tiny)) == nearest_code(520));
  CHECK(code_of(__hfma(p, q, -tiny)) == nearest_code(516));
  CHECK(code_of(__hfma(-p, q, tiny)) == (nearest_code(516) | kSign));
  CHECK(code_of(__hfma(-p, q, -tiny)) == (nearest_code(520) | kSign));
  const __nv_bfloat16 one(1.0f);
  CHECK(__hisinf(__hfma(from_code(0x7f7f), from_code(0x7f7f), one)) == 1);
  CHECK(__hisnan(__hfma(from_code(kInfinity), one, from_code(kInfinity | kSign))));
}

TEST_CASE("signs, compound assignments, increments and decrements are right") {
  int wrong = 0;
  for (int code = 0; code < kCodes; ++code) {
    wrong += code_of(-from_code(code)) != (code ^ kSign) || code_of(__habs(from_code(code))) != (code & ~kSign);
    wrong += code_of(+from_code(code)) != code || code_of(__hneg(from_code(code))) != (code ^ kSign);
  }
  CHECK(wrong == 0);
  // ((2 + 3) * 4 - 2) / 3 = 6
  __nv_bfloat16 x(2.0f);
  x += __nv_bfloat16(3.0f);
  x *= __nv_bfloat16(4.0f);
  x -= __nv_bfloat16(2.0f);
  x /= __nv_bfloat16(3.0f);
  CHECK(static_cast<float>(x) == 6.0f);
  CHECK(static_cast<float>(x++) == 6.0f);
  CHECK(static_cast<float>(++x) == 8.0f);
  CHECK(static_cast<float>(x--) == 8.0f);
  CHECK(static_cast<float>(--x) == 6.0f);
}

TEST_CASE("functions give float's results rounded") {
  int wrong = 0;
  for (int code = 0; code < kCodes; ++code) {
    const __nv_bfloat16 a = from_code(code);
    const float x = __bfloat162float(a);
    wrong += !same(hexp(a), std::exp(x)) + !same(hlog(a), std::log(x)) + !same(hsin(a), std::sin(x));
    wrong += !same(hcos(a), std::cos(x)) + !same(hsqrt(a), std::sqrt(x)) + !same(hrcp(a), 1.0f / x);
    wrong += !same(hrsqrt(a), 1.0f / std::sqrt(x)) + !same(hceil(a), std::ceil(x)) + !same(hfloor(a), std::floor(x));
    wrong += !same(hrint(a), std::nearbyint(x)) + !same(htrunc(a), std::trunc(x));
  }
  CHECK(wrong == 0);
}

TEST_CASE("pairs are processed element by element") {
  const __nv_bfloat162 a = __floats2bfloat162_rn(1.5f, -2.0f);
  const __nv_bfloat162 b = __float2bfloat162_rn(4.0f);
  CHECK(__low2float(a + b) == 5.5f);
  CHECK(__high2float(a + b) == 2.0f);
  CHECK(__high2float(a * b) == -8.0f);
  CHECK(__low2float(a - b) == -2.5f);
  CHECK(__low2float(b / a) == Approx(4.0 / 1.5).epsilon(0.01));  // bfloat16 rounds by up to 2^-9 = 0.002
  CHECK(__high2float(__hfma2(a, b, b)) == -4.0f);
  CHECK(__low2float(-a) == -1.5f);
}
