// Decodes GGML's quantized blocks element by element from the formats' definitions alone (docs/quantized.md, which has
// the offsets of all fields), slowly and without code of the kernels; and creates blocks to test with.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "random_values.hpp"
#include "reference.hpp"

namespace quantized {

using reference::Real;
using Bytes = std::vector<uint8_t>;

inline Real half_at(const uint8_t* at) {
  return reference::kHalf.value(at[0] | at[1] << 8);
}
inline void set_half(uint8_t* at, Real value) {
  const int code = reference::kHalf.nearest(value);
  at[0] = static_cast<uint8_t>(code);
  at[1] = static_cast<uint8_t>(code >> 8);
}

// An element is scale * code + offset; its code was stored with `bias` added.
struct Element {
  Real scale;
  int code;
  int bias;
  bool has_offset;
  Real offset;

  Real value() const { return has_offset ? scale * code + offset : scale * code; }
};

struct Format {
  const char* name;
  size_t elements;             // of a block
  size_t bytes;                // of a block
  std::vector<size_t> halves;  // offsets of the block's half-precision scales; empty if its scale is a float
  Element (*element)(const uint8_t* block, size_t e);

  Real value(const uint8_t* blocks, size_t e) const {
    return element(blocks + e / elements * bytes, e % elements).value();
  }
};

inline int bit(const uint8_t* at, size_t n) {
  return at[n / 8] >> (n % 8) & 1;
}
inline int nibble(uint8_t byte, bool high) {
  return high ? byte >> 4 : byte & 15;
}
inline int two_bits(uint8_t byte, size_t n) {
  return byte >> (2 * n) & 3;
}

// The functions below return element `e` of the block `b`. `s` is the index of the element's group in the block; the
// elements of a group have the same scale.
inline Element q4_0(const uint8_t* b, size_t e) {
  return {half_at(b), nibble(b[2 + e % 16], e >= 16) - 8, 8, false, 0};
}
inline Element q4_1(const uint8_t* b, size_t e) {
  return {half_at(b), nibble(b[4 + e % 16], e >= 16), 0, true, half_at(b + 2)};
}
inline Element q5_0(const uint8_t* b, size_t e) {
  return {half_at(b), (nibble(b[6 + e % 16], e >= 16) | bit(b + 2, e) << 4) - 16, 16, false, 0};
}
inline Element q5_1(const uint8_t* b, size_t e) {
  return {half_at(b), nibble(b[8 + e % 16], e >= 16) | bit(b + 4, e) << 4, 0, true, half_at(b + 2)};
}
inline Element q8_0(const uint8_t* b, size_t e) {
  return {half_at(b), static_cast<int8_t>(b[2 + e]), 0, false, 0};
}
inline Element q8_1(const uint8_t* b, size_t e) {
  return {half_at(b), static_cast<int8_t>(b[4 + e]), 0, false, 0};
}
inline Element q8_k(const uint8_t* b, size_t e) {
  float scale = 0;
  std::memcpy(&scale, b, sizeof scale);
  return {scale, static_cast<int8_t>(b[4 + e]), 0, false, 0};
}
inline Element q2_k(const uint8_t* b, size_t e) {
  const uint8_t both = b[e / 16];
  const int code = two_bits(b[16 + e / 128 * 32 + e % 32], e % 128 / 32);
  return {half_at(b + 80) * (both & 15), code, 0, true, -(half_at(b + 82) * (both >> 4))};
}
inline Element q3_k(const uint8_t* b, size_t e) {
  const size_t s = e / 16;
  const uint8_t* const scales = b + 96;
  const int low = s < 8 ? scales[s] & 15 : scales[s - 8] >> 4;
  const int high = two_bits(scales[8 + s % 4], s / 4);
  const int code = two_bits(b[32 + e / 128 * 32 + e % 32], e % 128 / 32) - (bit(b + e % 32, e / 32) != 0 ? 0 : 4);
  return {half_at(b + 108) * ((low | high << 4) - 32), code, 4, false, 0};
}
// Q4_K and Q5_K: the block has eight groups of 32 elements. Six bits of scale and six of minimum for each group are
// packed into 12 bytes.
inline Element with_group_scale(const uint8_t* b, size_t s, int code) {
  const uint8_t* const scales = b + 4;
  int scale = scales[s] & 63;
  int min = scales[s + 4] & 63;
  if (s >= 4) {
    scale = (scales[s + 4] & 15) | scales[s - 4] >> 6 << 4;
    min = scales[s + 4] >> 4 | scales[s] >> 6 << 4;
  }
  return {half_at(b) * scale, code, 0, true, -(half_at(b + 2) * min)};
}
inline Element q4_k(const uint8_t* b, size_t e) {
  const size_t s = e / 32;
  return with_group_scale(b, s, nibble(b[16 + s / 2 * 32 + e % 32], s % 2 == 1));
}
inline Element q5_k(const uint8_t* b, size_t e) {
  const size_t s = e / 32;
  return with_group_scale(b, s, nibble(b[48 + s / 2 * 32 + e % 32], s % 2 == 1) | (b[16 + e % 32] >> s & 1) << 4);
}
inline Element q6_k(const uint8_t* b, size_t e) {
  const size_t n = e / 128;
  const size_t j = e % 128 / 32;
  const int low = nibble(b[64 * n + 32 * (j % 2) + e % 32], j >= 2);
  const int code = (low | two_bits(b[128 + 32 * n + e % 32], j) << 4) - 32;
  return {half_at(b + 208) * static_cast<int8_t>(b[192 + e / 16]), code, 32, false, 0};
}

const Format kQ4_0{"q4_0", 32, 18, {0}, q4_0};
const Format kQ4_1{"q4_1", 32, 20, {0, 2}, q4_1};
const Format kQ5_0{"q5_0", 32, 22, {0}, q5_0};
const Format kQ5_1{"q5_1", 32, 24, {0, 2}, q5_1};
const Format kQ8_0{"q8_0", 32, 34, {0}, q8_0};
const Format kQ8_1{"q8_1", 32, 36, {0, 2}, q8_1};
const Format kQ2_K{"q2_K", 256, 84, {80, 82}, q2_k};
const Format kQ3_K{"q3_K", 256, 110, {108}, q3_k};
const Format kQ4_K{"q4_K", 256, 144, {0, 2}, q4_k};
const Format kQ5_K{"q5_K", 256, 176, {0, 2}, q5_k};
const Format kQ6_K{"q6_K", 256, 210, {208}, q6_k};
const Format kQ8_K{"q8_K", 256, 292, {}, q8_k};

// Random codes, with scales from 1/64 to 1/16 of both signs.
inline Bytes random_blocks(const Format& format, size_t count, uint64_t seed) {
  host::Random random(seed);
  Bytes blocks(count * format.bytes);
  for (uint8_t& byte : blocks) byte = static_cast<uint8_t>(random.next());
  for (size_t b = 0; b < count; ++b) {
    uint8_t* const block = blocks.data() + b * format.bytes;
    const auto scale = [&] {
      const Real magnitude = static_cast<Real>(16 + random.below(48)) / 1024;
      return random.below(4) == 0 ? -magnitude : magnitude;
    };
    for (const size_t at : format.halves) set_half(block + at, scale());
    if (format.halves.empty()) {
      const auto d = static_cast<float>(scale());
      std::memcpy(block, &d, sizeof d);
    }
  }
  return blocks;
}

// Creates a Q8_1 block of 32 floats as GGML's kernels do: the scale in float, codes from it, and the sum of the floats.
inline void quantize_q8_1(const float* from, uint8_t* block) {
  float largest = 0;
  Real sum = 0;
  for (size_t i = 0; i < 32; ++i) {
    if (std::fabs(from[i]) > largest) largest = std::fabs(from[i]);
    sum += from[i];
  }
  const float scale = largest / 127;
  set_half(block, scale);
  set_half(block + 2, sum);
  for (size_t i = 0; i < 32; ++i) {
    const float quotient = scale == 0 ? 0 : from[i] / scale;
    const float code = std::isnan(quotient) ? 0 : std::round(std::clamp(quotient, -127.0f, 127.0f));
    block[4 + i] = static_cast<uint8_t>(static_cast<int>(code));
  }
}

}  // namespace quantized
