// Normally distributed numbers. Pseudorandom generators produce them in pairs (Box and Muller, 1958), the others by the
// quantile function.
#pragma once

#include <math.h>

#include "rocm_bindgen_compat/random/uniform.hpp"

namespace rocm_bindgen::random {

constexpr float kTwoPi = 6.2831855f;
constexpr double kPi = 3.1415926535897932;

// The sine and cosine of pi * x.
ROCM_BINDGEN_HOST_DEVICE inline void sincos_of_pi(double x, double* sine, double* cosine) {
#if defined(__HIP_DEVICE_COMPILE__)
  ::sincospi(x, sine, cosine);
#else
  *sine = ::sin(x * kPi);
  *cosine = ::cos(x * kPi);
#endif
}

// A pair of normal numbers from polar coordinates. u is in (0, 1]; the angle is in radians.
ROCM_BINDGEN_HOST_DEVICE inline float2 polar(float u, float angle) {
  const float radius = ::sqrtf(-2.0f * ::logf(u));
  return float2{::sinf(angle) * radius, ::cosf(angle) * radius};
}

// The same in double, but the angle is in half turns.
ROCM_BINDGEN_HOST_DEVICE inline double2 polar_double(double u, double angle) {
  const double radius = ::sqrt(-2.0 * ::log(u));
  double2 pair;
  sincos_of_pi(angle, &pair.x, &pair.y);
  pair.x *= radius;
  pair.y *= radius;
  return pair;
}

ROCM_BINDGEN_HOST_DEVICE inline float2 normal_pair(uint32_t x, uint32_t y) {
  constexpr float kScale = k2ToMinus32 * kTwoPi;
  return polar(unit(x), __builtin_fmaf(static_cast<float>(y), kScale, kScale / 2));
}

ROCM_BINDGEN_HOST_DEVICE inline double2 normal_pair_double(const Draw4& draw) {
  const double half_turns = static_cast<double>(bits53(draw.x[2], draw.x[3])) * (2 * k2ToMinus53) + k2ToMinus53;
  return polar_double(unit_double(draw.x[0], draw.x[1]), half_turns);
}

template <class State>
ROCM_BINDGEN_HOST_DEVICE float2 normal_pair(State& state) {
  const uint32_t x = next(state);
  return normal_pair(x, next(state));
}
ROCM_BINDGEN_HOST_DEVICE inline float2 normal_pair(hiprandStateMRG32k3a& state) {
  const float u = uniform(state);
  return polar(u, uniform(state) * kTwoPi);
}

template <class State>
ROCM_BINDGEN_HOST_DEVICE double2 normal_pair_double(State& state) {
  return normal_pair_double(next4(state));
}
ROCM_BINDGEN_HOST_DEVICE inline double2 normal_pair_double(hiprandStateMRG32k3a& state) {
  const double u = uniform_double(state);
  return polar_double(u, uniform_double(state) * 2.0);
}

// The x with erfc(x) == y. The host version is a bisection, because speed does not matter there. It starts from -7 and
// 28, where erfc() is 2 and 0 in double.
#if defined(__HIP_DEVICE_COMPILE__)
ROCM_BINDGEN_HOST_DEVICE inline float inverse_erfc(float y) {
  return ::erfcinvf(y);
}
ROCM_BINDGEN_HOST_DEVICE inline double inverse_erfc(double y) {
  return ::erfcinv(y);
}
#else
ROCM_BINDGEN_HOST_DEVICE inline double inverse_erfc(double y) {
  double low = -7.0, high = 28.0;
  for (int i = 0; i < 64; ++i) {
    const double middle = low + (high - low) / 2;
    (::erfc(middle) > y ? low : high) = middle;
  }
  return high;
}
ROCM_BINDGEN_HOST_DEVICE inline float inverse_erfc(float y) {
  return static_cast<float>(inverse_erfc(static_cast<double>(y)));
}
#endif

// The upper half is mirrored, because rounding near 1 would make different numbers equal.
ROCM_BINDGEN_HOST_DEVICE inline float quantile(unsigned int x) {
  const bool upper = x > 0x80000000u;
  const float root = 1.4142135f * inverse_erfc(2.0f * unit(upper ? ~x : x));
  return upper ? root : -root;
}
ROCM_BINDGEN_HOST_DEVICE inline float quantile(unsigned long long x) {
  return quantile(high_word(x));
}

ROCM_BINDGEN_HOST_DEVICE inline double signed_quantile(bool upper, double p) {
  const double root = 1.4142135623730951 * inverse_erfc(2.0 * p);
  return upper ? root : -root;
}
ROCM_BINDGEN_HOST_DEVICE inline double quantile_double(unsigned int x) {
  const bool upper = x > 0x80000000u;
  return signed_quantile(upper, (upper ? ~x : x) * double{k2ToMinus32} + double{k2ToMinus32} / 2);
}
ROCM_BINDGEN_HOST_DEVICE inline double quantile_double(unsigned long long x) {
  // The midpoint of the range of the 53 bits that remain.
  constexpr uint64_t kMiddle = uint64_t{1} << 52u;
  const uint64_t bits = x >> 11u;
  const bool upper = bits > kMiddle;
  return signed_quantile(upper,
                         static_cast<double>(upper ? 2 * kMiddle - 1 - bits : bits) * k2ToMinus53 + k2ToMinus53 / 2);
}

struct Identity {
  template <class Real>
  ROCM_BINDGEN_HOST_DEVICE Real operator()(Real x) const {
    return x;
  }
};

// The next normal number, passed through `map`. The other number of its pair is kept, marked with `kind`.
template <class State, class Map>
ROCM_BINDGEN_HOST_DEVICE float normal(State& state, InPairs, Kept kind, Map map) {
  if (state.boxmuller_flag == kind) {
    state.boxmuller_flag = kNothing;
    return state.boxmuller_extra;
  }
  const float2 pair = normal_pair(state);
  state.boxmuller_extra = map(pair.y);
  state.boxmuller_flag = kind;
  return map(pair.x);
}
template <class State, class Map>
ROCM_BINDGEN_HOST_DEVICE float normal(State& state, ByQuantile, Kept, Map map) {
  return map(quantile(next(state)));
}

template <class State, class Map>
ROCM_BINDGEN_HOST_DEVICE double normal_double(State& state, InPairs, Kept kind, Map map) {
  if (state.boxmuller_flag_double == kind) {
    state.boxmuller_flag_double = kNothing;
    return state.boxmuller_extra_double;
  }
  const double2 pair = normal_pair_double(state);
  state.boxmuller_extra_double = map(pair.y);
  state.boxmuller_flag_double = kind;
  return map(pair.x);
}
template <class State, class Map>
ROCM_BINDGEN_HOST_DEVICE double normal_double(State& state, ByQuantile, Kept, Map map) {
  return map(quantile_double(next(state)));
}

// Computes exp(mean + stddev * x).
template <class Real>
struct LogNormal {
  Real mean;
  Real stddev;
  ROCM_BINDGEN_HOST_DEVICE float operator()(float x) const { return ::expf(mean + stddev * x); }
  ROCM_BINDGEN_HOST_DEVICE double operator()(double x) const { return ::exp(mean + stddev * x); }
};

}  // namespace rocm_bindgen::random
