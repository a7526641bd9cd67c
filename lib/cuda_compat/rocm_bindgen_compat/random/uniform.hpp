// Conversions of bits to numbers in (0, 1], with cuRAND's roundings.
#pragma once

#include "rocm_bindgen_compat/random/engines.hpp"

namespace rocm_bindgen::random {

constexpr float k2ToMinus32 = 1.0f / 4294967296.0f;
constexpr double k2ToMinus53 = 1.0 / 9007199254740992.0;

ROCM_BINDGEN_HOST_DEVICE inline float unit(unsigned int x) {
  return static_cast<float>(x) * k2ToMinus32 + k2ToMinus32 / 2;
}
ROCM_BINDGEN_HOST_DEVICE inline float unit(unsigned long long x) {
  return unit(high_word(x));
}

ROCM_BINDGEN_HOST_DEVICE inline double unit_double(unsigned int x) {
  return x * double{k2ToMinus32} + double{k2ToMinus32};
}
ROCM_BINDGEN_HOST_DEVICE inline double unit_double(unsigned long long x) {
  return static_cast<double>(x >> 11u) * k2ToMinus53 + k2ToMinus53 / 2;
}

// Combines two numbers to 53 bits.
ROCM_BINDGEN_HOST_DEVICE inline uint64_t bits53(uint32_t x, uint32_t y) {
  return x ^ (uint64_t{y} << 21u);
}
ROCM_BINDGEN_HOST_DEVICE inline double unit_double(uint32_t x, uint32_t y) {
  return static_cast<double>(bits53(x, y)) * k2ToMinus53 + k2ToMinus53 / 2;
}

template <class State>
ROCM_BINDGEN_HOST_DEVICE float uniform(State& state) {
  return unit(next(state));
}
ROCM_BINDGEN_HOST_DEVICE inline float uniform(hiprandStateMRG32k3a& state) {
  return static_cast<float>(mrg_number(state) * kMrgToUnit);
}

template <class State>
ROCM_BINDGEN_HOST_DEVICE double uniform_double(State& state) {
  return unit_double(next(state));
}
ROCM_BINDGEN_HOST_DEVICE inline double uniform_double(hiprandStateMRG32k3a& state) {
  return mrg_number(state) * kMrgToUnit;
}
ROCM_BINDGEN_HOST_DEVICE inline double uniform_double(hiprandStateXORWOW& state) {
  const uint32_t x = next(state);
  return unit_double(x, next(state));
}

}  // namespace rocm_bindgen::random
