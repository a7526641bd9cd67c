// Compares results with those of an independent computation on the host, either exactly or within a number of units in
// the last place of the result's type.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace probe {

/// A binary format of IEEE 754. C++ has no types for some of these formats.
struct Format {
  int digits;        ///< bits of the significand, including the implicit leading one
  int min_exponent;  ///< the smallest normal number is 2^min_exponent
  int max_exponent;
};
constexpr Format kBinary16{11, -14, 15};
constexpr Format kBfloat16{8, -126, 127};
constexpr Format kBinary32{24, -126, 127};
constexpr Format kBinary64{53, -1022, 1023};

template <class T>
constexpr Format format_of() {
  return sizeof(T) == 4 ? kBinary32 : kBinary64;
}

long double half_value(std::uint16_t bits);
long double bfloat16_value(std::uint16_t bits);
/// Rounds to nearest, ties to even.
std::uint16_t half_bits(long double value);
std::uint16_t bfloat16_bits(long double value);

/// Returns the difference of `actual` and `expected` in units in the last place of `expected`. Two NaNs differ by 0, a
/// NaN and a number by infinity. If `expected` is an infinity, every value but the same infinity differs from it by
/// infinity. Otherwise, an infinity and values beyond the format's range count as the number after the largest finite
/// one.
double ulps_between(long double actual, long double expected, const Format& format);

/// Describes the input of an element, for the message of a failed check.
using Describe = std::function<std::string(std::size_t)>;

/// Fails the test, with the first few differences, unless every result is within `ulps`.
void check_close(const std::string& what, const std::vector<long double>& actual,
                 const std::vector<long double>& expected, const Format& format, double ulps,
                 const Describe& describe = {});

/// Like check_close(), but the absolute error of element i may be up to |allowed[i]|.
void check_within(const std::string& what, const std::vector<long double>& actual,
                  const std::vector<long double>& expected, const std::vector<long double>& allowed);

/// Records that `values` elements were compared, and fails the test if `different`, the number of those that differ, is
/// not 0. `differences` describes the first few of them.
void report(const std::string& what, std::size_t values, std::size_t different, const std::string& differences);

/// Formats an element for messages; floating-point numbers have all their digits.
template <class T>
std::string text_of(const T& value) {
  std::ostringstream text;
  text.precision(std::numeric_limits<T>::max_digits10);
  if constexpr (sizeof(T) == 1)
    text << static_cast<int>(value);
  else
    text << value;
  return text.str();
}

/// Returns whether the values are the same. All NaNs are the same; zeros of different signs are not.
template <class T>
bool same(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return std::memcmp(&a, &b, sizeof(T)) == 0;
  } else {
    return a == b;
  }
}

/// Fails the test, with the first few differences, unless all elements are the same.
template <class T>
void check_equal(const std::string& what, const std::vector<T>& actual, const std::vector<T>& expected,
                 const Describe& describe = {}) {
  std::ostringstream differences;
  std::size_t different = actual.size() == expected.size() ? 0 : 1;
  if (different != 0) differences << actual.size() << " results, " << expected.size() << " expected\n";
  for (std::size_t i = 0; i < actual.size() && i < expected.size(); ++i) {
    if (same(actual[i], expected[i])) continue;
    constexpr std::size_t kShown = 5;
    if (++different <= kShown)
      differences << "  [" << i << "] " << text_of(actual[i]) << ", expected " << text_of(expected[i])
                  << (describe ? " for " + describe(i) : "") << '\n';
  }
  report(what, actual.size(), different, differences.str());
}

/// Returns elements [index * count, (index + 1) * count) of a kernel's results.
template <class T>
std::vector<T> column(const std::vector<T>& all, std::size_t index, std::size_t count) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(index * count);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

template <class T>
std::vector<long double> widened(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}

}  // namespace probe
