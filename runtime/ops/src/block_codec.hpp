// Quantization and dequantization of one block of each format.
#ifndef ROCM_BINDGEN_OPS_BLOCK_CODEC_HPP
#define ROCM_BINDGEN_OPS_BLOCK_CODEC_HPP

#include <cstdint>

#include "half.hpp"
#include "rocm_bindgen/ops/quantized_view.hpp"

namespace rocm_bindgen::ops {

/// Dequantizes one block.
using DecodeBlock = void (*)(const std::uint8_t* block, float* values);
/// Quantizes one block. The values must be finite. Scales outside the range of f16 become infinite, which
/// scales_are_finite() detects.
using EncodeBlock = void (*)(const float* values, std::uint8_t* block);

DecodeBlock decoder_of(QuantizedFormat format);
EncodeBlock encoder_of(QuantizedFormat format);

/// The encoder of a format with blocks of 256 elements.
EncodeBlock superblock_encoder_of(QuantizedFormat format);

/// Returns true if a block's scales and minimums are finite. The sum of a Q8_1 block is not checked, because products
/// do not use an infinite one.
bool scales_are_finite(QuantizedFormat format, const std::uint8_t* block);

/// Sets the scale to NaN, for Q8_1 also the sum, and everything else to 0.
void encode_nan(QuantizedFormat format, std::uint8_t* block);

inline float half_at(const std::uint8_t* at) noexcept {
  return from_half(static_cast<std::uint16_t>(at[0] | at[1] << 8));
}

/// Stores the nearest f16 value and returns it.
inline float put_half(std::uint8_t* at, float value) noexcept {
  const auto bits = to_half(value);
  at[0] = static_cast<std::uint8_t>(bits);
  at[1] = static_cast<std::uint8_t>(bits >> 8);
  return from_half(bits);
}

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_BLOCK_CODEC_HPP
