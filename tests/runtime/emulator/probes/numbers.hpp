// Inputs for probes. They are the same in every run and on every machine.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace probe {

/// A sequence of 64-bit values (splitmix64). Any seed would do. The standard's distributions are not used, because
/// their results differ between implementations.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  }
  std::uint32_t word() { return static_cast<std::uint32_t>(bits() >> 32); }
  /// Returns a number in [0, 1).
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + unit() * (high - low); }
  /// Returns an integer in [low, high], including both ends.
  int integer(int low, int high) {
    return low + static_cast<int>(bits() % (static_cast<std::uint64_t>(high - low) + 1));
  }
  /// Returns a number of either sign. Every order of magnitude between `smallest` and `largest` is equally likely.
  double any_size(double smallest, double largest) {
    const double size = std::exp2(uniform(std::log2(smallest), std::log2(largest)));
    return (bits() & 1) != 0 ? size : -size;
  }

 private:
  std::uint64_t state_;
};

/// Signed zeros, infinities, a NaN, the smallest and largest numbers, the neighbours of 1, and a few usual numbers.
template <class T>
std::vector<T> special_values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values{0,
                        1,
                        2,
                        T(0.5),
                        Limits::min(),
                        Limits::denorm_min(),
                        Limits::max(),
                        Limits::infinity(),
                        Limits::min() / 3,
                        1 - Limits::epsilon() / 2,
                        1 + Limits::epsilon(),
                        Limits::epsilon(),
                        3,
                        10};
  const std::size_t positive = values.size();
  for (std::size_t i = 0; i < positive; ++i) values.push_back(-values[i]);
  values.push_back(Limits::quiet_NaN());
  return values;
}

/// Returns `count` values. The first ones are `values`; the others are the results of `next`.
template <class T, class Next>
std::vector<T> filled(std::vector<T> values, std::size_t count, Next next) {
  while (values.size() < count) values.push_back(static_cast<T>(next()));
  return values;
}

template <class T, class Next>
std::vector<T> filled(std::size_t count, Next next) {
  return filled(std::vector<T>{}, count, next);
}

}  // namespace probe
