// Compares directed rounding with the processor's own rounding modes.
#include "rocm_bindgen_compat/math/directed_rounding.hpp"

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace {

/// Keeps the compiler from evaluating the operation before the rounding mode is set.
template <class T, class Operation>
T in_mode(int mode, T a, T b, T c, Operation operation) {
  const volatile T x = a, y = b, z = c;
  std::fesetround(mode);
  const volatile T result = operation(T(x), T(y), T(z));
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class T>
struct Case {
  const char* name;
  T (*by_processor)(T, T, T);
  T (*ours[4])(T, T, T);  // in the order of kModes
};

constexpr int kModes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

#define MODES(name, ...)                                                        \
  {[](T a, T b, T c) -> T { return (void)b, (void)c, name##_rn(__VA_ARGS__); }, \
   [](T a, T b, T c) -> T { return (void)b, (void)c, name##_rd(__VA_ARGS__); }, \
   [](T a, T b, T c) -> T { return (void)b, (void)c, name##_ru(__VA_ARGS__); }, \
   [](T a, T b, T c) -> T { return (void)b, (void)c, name##_rz(__VA_ARGS__); }}

std::vector<Case<float>> cases_of(float) {
  using T = float;
  return {
      {"add", [](T a, T b, T) { return a + b; }, MODES(__fadd, a, b)},
      {"sub", [](T a, T b, T) { return a - b; }, MODES(__fsub, a, b)},
      {"mul", [](T a, T b, T) { return a * b; }, MODES(__fmul, a, b)},
      {"div", [](T a, T b, T) { return a / b; }, MODES(__fdiv, a, b)},
      {"rcp", [](T a, T, T) { return 1 / a; }, MODES(__frcp, a)},
      {"sqrt", [](T a, T, T) { return std::sqrt(a); }, MODES(__fsqrt, a)},
      {"fma", [](T a, T b, T c) { return std::fma(a, b, c); }, MODES(__fmaf, a, b, c)},
  };
}
std::vector<Case<double>> cases_of(double) {
  using T = double;
  return {
      {"add", [](T a, T b, T) { return a + b; }, MODES(__dadd, a, b)},
      {"sub", [](T a, T b, T) { return a - b; }, MODES(__dsub, a, b)},
      {"mul", [](T a, T b, T) { return a * b; }, MODES(__dmul, a, b)},
      {"div", [](T a, T b, T) { return a / b; }, MODES(__ddiv, a, b)},
      {"rcp", [](T a, T, T) { return 1 / a; }, MODES(__drcp, a)},
      {"sqrt", [](T a, T, T) { return std::sqrt(a); }, MODES(__dsqrt, a)},
      {"fma", [](T a, T b, T c) { return std::fma(a, b, c); }, MODES(__fma, a, b, c)},
  };
}

/// Special values and both ends of the range, small whole numbers, numbers from about 2^-60 to 2^59, subnormal numbers,
/// and random bits.
template <class T>
class Numbers {
 public:
  using Bits = std::conditional_t<sizeof(T) == sizeof(float), std::uint32_t, std::uint64_t>;
  using Limits = std::numeric_limits<T>;

  T next() {
    const T special[] = {
        0,     Limits::infinity(), Limits::denorm_min(), Limits::max(), Limits::min(), Limits::quiet_NaN(), 1, 2, 3,
        T(0.5)};
    const T sign = (random_() & 1) != 0 ? T(1) : T(-1);
    switch (random_() % 6) {
      case 0:
        return sign * special[random_() % std::size(special)];
      case 1:
        return sign * static_cast<T>(random_() % 20);
      case 2:
        return sign * std::ldexp(static_cast<T>(random_() >> 11), static_cast<int>(random_() % 120) - 113);
      case 3:
        return sign * of_bits(static_cast<Bits>(random_()) & ((Bits(1) << (Limits::digits - 1)) - 1));
      default:  // twice as often as each of the others
        return of_bits(static_cast<Bits>(random_()));
    }
  }
  unsigned long pick() { return random_(); }

 private:
  static T of_bits(Bits bits) {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  std::mt19937_64 random_{1};
};

template <class T>
bool same(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
}

template <class T>
void check_rounding() {
  Numbers<T> numbers;
  const auto cases = cases_of(T());
  std::vector<std::string> wrong;
  for (int i = 0; i < 100000; ++i) {
    const T a = numbers.next();
    // Sums that cancel give zeros and small errors.
    const T b = numbers.pick() % 16 == 0 ? -a : numbers.next();
    const T c = numbers.pick() % 4 == 0 ? -(a * b) : numbers.next();
    for (const auto& one : cases)
      for (int mode = 0; mode < 4; ++mode) {
        const T expected = in_mode(kModes[mode], a, b, c, one.by_processor), actual = one.ours[mode](a, b, c);
        if (same(actual, expected) || wrong.size() > 5) continue;  // reports at most six
        char text[200];
        std::snprintf(text, sizeof text, "%s, mode %d, of %a, %a, %a: %a instead of %a", one.name, mode, double(a),
                      double(b), double(c), double(actual), double(expected));
        wrong.emplace_back(text);
      }
  }
  CHECK(wrong == std::vector<std::string>());
}

}  // namespace

TEST_CASE("directed rounding equals that of the processor") {
  check_rounding<float>();
  check_rounding<double>();
}

TEST_CASE("reciprocal roots are the nearest values") {
  // Checks in long double that the exact root is between the midpoints to both neighbours. Numbers from 1 to 4 suffice:
  // a factor of 4 only halves the root.
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    const float x = std::ldexp(1.0f + static_cast<float>(random() % (1u << 23u)) * 0x1p-23f, static_cast<int>(i % 2));
    const float y = __frsqrt_rn(x);
    const auto middle = [y](float other) { return (static_cast<long double>(y) + other) / 2; };
    const long double low = middle(std::nextafter(y, 0.0f)), high = middle(std::nextafter(y, 2.0f));
    if (low * low * x > 1 || high * high * x < 1) FAIL("not the nearest to the reciprocal root of " << x);
  }
  CHECK(__frsqrt_rn(4.0f) == 0.5f);
  CHECK(__frsqrt_rn(0.0f) == std::numeric_limits<float>::infinity());
}

TEST_CASE("saturation clamps to 0 and 1") {
  CHECK(__saturatef(-1.0f) == 0.0f);
  CHECK(__saturatef(0.25f) == 0.25f);
  CHECK(__saturatef(7.0f) == 1.0f);
  CHECK(__saturatef(std::numeric_limits<float>::quiet_NaN()) == 0.0f);
}
