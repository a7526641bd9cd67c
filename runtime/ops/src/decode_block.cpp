// Dequantization of one block of each format. The blocks have GGML's layout: docs/quantized.md has the formulas and the
// bytes, and encode_block.cpp and encode_superblock.cpp write the same blocks.
#include <cstring>

#include "block_codec.hpp"

namespace rocm_bindgen::ops {
namespace {

using Byte = std::uint8_t;

int bit(const Byte* at, int n) {
  return at[n / 8] >> (n % 8) & 1;
}

void decode_q4_0(const Byte* block, float* values) {
  const float scale = half_at(block);
  for (int j = 0; j < 16; ++j) {
    const int both = block[2 + j];
    values[j] = scale * static_cast<float>((both & 15) - 8);
    values[j + 16] = scale * static_cast<float>((both >> 4) - 8);
  }
}

void decode_q4_1(const Byte* block, float* values) {
  const float scale = half_at(block);
  const float min = half_at(block + 2);
  for (int j = 0; j < 16; ++j) {
    const int both = block[4 + j];
    values[j] = scale * static_cast<float>(both & 15) + min;
    values[j + 16] = scale * static_cast<float>(both >> 4) + min;
  }
}

void decode_q5_0(const Byte* block, float* values) {
  const float scale = half_at(block);
  for (int j = 0; j < 16; ++j) {
    const int both = block[6 + j];
    values[j] = scale * static_cast<float>((both & 15) + 16 * bit(block + 2, j) - 16);
    values[j + 16] = scale * static_cast<float>((both >> 4) + 16 * bit(block + 2, j + 16) - 16);
  }
}

void decode_q5_1(const Byte* block, float* values) {
  const float scale = half_at(block);
  const float min = half_at(block + 2);
  for (int j = 0; j < 16; ++j) {
    const int both = block[8 + j];
    values[j] = scale * static_cast<float>((both & 15) + 16 * bit(block + 4, j)) + min;
    values[j + 16] = scale * static_cast<float>((both >> 4) + 16 * bit(block + 4, j + 16)) + min;
  }
}

void decode_bytes(float scale, const Byte* codes, int count, float* values) {
  for (int e = 0; e < count; ++e) values[e] = scale * static_cast<float>(static_cast<std::int8_t>(codes[e]));
}

void decode_q8_0(const Byte* block, float* values) {
  decode_bytes(half_at(block), block + 2, 32, values);
}
void decode_q8_1(const Byte* block, float* values) {
  decode_bytes(half_at(block), block + 4, 32, values);
}
void decode_q8_k(const Byte* block, float* values) {
  float scale = 0;
  std::memcpy(&scale, block, sizeof scale);
  decode_bytes(scale, block + 4, 256, values);
}

/// Two bits of an element of a block of 256. Each byte has the bits of four elements that are 32 apart: 32 bytes for
/// each half of the block.
int low_bits(const Byte* at, int e) {
  return at[e / 128 * 32 + e % 32] >> (e % 128 / 32 * 2) & 3;
}

void decode_q2_k(const Byte* block, float* values) {
  const float d = half_at(block + 80);
  const float dmin = half_at(block + 82);
  for (int e = 0; e < 256; ++e) {
    const int both = block[e / 16];
    const float scale = d * static_cast<float>(both & 15);
    const float min = dmin * static_cast<float>(both >> 4);
    values[e] = scale * static_cast<float>(low_bits(block + 16, e)) - min;
  }
}

/// A 6-bit scale, which is stored plus 32: its low four bits and its high two bits are in different bytes.
int scale_of_q3_k(const Byte* scales, int part) {
  const int low = scales[part % 8] >> (part / 8 * 4) & 15;
  const int high = scales[8 + part % 4] >> (part / 4 * 2) & 3;
  return (low | high << 4) - 32;
}

void decode_q3_k(const Byte* block, float* values) {
  const float d = half_at(block + 108);
  for (int e = 0; e < 256; ++e) {
    const float scale = d * static_cast<float>(scale_of_q3_k(block + 96, e / 16));
    const int third_bit = block[e % 32] >> (e / 32) & 1;
    values[e] = scale * static_cast<float>(low_bits(block + 32, e) + 4 * third_bit - 4);
  }
}

struct ScaleAndMin {
  int scale;
  int min;
};

/// Reads the 6-bit scale and minimum of a part, which put_eighths() in encode_superblock.cpp packs.
ScaleAndMin subblock_scale(const Byte* scales, int part) {
  if (part < 4) return {scales[part] & 63, scales[part + 4] & 63};
  return {(scales[part + 4] & 15) | scales[part - 4] >> 6 << 4, scales[part + 4] >> 4 | scales[part] >> 6 << 4};
}

/// Decodes a block of eight parts of 32 elements, each with a scale and a minimum. `fifth_bits` is the address of 32
/// bytes with bit 4 of each code, one bit per part, or null.
void decode_eighths(const Byte* block, const Byte* fifth_bits, const Byte* nibbles, float* values) {
  const float d = half_at(block);
  const float dmin = half_at(block + 2);
  for (int e = 0; e < 256; ++e) {
    const int part = e / 32;
    const auto [scale, min] = subblock_scale(block + 4, part);
    int code = nibbles[part / 2 * 32 + e % 32] >> (part % 2 * 4) & 15;
    if (fifth_bits != nullptr) code |= (fifth_bits[e % 32] >> part & 1) << 4;
    values[e] = d * static_cast<float>(scale) * static_cast<float>(code) - dmin * static_cast<float>(min);
  }
}

void decode_q4_k(const Byte* block, float* values) {
  decode_eighths(block, nullptr, block + 16, values);
}
void decode_q5_k(const Byte* block, float* values) {
  decode_eighths(block, block + 16, block + 48, values);
}

void decode_q6_k(const Byte* block, float* values) {
  const float d = half_at(block + 208);
  for (int e = 0; e < 256; ++e) {
    const int quarter = e % 128 / 32;
    const int low = block[e / 128 * 64 + quarter % 2 * 32 + e % 32] >> (quarter / 2 * 4) & 15;
    const float scale = d * static_cast<float>(static_cast<std::int8_t>(block[192 + e / 16]));
    values[e] = scale * static_cast<float>((low | low_bits(block + 128, e) << 4) - 32);
  }
}

}  // namespace

DecodeBlock decoder_of(QuantizedFormat format) {
  constexpr DecodeBlock decoders[] = {decode_q4_0, decode_q4_1, decode_q5_0, decode_q5_1, decode_q8_0, decode_q8_1,
                                      decode_q2_k, decode_q3_k, decode_q4_k, decode_q5_k, decode_q6_k, decode_q8_k};
  return decoders[static_cast<std::size_t>(format)];
}

}  // namespace rocm_bindgen::ops
