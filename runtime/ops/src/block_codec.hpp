// One block of each format, to floats and from them.
#ifndef ROCM_BINDGEN_OPS_BLOCK_CODEC_HPP
#define ROCM_BINDGEN_OPS_BLOCK_CODEC_HPP

#include <cstdint>

#include "half.hpp"
#include "rocm_bindgen/ops/quantized_view.hpp"

namespace rocm_bindgen::ops {

using DecodeBlock = void (*)(const std::uint8_t* block, float* values);
/// Of finite values. Scales that halves cannot hold become infinite: scales_are_finite().
using EncodeBlock = void (*)(const float* values, std::uint8_t* block);

DecodeBlock decoder_of(QuantizedFormat format);
EncodeBlock encoder_of(QuantizedFormat format);

/// Of the formats of 256 elements.
EncodeBlock superblock_encoder_of(QuantizedFormat format);

/// Whether a block's scales and minimums are. Of Q8_1's sum nothing is said: products do without an infinite one.
bool scales_are_finite(QuantizedFormat format, const std::uint8_t* block);

/// Makes the scale NaN, of Q8_1 the sum too, and everything else 0.
void encode_nan(QuantizedFormat format, std::uint8_t* block);

inline float half_at(const std::uint8_t* at) noexcept {
  return from_half(static_cast<std::uint16_t>(at[0] | at[1] << 8));
}

/// Stores the nearest half and gives it back.
inline float put_half(std::uint8_t* at, float value) noexcept {
  const auto bits = to_half(value);
  at[0] = static_cast<std::uint8_t>(bits);
  at[1] = static_cast<std::uint8_t>(bits >> 8);
  return from_half(bits);
}

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_BLOCK_CODEC_HPP
