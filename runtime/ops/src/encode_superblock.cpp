// Quantization of blocks of 256 elements. Each part of 16 or 32 elements has its own scale of a few bits, which is
// multiplied by a scale of the whole block. docs/quantized.md has the bytes of each block. As there, `d` is the scale
// of the whole block, and `dmin` that of its minimums.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "block_codec.hpp"
#include "fit_scale.hpp"

namespace rocm_bindgen::ops {
namespace {

using Byte = std::uint8_t;
constexpr int kElements = 256;

float scaled(float d, int code) {
  return d * static_cast<float>(code);
}

/// Computes signed scales of the parts, as codes from -scale_half to scale_half - 1 that are multiplied by an f16
/// value, which is stored at `d_at`; and the codes of the elements for these scales, from -half to half - 1.
template <int kPart>
void make_signed(const float* values, int half, int scale_half, Byte* d_at, int* scales, int* codes) {
  constexpr int kParts = kElements / kPart;
  float fitted[kParts];
  for (int p = 0; p < kParts; ++p) fitted[p] = fit_scale(values + p * kPart, kPart, half);
  float farthest = 0;
  for (const float scale : fitted)
    if (std::fabs(scale) > std::fabs(farthest)) farthest = scale;
  const float d = put_half(d_at, farthest / static_cast<float>(-scale_half));
  for (int p = 0; p < kParts; ++p) {
    scales[p] = code_for(fitted[p], d, -scale_half, scale_half - 1);
    for (int e = p * kPart; e < (p + 1) * kPart; ++e)
      codes[e] = code_for(values[e], scaled(d, scales[p]), -half, half - 1);
  }
}

/// Computes scales and minimums of the parts, as codes up to `highest_scale` that are multiplied by f16 values, which
/// are stored at `d_at` and `dmin_at`; and the codes of the elements, from 0 to `highest`.
template <int kPart>
void make_with_min(const float* values, int highest, int highest_scale, Byte* d_at, Byte* dmin_at, int* scales,
                   int* mins, int* codes) {
  constexpr int kParts = kElements / kPart;
  ScaleAndOffset fitted[kParts];
  float largest_scale = 0;
  float largest_min = 0;
  for (int p = 0; p < kParts; ++p) {
    fitted[p] = fit_scale_and_min(values + p * kPart, kPart, highest);
    largest_scale = std::max(largest_scale, fitted[p].scale);
    largest_min = std::max(largest_min, fitted[p].min);
  }
  const float d = put_half(d_at, largest_scale / static_cast<float>(highest_scale));
  const float dmin = put_half(dmin_at, largest_min / static_cast<float>(highest_scale));
  for (int p = 0; p < kParts; ++p) {
    scales[p] = code_for(fitted[p].scale, d, 0, highest_scale);
    mins[p] = code_for(fitted[p].min, dmin, 0, highest_scale);
    for (int e = p * kPart; e < (p + 1) * kPart; ++e)
      codes[e] = code_for(values[e] + scaled(dmin, mins[p]), scaled(d, scales[p]), 0, highest);
  }
}

/// Packs the bits `shift` and `shift` + 1 of each code. Each byte has the bits of four elements that are 32 apart: 32
/// bytes for each half of the block.
void put_two_bits(Byte* at, const int* codes, int shift) {
  for (int byte = 0; byte < 64; ++byte) {
    const int first = byte / 32 * 128 + byte % 32;
    int bits = 0;
    for (int quarter = 0; quarter < 4; ++quarter) bits |= (codes[first + 32 * quarter] >> shift & 3) << (2 * quarter);
    at[byte] = static_cast<Byte>(bits);
  }
}

void encode_q2_k(const float* values, Byte* block) {
  int scales[16], mins[16], codes[kElements];
  make_with_min<16>(values, /*highest=*/3, /*highest_scale=*/15, block + 80, block + 82, scales, mins, codes);
  for (int p = 0; p < 16; ++p) block[p] = static_cast<Byte>(scales[p] | mins[p] << 4);
  put_two_bits(block + 16, codes, 0);
}

void encode_q3_k(const float* values, Byte* block) {
  int scales[16], codes[kElements];
  make_signed<16>(values, /*half=*/4, /*scale_half=*/32, block + 108, scales, codes);
  // Codes are stored plus 4, so that they are not negative; scales, below, plus 32.
  std::memset(block, 0, 32);
  for (int e = 0; e < kElements; ++e) {
    codes[e] += 4;
    block[e % 32] = static_cast<Byte>(block[e % 32] | (codes[e] >> 2) << (e / 32));
  }
  put_two_bits(block + 32, codes, 0);
  Byte* const packed = block + 96;
  std::memset(packed, 0, 12);
  for (int p = 0; p < 16; ++p) {
    const int scale = scales[p] + 32;
    packed[p % 8] = static_cast<Byte>(packed[p % 8] | (scale & 15) << (p / 8 * 4));
    packed[8 + p % 4] = static_cast<Byte>(packed[8 + p % 4] | (scale >> 4) << (p / 4 * 2));
  }
}

/// Packs eight 6-bit scales and eight 6-bit minimums into 12 bytes. The bytes of scales and minimums 0 to 3 have the
/// upper two bits of scales and minimums 4 to 7 as their top two bits.
void put_eighths(Byte* at, const int* scales, const int* mins) {
  for (int p = 0; p < 4; ++p) {
    at[p] = static_cast<Byte>(scales[p] | (scales[p + 4] >> 4) << 6);
    at[p + 4] = static_cast<Byte>(mins[p] | (mins[p + 4] >> 4) << 6);
    at[p + 8] = static_cast<Byte>((scales[p + 4] & 15) | (mins[p + 4] & 15) << 4);
  }
}

/// Every 32 bytes have two parts of 32 elements: the first part in the low nibbles, the next one in the high nibbles.
void put_nibbles_of_eighths(Byte* at, const int* codes) {
  for (int byte = 0; byte < 128; ++byte) {
    const int first = byte / 32 * 64 + byte % 32;
    at[byte] = static_cast<Byte>((codes[first] & 15) | (codes[first + 32] & 15) << 4);
  }
}

void encode_q4_k(const float* values, Byte* block) {
  int scales[8], mins[8], codes[kElements];
  make_with_min<32>(values, /*highest=*/15, /*highest_scale=*/63, block, block + 2, scales, mins, codes);
  put_eighths(block + 4, scales, mins);
  put_nibbles_of_eighths(block + 16, codes);
}

void encode_q5_k(const float* values, Byte* block) {
  int scales[8], mins[8], codes[kElements];
  make_with_min<32>(values, /*highest=*/31, /*highest_scale=*/63, block, block + 2, scales, mins, codes);
  put_eighths(block + 4, scales, mins);
  std::memset(block + 16, 0, 32);
  for (int e = 0; e < kElements; ++e)
    block[16 + e % 32] = static_cast<Byte>(block[16 + e % 32] | (codes[e] >> 4) << (e / 32));
  put_nibbles_of_eighths(block + 48, codes);
}

void encode_q6_k(const float* values, Byte* block) {
  int scales[16], codes[kElements];
  make_signed<16>(values, /*half=*/32, /*scale_half=*/128, block + 208, scales, codes);
  for (int p = 0; p < 16; ++p) block[192 + p] = static_cast<Byte>(scales[p]);
  for (int& code : codes) code += 32;  // so that they are not negative
  // Every 64 bytes have the low four bits of 128 codes: the first 64 codes in the low nibbles, the others in the high
  // ones.
  for (int byte = 0; byte < 128; ++byte) {
    const int first = byte / 64 * 128 + byte % 64;
    block[byte] = static_cast<Byte>((codes[first] & 15) | (codes[first + 64] & 15) << 4);
  }
  put_two_bits(block + 128, codes, 4);
}

void encode_q8_k(const float* values, Byte* block) {
  float largest = 0;
  for (int e = 0; e < kElements; ++e) largest = std::max(largest, std::fabs(values[e]));
  const float scale = largest / 127;
  std::memcpy(block, &scale, sizeof scale);
  for (int part = 0; part < 16; ++part) {
    // The block also has the sum of every 16 codes, as a 16-bit integer.
    int sum = 0;
    for (int e = 16 * part; e < 16 * (part + 1); ++e) {
      const int code = code_for(values[e], scale, -127, 127);
      block[4 + e] = static_cast<Byte>(code);
      sum += code;
    }
    block[260 + 2 * part] = static_cast<Byte>(sum);
    block[261 + 2 * part] = static_cast<Byte>(sum >> 8);
  }
}

}  // namespace

EncodeBlock superblock_encoder_of(QuantizedFormat format) {
  switch (format) {
    case QuantizedFormat::q2_K:
      return encode_q2_k;
    case QuantizedFormat::q3_K:
      return encode_q3_k;
    case QuantizedFormat::q4_K:
      return encode_q4_k;
    case QuantizedFormat::q5_K:
      return encode_q5_k;
    case QuantizedFormat::q6_K:
      return encode_q6_k;
    default:
      return encode_q8_k;
  }
}

}  // namespace rocm_bindgen::ops
