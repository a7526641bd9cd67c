// Numbers to integers that may be too small for them.
#pragma once

#include <limits>

namespace rocm_bindgen::emulator {

/// Towards zero; the nearest integer there is for what is out of range; 0 for a NaN.
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
