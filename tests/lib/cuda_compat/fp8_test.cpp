#include "rocm_bindgen_compat/narrow_float/fp8.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "support/catch.hpp"

namespace {

constexpr int kSign = 0x80;
constexpr int kNan = 0x7f;
constexpr int kLargest = 0x7e;

__nv_fp8_e4m3 from_code(int code) {
  __nv_fp8_e4m3 x;
  x.__x = static_cast<__nv_fp8_storage_t>(code);
  return x;
}

// The value of a code, computed from the format's definition: 4 exponent bits, 3 mantissa bits, bias 7, no infinities.
// A mantissa's last place is 2^(exponent - 7 - 3); denormal numbers have the exponent 1.
double value_of(int code) {
  const double sign = (code & kSign) != 0 ? -1.0 : 1.0;
  const int exponent = (code >> 3) & 0xf;
  const int mantissa = code & 0x7;
  if ((code & 0x7f) == kNan) return std::nan("");
  return exponent == 0 ? sign * std::ldexp(mantissa, -9) : sign * std::ldexp(mantissa + 8, exponent - 10);
}

// The nearest code, found by search over all; the even one of two equally near ones. 480 represents the value after the
// largest.
int nearest_code(double x, bool saturate) {
  if (std::isnan(x)) return kNan;
  const int sign = std::signbit(x) ? kSign : 0;
  const double magnitude = std::fabs(x);
  int best = 0;
  for (int code = 1; code <= kNan; ++code) {
    const double value = code == kNan ? 480.0 : value_of(code);
    const double best_value = best == kNan ? 480.0 : value_of(best);
    const double nearer = std::fabs(best_value - magnitude) - std::fabs(value - magnitude);
    if (nearer > 0 || (nearer == 0 && code % 2 == 0)) best = code;
  }
  const bool overflow = best == kNan || magnitude > 480.0;
  return sign | (overflow ? (saturate ? kLargest : kNan) : best);
}

int encode(float x, __nv_saturation_t saturate) {
  return __nv_cvt_float_to_fp8(x, saturate, __NV_E4M3);
}
int encode(double x, __nv_saturation_t saturate) {
  return __nv_cvt_double_to_fp8(x, saturate, __NV_E4M3);
}

}  // namespace

TEST_CASE("every e4m3 code decodes to its value and encodes to itself") {
  for (int code = 0; code < 256; ++code) {
    CAPTURE(code);
    const double value = value_of(code);
    if (std::isnan(value)) {
      CHECK(std::isnan(static_cast<float>(from_code(code))));
      CHECK(std::isnan(static_cast<double>(from_code(code))));
      CHECK(__hisnan(static_cast<__nv_bfloat16>(from_code(code))));
      CHECK((__nv_fp8_e4m3(static_cast<float>(from_code(code))).__x & 0x7f) == kNan);
    } else {
      CHECK(static_cast<double>(static_cast<float>(from_code(code))) == value);
      CHECK(std::signbit(static_cast<float>(from_code(code))) == std::signbit(value));
      CHECK(static_cast<double>(from_code(code)) == value);
      CHECK(static_cast<double>(__bfloat162float(static_cast<__nv_bfloat16>(from_code(code)))) == value);
      CHECK(__nv_fp8_e4m3(static_cast<float>(value)).__x == code);
      CHECK(__nv_fp8_e4m3(value).__x == code);
      CHECK(__nv_fp8_e4m3(__nv_bfloat16(value)).__x == code);
    }
    CHECK(static_cast<bool>(from_code(code)) == (value != 0.0));
  }
}

TEST_CASE("floats on and next to every rounding boundary are converted to the nearest e4m3") {
  int wrong = 0;
  int twice_differs = 0;
  for (int code = 0; code <= kLargest; ++code) {
    const double low = value_of(code);
    const double high = code == kLargest ? 480.0 : value_of(code + 1);
    const double middle = low + (high - low) / 2;
    const float exact = static_cast<float>(middle);
    for (const __nv_saturation_t mode : {__NV_NOSAT, __NV_SATFINITE}) {
      const bool saturate = mode == __NV_SATFINITE;
      for (const float x : {exact, std::nextafter(exact, INFINITY), std::nextafter(exact, 0.0f)}) {
        wrong += encode(x, mode) != nearest_code(x, saturate) || encode(-x, mode) != nearest_code(-x, saturate);
      }
      for (const double x : {middle, std::nextafter(middle, INFINITY), std::nextafter(middle, 0.0)}) {
        wrong += encode(x, mode) != nearest_code(x, saturate) || encode(-x, mode) != nearest_code(-x, saturate);
        twice_differs += encode(static_cast<float>(x), mode) != nearest_code(x, saturate);
      }
    }
  }
  CHECK(wrong == 0);
  // A double next to the middle becomes the middle itself if it is rounded to float first. One of the two neighbours
  // then has the wrong code, in both modes: more than one error for each of the codes 0 to kLargest, so the loop
  // detects a conversion that rounds twice.
  CHECK(twice_differs > kLargest);
}

TEST_CASE("floats of every exponent are converted to the nearest e4m3") {
  int wrong = 0;
  for (int exponent = -149; exponent < 128; ++exponent) {
    // Multiples of 1/8 have codes, the odd multiples of 1/16 are in the middle of two, and the others are not.
    for (const float mantissa : {1.0f, 1.0625f, 1.125f, 1.1875f, 1.3f, 1.5f, 1.9375f, 1.999f}) {
      const float x = std::ldexp(mantissa, exponent);
      for (const float y : {x, -x}) {
        wrong += encode(y, __NV_SATFINITE) != nearest_code(y, true) || encode(y, __NV_NOSAT) != nearest_code(y, false);
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("overflow saturates or becomes NaN and NaN stays NaN") {
  // 464 is in the middle of 448, the largest number, and 480, the value after it.
  for (const float x : {464.0f, 448.0f}) CHECK(encode(x, __NV_NOSAT) == kLargest);
  CHECK(encode(std::nextafter(464.0f, 1000.0f), __NV_NOSAT) == kNan);
  CHECK(encode(INFINITY, __NV_NOSAT) == kNan);
  CHECK(encode(-INFINITY, __NV_SATFINITE) == (kSign | kLargest));
  CHECK(encode(1e300, __NV_SATFINITE) == kLargest);
  CHECK((encode(NAN, __NV_SATFINITE) & 0x7f) == kNan);
  CHECK((encode(-std::nan(""), __NV_SATFINITE) & 0x7f) == kNan);
  CHECK(encode(-0.0f, __NV_SATFINITE) == kSign);
  CHECK(__nv_fp8_e4m3(-1e10f).__x == (kSign | kLargest));
}

TEST_CASE("integers are converted to the nearest e4m3 and back") {
  int wrong = 0;
  for (int i = -1000; i <= 1000; ++i) {
    wrong += __nv_fp8_e4m3(i).__x != nearest_code(i, true);
    wrong += __nv_fp8_e4m3(static_cast<short>(i)).__x != nearest_code(i, true);
    wrong += __nv_fp8_e4m3(static_cast<long long>(i)).__x != nearest_code(i, true);
  }
  CHECK(wrong == 0);
  CHECK(__nv_fp8_e4m3(std::numeric_limits<unsigned long long>::max()).__x == kLargest);
  for (int code = 0; code < 256; ++code) {
    if ((code & 0x7f) == kNan) {
      wrong += static_cast<int>(from_code(code)) != 0;
    } else {
      wrong += static_cast<int>(from_code(code)) != static_cast<int>(value_of(code));
      const int byte = static_cast<int>(std::fmin(std::fmax(value_of(code), 0.0), 255.0));
      wrong += static_cast<unsigned char>(from_code(code)) != byte;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("every e5m2 code is the upper byte of a half and encodes to itself") {
  // 0x7b is the code of the largest number, 0x7c that of infinity.
  int wrong = 0;
  for (int code = 0; code < 256; ++code) {
    __nv_fp8_e5m2 a;
    a.__x = static_cast<__nv_fp8_storage_t>(code);
    const __half half = __ushort_as_half(static_cast<unsigned short>(code << 8));
    const auto value = static_cast<float>(a);
    if (__hisnan(half)) {
      wrong += !std::isnan(value) || (__nv_fp8_e5m2(value).__x & 0x7f) <= 0x7c;
      continue;
    }
    wrong += value != static_cast<float>(half) || static_cast<double>(a) != static_cast<double>(value);
    wrong += __half_as_ushort(static_cast<__half>(a)) != code << 8;
    wrong += __nv_cvt_float_to_fp8(value, __NV_NOSAT, __NV_E5M2) != code;
    // The half in the middle of two codes is rounded to the even one; infinity saturates to the code below it.
    const bool infinite = std::isinf(value);
    wrong += __nv_fp8_e5m2(half).__x != code - (infinite ? 1 : 0);
    if (infinite || (code & 0x7f) >= 0x7b) continue;
    const auto next = static_cast<float>(__ushort_as_half(static_cast<unsigned short>((code + 1) << 8)));
    const float middle = (value + next) / 2;
    wrong += __nv_fp8_e5m2(middle).__x != code + code % 2;
    wrong += __nv_fp8_e5m2(std::nextafter(middle, value)).__x != code;
    // `2.0 * next` is farther from zero than `middle`, for both signs.
    wrong += __nv_fp8_e5m2(std::nextafter(static_cast<double>(middle), 2.0 * next)).__x != code + 1;
  }
  CHECK(wrong == 0);
  // 61440 is in the middle of 57344, the largest number, and 65536. The even one of the two codes is infinity's. Below
  // the middle, the result is the largest number, here with the sign (0x80 | 0x7b).
  CHECK(__nv_cvt_float_to_fp8(61440.0f, __NV_NOSAT, __NV_E5M2) == 0x7c);
  CHECK(__nv_cvt_float_to_fp8(-61439.0f, __NV_NOSAT, __NV_E5M2) == 0xfb);
  CHECK(__nv_cvt_float_to_fp8(INFINITY, __NV_SATFINITE, __NV_E5M2) == 0x7b);
}

TEST_CASE("e8m0 holds powers of two and is rounded up") {
  int wrong = 0;
  for (int code = 0; code < 255; ++code) {
    __nv_fp8_e8m0 a;
    a.__x = static_cast<__nv_fp8_storage_t>(code);
    const auto value = static_cast<float>(a);
    wrong += value != std::ldexp(1.0f, code - 127) || __nv_fp8_e8m0(value).__x != code;
    wrong += __nv_cvt_float_to_e8m0(value * 1.99f, __NV_SATFINITE, cudaRoundZero) != code;
    // 254 is the code of the largest power, at which numbers saturate.
    wrong += __nv_fp8_e8m0(std::nextafter(static_cast<double>(value), INFINITY)).__x != std::min(code + 1, 254);
  }
  CHECK(wrong == 0);
  CHECK(__nv_fp8_e8m0(NAN).__x == 0xff);
  CHECK(__nv_fp8_e8m0(0.0f).__x == 0);
  CHECK(__nv_cvt_float_to_e8m0(INFINITY, __NV_NOSAT, cudaRoundPosInf) == 0xff);
  CHECK(__nv_fp8_e8m0((1ll << 40) + 1).__x == 127 + 41);  // rounded up to 2^41
}

TEST_CASE("pairs and fours of fp8 hold their first number in the lowest byte") {
  const __half2 low = __floats2half2_rn(1.0f, -2.0f);
  const __half2 high = __floats2half2_rn(0.5f, 1000.0f);
  // In e4m3, 0x38 is 1, 0xc0 is -2, 0x30 is 0.5 and 0x7e is 448, the largest number. In e5m2, 0x3c is 1, 0xc0 is -2,
  // 0x38 is 0.5 and 0x64 is 1024, the number nearest to 1000.
  CHECK(__nv_fp8x2_e4m3(low).__x == 0xc038);
  CHECK(__nv_fp8x4_e4m3(low, high).__x == 0x7e30c038u);
  CHECK(__nv_fp8x4_e5m2(low, high).__x == 0x6438c03cu);
  const auto back = static_cast<__half2>(__nv_fp8x2_e4m3(high));
  CHECK(__low2float(back) == 0.5f);
  CHECK(__high2float(back) == 448.0f);
  const __half2_raw raw = __nv_cvt_fp8x2_to_halfraw2(0xc03c, __NV_E5M2);
  CHECK(raw.x == 0x3c00);
  CHECK(raw.y == 0xc000);
}
