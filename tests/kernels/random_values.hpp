// Pseudo-random values, the same in every run, without a pattern that could hide an error of a kernel.
#pragma once

#include <cstdint>
#include <vector>

#include "reference.hpp"

namespace host {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2 + 1) {}
  uint64_t next() {
    // The generator is an LCG by Knuth; only its high bits are used.
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return state_ >> 33;
  }
  uint64_t below(uint64_t bound) { return next() % bound; }

 private:
  uint64_t state_;
};

// Small numbers of both signs, with fractions where the type has them.
template <class T>
std::vector<T> small_values(size_t count, uint64_t seed) {
  Random random(seed);
  std::vector<T> values(count);
  for (T& value : values) {
    const auto code = static_cast<int>(random.below(4097)) - 2048;
    if constexpr (reference::Element<T>::kFloat) {
      value = reference::Element<T>::nearest(static_cast<reference::Real>(code) / 512);
    } else {
      value = static_cast<T>(code);
    }
  }
  return values;
}

// Random bits, which may be any value of the type.
template <class T>
std::vector<T> any_values(size_t count, uint64_t seed) {
  Random random(seed);
  std::vector<T> values(count);
  for (T& value : values) {
    // next() returns 31 bits.
    const uint64_t bits = random.next() | random.next() << 31 | random.next() << 62;
    std::memcpy(&value, &bits, sizeof(T));
  }
  return values;
}

}  // namespace host
