// Compares results that kernels compute in a wider type, with a small error there, and then round once.
#pragma once

#include <cmath>

#include "reference.hpp"

namespace host {

// The relative rounding error of an element's compute type: half a unit in the last place.
template <class T>
constexpr reference::Real compute_epsilon() {
  return sizeof(T) == 8 ? 0x1p-53L : 0x1p-24L;
}

// Whether `got` is between the elements nearest to the ends of [exact - slack, exact + slack].
template <class T>
bool is_near(T got, reference::Real exact, reference::Real slack) {
  using E = reference::Element<T>;
  const reference::Real value = E::value(got);
  if (std::isnan(exact) || std::isnan(value)) return std::isnan(exact) && std::isnan(value);
  if (std::isinf(exact)) slack = 0;
  const reference::Real low = E::value(E::nearest(exact - slack));
  const reference::Real high = E::value(E::nearest(exact + slack));
  return low <= value && value <= high;
}

}  // namespace host
