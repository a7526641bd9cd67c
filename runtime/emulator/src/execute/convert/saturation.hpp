// Conversion of floating-point numbers to integers, with saturation.
#pragma once

#include <limits>

namespace rocm_bindgen::emulator {

/// Rounds towards zero. Numbers out of range give the nearest integer of the type; NaN gives 0.
template <class Integer>
Integer saturated(double number) {
  using Limits = std::numeric_limits<Integer>;
  static_assert(Limits::digits < std::numeric_limits<double>::digits);
  if (number != number) return 0;
  if (number <= Limits::min()) return Limits::min();
  if (number >= Limits::max()) return Limits::max();
  return static_cast<Integer>(number);
}

}  // namespace rocm_bindgen::emulator
