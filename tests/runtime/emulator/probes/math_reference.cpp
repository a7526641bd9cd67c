#include "runtime/emulator/probes/math_reference.hpp"

#include <cmath>

namespace probe {
namespace {

constexpr long double kPi = 3.14159265358979323846264338327950288L;

/// Returns sin(pi * (x + quarters / 2)). The argument is first reduced exactly to an eighth of a turn around a multiple
/// of a quarter turn.
long double sine_of_turns(long double x, int quarters) {
  if (!std::isfinite(x)) return std::nanl("");
  const long double within = std::fmod(x, 2.0L);
  const long double nearest = std::nearbyint(2 * within);
  const long double rest = kPi * (within - nearest / 2);
  switch ((static_cast<int>(nearest) + quarters) & 3) {
    case 0:
      return std::sin(rest);
    case 1:
      return std::cos(rest);
    case 2:
      return -std::sin(rest);
    default:
      return -std::cos(rest);
  }
}

}  // namespace

long double sinpi(long double x) {
  return sine_of_turns(x, 0);
}
long double cospi(long double x) {
  return sine_of_turns(x, 1);
}

long double erfinv(long double x) {
  if (!(std::fabs(x) <= 1)) return std::nanl("");
  if (std::fabs(x) == 1) return std::copysign(HUGE_VALL, x);
  // Halley's method, with the error of the complement if that keeps more digits. The initial value is Winitzki's
  // approximation, in which `a` is 0.147. It is off by a few per cent.
  const long double size = std::fabs(x), logarithm = std::log1p(-size * size), a = 0.147L;
  const long double half = 2 / (kPi * a) + logarithm / 2;
  long double y = std::sqrt(std::sqrt(half * half - logarithm / a) - half);
  // A few steps are enough. The limit ends the loop if y alternates between two neighbours.
  for (int step = 0; step < 60; ++step) {
    const long double error = size < 0.5L ? std::erf(y) - size : (1 - size) - std::erfc(y);
    const long double slope = 2 / std::sqrt(kPi) * std::exp(-y * y);
    const long double next = y - error / slope / (1 + y * error / slope);
    if (next == y) break;
    y = next;
  }
  return std::copysign(y, x);
}

long double normcdf(long double x) {
  return std::erfc(-x / std::sqrt(2.0L)) / 2;
}

}  // namespace probe
