// Conversions of f16 and bf16, which are represented by their bits. Each conversion from double rounds once, in the
// host's current rounding mode.
#pragma once

#include <bit>

#include "execute/value_types.hpp"
#include "machine/mode.hpp"

namespace rocm_bindgen::emulator {

/// The conversion is exact. A NaN keeps the upper bits of its payload and becomes quiet.
inline double to_double(Half half) {
  const std::uint64_t sign = std::uint64_t{half.bits & 0x8000u} << 48;
  const std::uint64_t magnitude = half.bits & 0x7fffu;
  constexpr unsigned widened = 52 - 10;
  constexpr std::uint64_t rebiased = std::uint64_t{1023 - 15} << 52;
  if (magnitude >= 0x7c00) {
    const std::uint64_t quiet = std::uint64_t{magnitude > 0x7c00} << 51;
    return std::bit_cast<double>(sign | 0x7ff0000000000000 | (magnitude & 0x3ff) << widened | quiet);
  }
  if (magnitude >= 0x0400) return std::bit_cast<double>(sign | ((magnitude << widened) + rebiased));
  const double tiny = static_cast<double>(magnitude) * 0x1p-24;
  return sign != 0 ? -tiny : tiny;
}

/// The conversion is exact. NaNs are treated as above.
inline double to_double(Brain brain) {
  return std::bit_cast<float>(std::uint32_t{brain.bits} << 16);
}
inline double to_double(float single) {
  return single;
}
inline double to_double(double value) {
  return value;
}

/// Rounds in the mode that fegetround() returns. Subnormal numbers are kept. On overflow, the result is infinity or the
/// largest number, depending on the mode.
Half half_from_double(double value);
Brain brain_from_double(double value);

/// Like half_from_double(), for the result of an operation: if MODE.FP16_OVFL is set, an overflow gives the largest
/// number, but a value that was infinite before rounding stays infinite (RDNA 3 ISA, 3.3.2 "Mode Register").
Half half_result(const Mode& mode, double value);

}  // namespace rocm_bindgen::emulator
