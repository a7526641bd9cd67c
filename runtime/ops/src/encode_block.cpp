// Quantization of blocks of 32 elements. The scale is computed from the element with the largest magnitude, or from the
// smallest and the largest element. docs/quantized.md has the bytes of each block.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "block_codec.hpp"
#include "fit_scale.hpp"

namespace rocm_bindgen::ops {
namespace {

using Byte = std::uint8_t;
constexpr int kElements = 32;

/// Returns the element with the largest magnitude.
float farthest_of(const float* values, int count) {
  float farthest = 0;
  for (int i = 0; i < count; ++i)
    if (std::fabs(values[i]) > std::fabs(farthest)) farthest = values[i];
  return farthest;
}

/// Packs 4-bit codes: elements 0 to 15 are in the low nibbles, elements 16 to 31 in the high ones.
void put_nibbles(Byte* at, const int* codes) {
  for (int j = 0; j < kElements / 2; ++j) at[j] = static_cast<Byte>((codes[j] & 15) | (codes[j + 16] & 15) << 4);
}
/// Packs bit 4 of each code, in the order of the elements.
void put_fifth_bits(Byte* at, const int* codes) {
  for (int byte = 0; byte < 4; ++byte) {
    int bits = 0;
    for (int j = 0; j < 8; ++j) bits |= (codes[8 * byte + j] >> 4 & 1) << j;
    at[byte] = static_cast<Byte>(bits);
  }
}

/// The element with the largest magnitude gets the lowest code, because the range of codes extends one further below
/// zero than above it.
void make_biased_codes(const float* values, int bias, Byte* scale_at, int* codes) {
  const float scale = put_half(scale_at, farthest_of(values, kElements) / static_cast<float>(-bias));
  for (int i = 0; i < kElements; ++i) codes[i] = code_for(values[i], scale, -bias, bias - 1) + bias;
}
/// The smallest element gets the code 0, the largest one the highest code.
void make_codes_from_least(const float* values, int highest, Byte* scale_at, Byte* min_at, int* codes) {
  const auto [least, largest] = std::minmax_element(values, values + kElements);
  const float min = put_half(min_at, *least);
  const float scale = put_half(scale_at, *largest / static_cast<float>(highest) - *least / static_cast<float>(highest));
  for (int i = 0; i < kElements; ++i) codes[i] = code_for(values[i] - min, scale, 0, highest);
}

void encode_q4_0(const float* values, Byte* block) {
  int codes[kElements];
  make_biased_codes(values, /*bias=*/8, block, codes);
  put_nibbles(block + 2, codes);
}
void encode_q4_1(const float* values, Byte* block) {
  int codes[kElements];
  make_codes_from_least(values, /*highest=*/15, block, block + 2, codes);
  put_nibbles(block + 4, codes);
}
void encode_q5_0(const float* values, Byte* block) {
  int codes[kElements];
  make_biased_codes(values, /*bias=*/16, block, codes);
  put_fifth_bits(block + 2, codes);
  put_nibbles(block + 6, codes);
}
void encode_q5_1(const float* values, Byte* block) {
  int codes[kElements];
  make_codes_from_least(values, /*highest=*/31, block, block + 2, codes);
  put_fifth_bits(block + 4, codes);
  put_nibbles(block + 8, codes);
}

void encode_q8_0(const float* values, Byte* block) {
  const float scale = put_half(block, std::fabs(farthest_of(values, kElements)) / 127);
  for (int i = 0; i < kElements; ++i) block[2 + i] = static_cast<Byte>(code_for(values[i], scale, -127, 127));
}

/// Gives the same result as quantize() on the GPU: codes are computed with the scale before it is rounded to f16,
/// ties are rounded away from zero, and the sum is that of the floats. Rounding a subnormal scale to nearest would
/// lose too much precision. It is rounded up, so that the element with the largest magnitude needs no clamping.
void encode_q8_1(const float* values, Byte* block) {
  constexpr float kLeastNormal = 0x1p-14f, kSubnormalsInOne = 0x1p24f;
  float scale = std::fabs(farthest_of(values, kElements)) / 127;
  if (scale < kLeastNormal) scale = std::ceil(scale * kSubnormalsInOne) / kSubnormalsInOne;
  put_half(block, scale);
  float sum = 0;
  for (int i = 0; i < kElements; ++i) {
    const float quotient = scale == 0 ? 0 : values[i] / scale;
    block[4 + i] = static_cast<Byte>(static_cast<int>(std::round(std::clamp(quotient, -127.0f, 127.0f))));
    sum += values[i];
  }
  put_half(block + 2, sum);
}

constexpr int kNone = -1;
/// The offsets of two f16 values in a block: `scale` is the offset of the value that multiplies all elements; `min` is
/// the offset of the minimum, or of the value that multiplies all minimums. It is kNone if the format has no minimums.
struct Halves {
  int scale;
  int min;
};
constexpr Halves halves_of(QuantizedFormat format) {
  switch (format) {
    case QuantizedFormat::q4_1:
    case QuantizedFormat::q5_1:
    case QuantizedFormat::q4_K:
    case QuantizedFormat::q5_K:
      return {0, 2};
    case QuantizedFormat::q2_K:
      return {80, 82};
    case QuantizedFormat::q3_K:
      return {108, kNone};
    case QuantizedFormat::q6_K:
      return {208, kNone};
    default:
      return {0, kNone};
  }
}

}  // namespace

EncodeBlock encoder_of(QuantizedFormat format) {
  switch (format) {
    case QuantizedFormat::q4_0:
      return encode_q4_0;
    case QuantizedFormat::q4_1:
      return encode_q4_1;
    case QuantizedFormat::q5_0:
      return encode_q5_0;
    case QuantizedFormat::q5_1:
      return encode_q5_1;
    case QuantizedFormat::q8_0:
      return encode_q8_0;
    case QuantizedFormat::q8_1:
      return encode_q8_1;
    default:
      return superblock_encoder_of(format);
  }
}

bool scales_are_finite(QuantizedFormat format, const std::uint8_t* block) {
  if (format == QuantizedFormat::q8_K) return true;  // the scale is a float, which does not overflow
  const auto halves = halves_of(format);
  return std::isfinite(half_at(block + halves.scale)) &&
         (halves.min == kNone || std::isfinite(half_at(block + halves.min)));
}

void encode_nan(QuantizedFormat format, std::uint8_t* block) {
  std::memset(block, 0, block_bytes(format));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  if (format == QuantizedFormat::q8_K) {
    std::memcpy(block, &nan, sizeof nan);
    return;
  }
  put_half(block + halves_of(format).scale, nan);
  if (format == QuantizedFormat::q8_1) put_half(block + 2, nan);
}

}  // namespace rocm_bindgen::ops
