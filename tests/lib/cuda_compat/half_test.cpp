#include "rocm_bindgen_compat/narrow_float/half.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "rocm_bindgen_compat/narrow_float/bf16.hpp"
#include "support/catch.hpp"

namespace {

constexpr int kSign = 0x8000;
constexpr int kNan = 0x7fff;

// A format computed from its definition, without the code under test.
template <class Narrow>
struct Reference;
template <>
struct Reference<__half> {
  static constexpr int kMantissaBits = 10;
  static constexpr int kBias = 15;
  static constexpr int kInfinity = 0x7c00;
  static __half from_code(int code) { return __ushort_as_half(static_cast<unsigned short>(code)); }
  static int code_of(__half x) { return __half_as_ushort(x); }
};
template <>
struct Reference<__nv_bfloat16> {
  static constexpr int kMantissaBits = 7;
  static constexpr int kBias = 127;
  static constexpr int kInfinity = 0x7f80;
  static __nv_bfloat16 from_code(int code) { return __ushort_as_bfloat16(static_cast<unsigned short>(code)); }
  static int code_of(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }
};

template <class Narrow>
double value_of(int code) {
  using R = Reference<Narrow>;
  const double sign = (code & kSign) != 0 ? -1.0 : 1.0;
  const int magnitude = code & ~kSign;
  const int exponent = magnitude >> R::kMantissaBits;
  const int mantissa = magnitude & ((1 << R::kMantissaBits) - 1);
  if (magnitude > R::kInfinity) return std::nan("");
  if (magnitude == R::kInfinity) return sign * INFINITY;
  const int unit = std::max(exponent, 1) - R::kBias - R::kMantissaBits;
  return sign * std::ldexp(mantissa + (exponent != 0 ? 1 << R::kMantissaBits : 0), unit);
}

// The codes below and above a finite number, found by search over all positive ones; equal if the number has a code.
// Infinity's code is above the largest finite one.
template <class Narrow>
std::pair<int, int> codes_around(double magnitude) {
  int low = 0;
  int high = Reference<Narrow>::kInfinity;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (value_of<Narrow>(middle) <= magnitude ? low : high) = middle;
  }
  return value_of<Narrow>(low) == magnitude ? std::pair(low, low) : std::pair(low, high);
}

enum class Direction { kNearest, kZero, kDown, kUp };

template <class Narrow>
int rounded(double x, Direction direction) {
  if (std::isnan(x)) return kNan;
  const int sign = std::signbit(x) ? kSign : 0;
  if (std::isinf(x)) return sign | Reference<Narrow>::kInfinity;
  const double magnitude = std::fabs(x);
  const auto [low, high] = codes_around<Narrow>(magnitude);
  // For rounding to nearest, the value after the largest counts as a number.
  const double above =
      high == Reference<Narrow>::kInfinity ? std::ldexp(1.0, Reference<Narrow>::kBias + 1) : value_of<Narrow>(high);
  const double excess = (magnitude - value_of<Narrow>(low)) - (above - magnitude);
  bool away = direction == (sign != 0 ? Direction::kDown : Direction::kUp);
  if (direction == Direction::kNearest) away = excess > 0 || (excess == 0 && low % 2 == 1);
  return sign | (away ? high : low);
}

template <class Narrow>
bool same(Narrow got, double expected) {
  if (std::isnan(expected)) return __hisnan(got);
  return Reference<Narrow>::code_of(got) == rounded<Narrow>(expected, Direction::kNearest);
}

/// Numbers on, between and next to codes over the whole range, and some around the largest half: 65504 is the largest
/// one, and numbers from 65520 on are rounded to infinity. 1e-60 and 1e39 are out of bfloat16's range.
template <class Narrow>
std::vector<double> boundary_numbers() {
  std::vector<double> numbers;
  // An exponent has 0x400 codes in half and 0x80 in bfloat16, so a step of 37 skips none.
  for (int code = 0; code < Reference<Narrow>::kInfinity; code += 37) {
    const double low = value_of<Narrow>(code);
    // The code after the largest is infinity. 1e300 is used in its place, so that the middle is finite.
    const double middle = (low + std::min(value_of<Narrow>(code + 1), 1e300)) / 2;
    for (const double x : {low, middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e300)}) {
      numbers.push_back(x);
      numbers.push_back(-x);
    }
  }
  for (const double x : {1e-60, 65504.0, 65519.99, 65520.0, 70000.0, 1e39}) {
    numbers.push_back(x);
    numbers.push_back(-x);
  }
  return numbers;
}

/// Codes over the whole range, infinity and a NaN, and in half the numbers around the smallest normal one (0x400),
/// around 1 (0x3c00), and at both ends of the range. All with both signs.
template <class Narrow>
std::vector<int> operands() {
  std::vector<int> codes;
  // The step takes some codes of every exponent of half, and of every second or third one of bfloat16.
  for (int code = 0; code <= Reference<Narrow>::kInfinity; code += 0x12f) codes.push_back(code);
  for (const int code : {1, 2, 0x3ff, 0x400, 0x3c00, 0x3c01, 0x3bff, 0x7bff, Reference<Narrow>::kInfinity, 0x7fe0})
    codes.push_back(code);
  const std::vector<int> positive = codes;
  for (const int code : positive) codes.push_back(code | kSign);
  return codes;
}

}  // namespace

TEST_CASE("every half decodes to its value and encodes to itself") {
  int wrong = 0;
  for (int code = 0; code < 0x10000; ++code) {
    const __half a = Reference<__half>::from_code(code);
    const double value = value_of<__half>(code);
    wrong += !(static_cast<double>(__half2float(a)) == value || (std::isnan(value) && std::isnan(__half2float(a))));
    const int expected = std::isnan(value) ? kNan : code;
    wrong += Reference<__half>::code_of(__float2half(__half2float(a))) != expected;
    wrong += Reference<__half>::code_of(__half(value)) != expected;
    wrong += __hisnan(a) != std::isnan(value) || static_cast<bool>(a) != (value != 0.0);
    wrong += __hisinf(a) != (std::isinf(value) ? (value > 0 ? 1 : -1) : 0);
  }
  CHECK(wrong == 0);
}

TEMPLATE_TEST_CASE("doubles are rounded once to nearest", "", __half, __nv_bfloat16) {
  int wrong = 0;
  for (const double x : boundary_numbers<TestType>())
    wrong += Reference<TestType>::code_of(TestType(x)) != rounded<TestType>(x, Direction::kNearest);
  CHECK(wrong == 0);
}

TEST_CASE("floats are rounded in the direction that the function's name gives") {
  int wrong = 0;
  for (const double number : boundary_numbers<__half>()) {
    const auto x = static_cast<float>(number);
    wrong += Reference<__half>::code_of(__float2half_rn(x)) != rounded<__half>(x, Direction::kNearest);
    wrong += Reference<__half>::code_of(__float2half_rz(x)) != rounded<__half>(x, Direction::kZero);
    wrong += Reference<__half>::code_of(__float2half_rd(x)) != rounded<__half>(x, Direction::kDown);
    wrong += Reference<__half>::code_of(__float2half_ru(x)) != rounded<__half>(x, Direction::kUp);
  }
  for (const double number : boundary_numbers<__nv_bfloat16>()) {
    const auto x = static_cast<float>(number);
    wrong += Reference<__nv_bfloat16>::code_of(__float2bfloat16_rz(x)) != rounded<__nv_bfloat16>(x, Direction::kZero);
    wrong += Reference<__nv_bfloat16>::code_of(__float2bfloat16_rd(x)) != rounded<__nv_bfloat16>(x, Direction::kDown);
    wrong += Reference<__nv_bfloat16>::code_of(__float2bfloat16_ru(x)) != rounded<__nv_bfloat16>(x, Direction::kUp);
  }
  CHECK(wrong == 0);
}

TEST_CASE("integers are rounded in the direction that the function's name gives") {
  int wrong = 0;
  // From 65520 on, integers are rounded to infinity, or to the largest half. The odd step takes odd and even integers.
  for (int i = -70000; i <= 70000; i += 13) {
    wrong += Reference<__half>::code_of(__int2half_rn(i)) != rounded<__half>(i, Direction::kNearest);
    wrong += Reference<__half>::code_of(__int2half_rz(i)) != rounded<__half>(i, Direction::kZero);
    wrong += Reference<__half>::code_of(__ll2half_rd(i)) != rounded<__half>(i, Direction::kDown);
    wrong += Reference<__half>::code_of(__ll2half_ru(i)) != rounded<__half>(i, Direction::kUp);
    wrong += Reference<__nv_bfloat16>::code_of(__int2bfloat16_rd(i)) != rounded<__nv_bfloat16>(i, Direction::kDown);
    wrong += Reference<__nv_bfloat16>::code_of(__int2bfloat16_ru(i)) != rounded<__nv_bfloat16>(i, Direction::kUp);
  }
  CHECK(wrong == 0);
  // 0x7bff is the largest half, and 0x7c00 is infinity.
  CHECK(Reference<__half>::code_of(__ull2half_rz(~0ull)) == 0x7bff);
  CHECK(Reference<__half>::code_of(__ull2half_rn(~0ull)) == 0x7c00);
  // 2^40 + 1 is above 2^40 (0x5380), however small the 1 is relative to the last place, and is rounded up to the next
  // code.
  CHECK(Reference<__nv_bfloat16>::code_of(__ll2bfloat16_ru((1ll << 40) + 1)) == 0x5381);
  CHECK(Reference<__nv_bfloat16>::code_of(__ll2bfloat16_rd(-(1ll << 40) - 1)) == 0xd381);
}

TEST_CASE("halves are converted to integers in the direction that the function's name gives and clamped") {
  int wrong = 0;
  for (int code = 0; code < 0x10000; ++code) {
    const double x = value_of<__half>(code);
    if (std::isnan(x) || std::isinf(x)) continue;
    const __half a = Reference<__half>::from_code(code);
    wrong += __half2int_rn(a) != std::nearbyint(x) || __half2int_rz(a) != std::trunc(x);
    wrong += __half2int_rd(a) != std::floor(x) || __half2int_ru(a) != std::ceil(x);
    wrong += __half2ll_ru(a) != static_cast<long long>(std::ceil(x)) || static_cast<long>(a) != static_cast<long>(x);
    wrong += __half2short_rd(a) != std::clamp(std::floor(x), -32768.0, 32767.0);
    wrong += __half2ushort_rn(a) != std::max(std::nearbyint(x), 0.0);
    wrong += __half2char_rz(a) != std::clamp(std::trunc(x), -128.0, 127.0);
    wrong += __half2uchar_rz(a) != std::clamp(std::trunc(x), 0.0, 255.0);
  }
  CHECK(wrong == 0);
  const __half infinity = CUDART_INF_FP16;
  CHECK(__half2int_rn(-infinity) == std::numeric_limits<int>::min());
  CHECK(__half2uint_rn(infinity) == std::numeric_limits<unsigned>::max());
  CHECK(__half2int_rz(CUDART_NAN_FP16) == 0);
  // CUDA's 64-bit conversions give another result for NaN.
  CHECK(__half2ll_rz(CUDART_NAN_FP16) == std::numeric_limits<long long>::min());
  CHECK(__half2ull_rz(CUDART_NAN_FP16) == 1ull << 63);
}

TEMPLATE_TEST_CASE("arithmetic gives the exact result rounded once, and limits it to 0 to 1 in the _sat forms", "",
                   __half, __nv_bfloat16) {
  using R = Reference<TestType>;
  int wrong = 0;
  const auto saturated = [](double x) { return x > 0 ? std::min(x, 1.0) : 0.0; };
  for (const int i : operands<TestType>()) {
    for (const int j : operands<TestType>()) {
      const TestType a = R::from_code(i);
      const TestType b = R::from_code(j);
      const auto x = static_cast<float>(value_of<TestType>(i));
      const auto y = static_cast<float>(value_of<TestType>(j));
      wrong += !same<TestType>(__hadd_rn(a, b), x + y) + !same<TestType>(a - b, x - y);
      wrong += !same<TestType>(a * b, static_cast<double>(x) * y) + !same<TestType>(a / b, static_cast<double>(x) / y);
      wrong += !same<TestType>(__hadd_sat(a, b), saturated(x + y));
      wrong += !same<TestType>(__hmul_sat(a, b), saturated(static_cast<double>(x) * y));
      wrong += __hequ(a, b) != !(x < y || x > y) || __hneu(a, b) != !(x == y) || __hne(a, b) != (x < y || x > y);
      wrong += __hltu(a, b) != !(x >= y) || __hgeu(a, b) != !(x < y) || __hle(a, b) != (x <= y);
      const bool nan = std::isnan(x) || std::isnan(y);
      wrong += !nan && !(x == 0 && y == 0) && !same<TestType>(__hmax(a, b), std::max(x, y));
      wrong += R::code_of(__hmin_nan(a, b)) != (nan ? kNan : R::code_of(__hmin(a, b)));
      if (std::isnan(x) && !std::isnan(y)) wrong += R::code_of(__hmax(a, b)) != j;
    }
  }
  CHECK(wrong == 0);
  CHECK(R::code_of(__hmax(R::from_code(kSign), R::from_code(0))) == 0);
  CHECK(R::code_of(__hmul_sat(R::from_code(kSign), TestType(1.0f))) == 0);
}

TEMPLATE_TEST_CASE("fused operations are rounded once", "", __half, __nv_bfloat16) {
  using R = Reference<TestType>;
  int wrong = 0;
  const auto codes = operands<TestType>();
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (std::size_t j = 0; j < codes.size(); ++j) {
      // Another one of the operands; the factors only mix them.
      const int addend = codes[(i * 7 + j * 3) % codes.size()];
      const double x = value_of<TestType>(codes[i]);
      const double y = value_of<TestType>(codes[j]);
      const double z = value_of<TestType>(addend);
      const TestType got = __hfma(R::from_code(codes[i]), R::from_code(codes[j]), R::from_code(addend));
      const long double product = static_cast<long double>(x) * y;
      const long double sum = product + static_cast<long double>(z);
      // Terms so far apart that their sum is not exact in long double are tested separately below.
      const bool exact = sum - product == static_cast<long double>(z) && sum - static_cast<long double>(z) == product;
      const auto expected = static_cast<double>(sum);
      if ((exact && static_cast<long double>(expected) == sum) || std::isnan(expected)) wrong += !same(got, expected);
    }
  }
  CHECK(wrong == 0);
  const TestType one(1.0f);
  CHECK(R::code_of(__hfma_relu(one, -one, R::from_code(0))) == 0);
  CHECK(R::code_of(__hfma_relu(one, one, one)) == R::code_of(TestType(2.0f)));
  CHECK(__hisnan(__hfma_relu(one, R::from_code(kNan), one)));
}

TEST_CASE("a half's fused multiply-add breaks ties by an addend that is far smaller than the product") {
  // 1025 * 3 = 3075 is the middle of 3074 and 3076; the even one is 3076.
  const __half p(1025.0f);
  const __half q(3.0f);
  const __half tiny = CUDART_MIN_DENORM_FP16;
  CHECK(static_cast<float>(__hfma(p, q, CUDART_ZERO_FP16)) == 3076.0f);
  CHECK(static_cast<float>(__hfma(p, q, tiny)) == 3076.0f);
  CHECK(static_cast<float>(__hfma(p, q, -tiny)) == 3074.0f);
}

TEST_CASE("a half's functions give the exact results rounded") {
  int wrong = 0;
  for (int code = 0; code < 0x10000; ++code) {
    const __half a = Reference<__half>::from_code(code);
    const double x = value_of<__half>(code);
    wrong += !same(hsqrt(a), std::sqrt(x)) + !same(hrcp(a), 1 / x) + !same(hrsqrt(a), 1 / std::sqrt(x));
    wrong += !same(htrunc(a), std::trunc(x)) + !same(hrint(a), std::nearbyint(x));
    wrong += !same(hceil(a), std::ceil(x)) + !same(hfloor(a), std::floor(x));
  }
  CHECK(wrong == 0);
  int far = 0;
  for (int code = 0; code < 0x10000; ++code) {
    const __half a = Reference<__half>::from_code(code);
    const double x = value_of<__half>(code);
    // The error is at most one ulp: if the exact value is almost in the middle of two halves, float's error may decide.
    const auto close = [](__half got, double expected) {
      const int nearest = rounded<__half>(expected, Direction::kNearest);
      return std::isnan(expected) ? __hisnan(got) : std::abs(Reference<__half>::code_of(got) - nearest) <= 1;
    };
    far += !close(hsin(a), std::sin(x)) + !close(hcos(a), std::cos(x)) + !close(htanh(a), std::tanh(x));
    far += !close(hexp(a), std::exp(x)) + !close(hexp2(a), std::exp2(x)) + !close(hexp10(a), std::pow(10.0, x));
    far += !close(hlog(a), std::log(x)) + !close(hlog2(a), std::log2(x)) + !close(hlog10(a), std::log10(x));
  }
  CHECK(far == 0);
}

TEST_CASE("pairs of halves are processed element by element") {
  const __half2 a = __floats2half2_rn(1.5f, -2.0f);
  const __half2 b = __float2half2_rn(4.0f);
  CHECK(__low2float(a + b) == 5.5f);
  CHECK(__high2float(a * b) == -8.0f);
  CHECK(__heq2_mask(a, __halves2half2(a.x, b.x)) == 0x0000ffffu);
  CHECK(__low2float(__heq2(a, __halves2half2(a.x, b.x))) == 1.0f);
  CHECK_FALSE(__hbeq2(a, __halves2half2(a.x, b.x)));
  // Pairs are unequal only if both elements are.
  CHECK_FALSE(a != __halves2half2(a.x, b.x));
  CHECK(a != b);
  // (1.5 - 2i) * 4 + (4 + 4i)
  const __half2 product = __hcmadd(a, __floats2half2_rn(4.0f, 0.0f), b);
  CHECK(__low2float(product) == 10.0f);
  CHECK(__high2float(product) == -4.0f);
  CHECK(static_cast<float>(__lowhigh2highlow(a).x) == -2.0f);
}

namespace {

template <class A, class B, class = void>
struct Sum {
  using Type = void;
};
template <class A, class B>
struct Sum<A, B, std::void_t<decltype(std::declval<A>() + std::declval<B>())>> {
  using Type = decltype(std::declval<A>() + std::declval<B>());
};
template <class A, class B>
constexpr bool kSumIsAmbiguous = std::is_same_v<typename Sum<A, B>::Type, void>;

// nvcc treats the same expressions like this: a sum with a number is ambiguous, an assignment is not, and conversions
// are implicit in both directions.
static_assert(std::is_same_v<Sum<__half, __half>::Type, __half>);
static_assert(std::is_same_v<Sum<__half2, __half2>::Type, __half2>);
static_assert(kSumIsAmbiguous<__half, float> && kSumIsAmbiguous<__half, double>);
static_assert(kSumIsAmbiguous<int, __half> && kSumIsAmbiguous<__half, __nv_bfloat16>);
static_assert(std::is_same_v<decltype(std::declval<__half&>() += 1.5f), __half&>);
static_assert(std::is_same_v<decltype(std::declval<__half&>() *= 2), __half&>);
static_assert(std::is_convertible_v<__half, float> && std::is_convertible_v<__half, int>);
static_assert(std::is_convertible_v<int, __half> && std::is_convertible_v<double, __half>);
static_assert(!std::is_convertible_v<__half, __nv_bfloat16> && std::is_constructible_v<__half, __nv_bfloat16>);
static_assert(std::is_trivially_copyable_v<__half2> && std::is_trivially_default_constructible_v<__nv_bfloat162>);

}  // namespace
