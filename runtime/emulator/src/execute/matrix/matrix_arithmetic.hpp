// Sums of products as matrix instructions compute them. AMD documents neither the order of the additions nor their
// intermediate precision, so results of a device may differ in their last bits. Each function states what is assumed.
// Rounding is to nearest even, and the fields of MODE for rounding and subnormal numbers have no effect.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "execute/float/float_arithmetic.hpp"

namespace rocm_bindgen::emulator::matrix {

/// Uses one fused multiply-add per product, in the order of k.
template <class Float>
Float fused_sum(std::span<const Float> a, std::span<const Float> b, Float sum) {
  for (std::size_t k = 0; k < a.size(); ++k) sum = std::fma(a[k], b[k], sum);
  return sum;
}

/// Like fused_sum(), for floats whose products are exact in f32: those of 8 bits, and f16. A separate multiplication
/// then gives the same result as a fused one.
inline float sum_of_exact(std::span<const float> a, std::span<const float> b, float sum) {
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// f16 and bf16 on CDNA 2, which flushes subnormal inputs and results (ROCm's documentation, "MFMA behavior specifics"
/// of the MI200). `group` products are added, in pairs, before they are added to the sum. This is what measurements of
/// the device show (arXiv 2511.10909).
inline float flushing_sum(std::span<const float> a, std::span<const float> b, float sum, unsigned group) {
  sum = flushed(sum);
  const auto product = [&](std::size_t k) { return k < a.size() ? flushed(a[k] * b[k]) : 0.0f; };
  for (std::size_t k = 0; k < a.size(); k += group) {
    float part = flushed(product(k) + product(k + 1));
    if (group == 4) part = flushed(part + flushed(product(k + 2) + product(k + 3)));
    sum = flushed(sum + part);
  }
  return sum;
}

inline std::int32_t saturated(std::int64_t value) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, std::numeric_limits<std::int32_t>::min(),
                                                            std::numeric_limits<std::int32_t>::max()));
}

/// The sum is computed exactly. The result saturates or is the low 32 bits.
inline std::int32_t integer_sum(std::span<const std::int32_t> a, std::span<const std::int32_t> b, std::int32_t start,
                                bool saturates = false) {
  std::int64_t sum = start;
  for (std::size_t k = 0; k < a.size(); ++k) sum += std::int64_t{a[k]} * b[k];
  if (saturates) return saturated(sum);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(sum)));
}

}  // namespace rocm_bindgen::emulator::matrix
