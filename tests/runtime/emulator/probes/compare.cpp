#include "runtime/emulator/probes/compare.hpp"

#include <algorithm>

#include "runtime/emulator/probes/account.hpp"
#include "support/catch.hpp"

namespace probe {
namespace {

long double value_of(std::uint16_t bits, const Format& format) {
  const int fraction_bits = format.digits - 1;
  const long double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = (bits & 0x7fff) >> fraction_bits;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  if (exponent == 2 * format.max_exponent + 1)
    return fraction != 0 ? std::numeric_limits<long double>::quiet_NaN()
                         : sign * std::numeric_limits<long double>::infinity();
  const int hidden = exponent == 0 ? 0 : 1 << fraction_bits;
  return sign * std::ldexp(static_cast<long double>(hidden + fraction),
                           format.min_exponent + std::max(exponent, 1) - 1 - fraction_bits);
}

std::uint16_t bits_of(long double value, const Format& format) {
  const int fraction_bits = format.digits - 1;
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const auto infinity = static_cast<std::uint16_t>((2 * format.max_exponent + 1) << fraction_bits);
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | infinity | 1 << (fraction_bits - 1));
  if (std::isinf(value)) return sign | infinity;
  if (value == 0) return sign;
  const int exponent = std::max(std::ilogb(value), format.min_exponent);
  // In units of the last place, the significand is an integer after rounding, and a carry increments the exponent.
  const auto units = static_cast<int>(std::nearbyint(std::ldexp(std::fabs(value), fraction_bits - exponent)));
  const int bits = ((exponent - format.min_exponent) << fraction_bits) + units;
  return static_cast<std::uint16_t>(sign | std::min(bits, static_cast<int>(infinity)));
}

}  // namespace

long double half_value(std::uint16_t bits) {
  return value_of(bits, kBinary16);
}
long double bfloat16_value(std::uint16_t bits) {
  return value_of(bits, kBfloat16);
}
std::uint16_t half_bits(long double value) {
  return bits_of(value, kBinary16);
}
std::uint16_t bfloat16_bits(long double value) {
  return bits_of(value, kBfloat16);
}

double ulps_between(long double actual, long double expected, const Format& format) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if (std::isnan(actual) || std::isnan(expected)) return std::isnan(actual) && std::isnan(expected) ? 0 : kFar;
  if (std::isinf(expected)) return actual == expected ? 0 : kFar;
  // A value that would round to infinity counts as the number after the largest one.
  const long double beyond = std::ldexp(1.0L, format.max_exponent + 1);
  const auto clamped = [&](long double x) { return std::clamp(x, -beyond, beyond); };
  actual = clamped(actual);
  expected = clamped(expected);
  const int exponent = expected == 0 ? format.min_exponent : std::ilogb(expected);
  const int last = std::clamp(exponent, format.min_exponent, format.max_exponent) - (format.digits - 1);
  return static_cast<double>(std::ldexp(std::fabs(actual - expected), -last));
}

void report(const std::string& what, std::size_t values, std::size_t different, const std::string& differences) {
  current().values += values;
  INFO(what << ": " << different << " of " << values << " are wrong\n" << differences);
  CHECK(different == 0);
}

void check_close(const std::string& what, const std::vector<long double>& actual,
                 const std::vector<long double>& expected, const Format& format, double ulps,
                 const Describe& describe) {
  std::ostringstream differences;
  differences.precision(20);
  std::size_t different = 0;
  double worst = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double error = ulps_between(actual[i], expected[i], format);
    worst = std::max(worst, error);
    if (error <= ulps) continue;
    constexpr std::size_t kShown = 5;
    if (++different <= kShown)
      differences << "  [" << i << "] " << actual[i] << ", expected " << expected[i]
                  << (describe ? " for " + describe(i) : "") << ": " << error << " ulps off, allowed " << ulps << '\n';
  }
  if (different != 0) differences << "  the worst is " << worst << " ulps off\n";
  current().worst_ulps = std::max(current().worst_ulps, worst);
  report(what, expected.size(), different, differences.str());
}

void check_within(const std::string& what, const std::vector<long double>& actual,
                  const std::vector<long double>& expected, const std::vector<long double>& allowed) {
  std::ostringstream differences;
  differences.precision(20);
  std::size_t different = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const long double error = std::fabs(actual[i] - expected[i]);
    if (error <= allowed[i]) continue;
    constexpr std::size_t kShown = 5;
    if (++different <= kShown)
      differences << "  [" << i << "] " << actual[i] << ", expected " << expected[i] << " within " << allowed[i]
                  << '\n';
  }
  report(what, expected.size(), different, differences.str());
}

}  // namespace probe
