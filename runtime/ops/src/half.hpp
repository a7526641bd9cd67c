// Conversions of IEEE f16 on the host, because C++17 has no type for it.
#ifndef ROCM_BINDGEN_OPS_HALF_HPP
#define ROCM_BINDGEN_OPS_HALF_HPP

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace rocm_bindgen::ops {

inline float from_half(std::uint16_t bits) noexcept {
  const int exponent = bits >> 10 & 31;
  const auto mantissa = static_cast<float>(bits & 1023);
  float magnitude = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  if (exponent == 31)
    magnitude = mantissa == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

/// Rounds to the nearest value, ties to even.
inline std::uint16_t to_half(float value) noexcept {
  constexpr std::uint32_t kInfinity = 0x7C00, kNaN = 0x7E00;
  // From this value on, the nearest f16 value is infinity.
  constexpr float kTooLarge = 65520;
  const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
  const float magnitude = std::fabs(value);
  std::uint32_t half = 0;
  if (std::isnan(value)) {
    half = kNaN;
  } else if (magnitude >= kTooLarge) {
    half = kInfinity;
  } else if (magnitude < 0x1p-14f) {
    // A subnormal result counts units of the smallest subnormal. If rounding exceeds the largest subnormal, the code is
    // that of the smallest normal value, which is the correct result.
    half = static_cast<std::uint32_t>(std::nearbyint(magnitude * 0x1p24f));
  } else {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &magnitude, sizeof bits);
    // The lowest 13 bits of the mantissa are rounded away, ties to even. The exponents' biases differ by 112.
    bits += 0xFFF + (bits >> 13 & 1);
    half = (bits >> 13) - (112u << 10);
  }
  return static_cast<std::uint16_t>(sign | half);
}

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_HALF_HPP
