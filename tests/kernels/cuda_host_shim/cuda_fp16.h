// CUDA's half as far as the kernels use it: storage, and conversion from and to float.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

struct __half {
  uint16_t bits;
};

inline float __half2float(__half half) {
  const bool negative = (half.bits & 0x8000) != 0;
  const int exponent = half.bits >> 10 & 0x1f;
  const int mantissa = half.bits & 0x3ff;
  float magnitude;
  if (exponent == 0x1f) {
    magnitude = mantissa == 0 ? INFINITY : NAN;
  } else if (exponent == 0) {
    magnitude = ldexpf(static_cast<float>(mantissa), -24);
  } else {
    magnitude = ldexpf(static_cast<float>(mantissa + 0x400), exponent - 25);
  }
  return copysignf(magnitude, negative ? -1.0f : 1.0f);
}

inline __half __float2half_rn(float value) {
  const uint16_t sign = signbit(value) ? 0x8000 : 0;
  const float magnitude = fabsf(value);
  // Halfway between the largest half, 65504, and the next power of two.
  constexpr float kOverflow = 65520.0f;
  uint16_t code;
  if (isnan(value)) {
    code = 0x7e00;
  } else if (magnitude >= kOverflow) {
    code = 0x7c00;
  } else {
    // In units of the last place a half is an integer; rintf rounds ties to even.
    const int exponent = magnitude < 0x1p-14f ? -14 : ilogbf(magnitude);
    const int units = static_cast<int>(rintf(ldexpf(magnitude, 10 - exponent)));
    code = static_cast<uint16_t>(units + (exponent + 14) * 0x400);
  }
  return __half{static_cast<uint16_t>(sign | code)};
}
