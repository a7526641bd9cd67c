// Blocks of quantized elements in GGML's layout: small codes, and a scale for a whole block or for each part of it. An
// element is scale * (code - bias) + offset. docs/quantized.md has the formulas and the bytes of each block. Used by
// dequantize.cuh and quantized_products.cuh.
#pragma once

#include "block_bytes.cuh"

// The scale and the offset that all elements of a part have.
struct PartScale {
  float scale;
  float offset;  // 0 for formats without offsets
};

// Shifts the word down by `shift` and masks each byte with `bits`.
__device__ __forceinline__ uint32_t bits_of_bytes(uint32_t word, uint32_t shift, uint32_t bits) {
  return word >> shift & bits * 0x01010101u;
}
// Moves bits 0 to 3 to the lowest bits of four bytes. The factor adds copies that are shifted by 0, 7, 14 and 21, which
// puts bit i at 8 * i.
__device__ __forceinline__ uint32_t spread_bits(uint32_t bits) {
  return (bits & 15) * 0x00204081u & 0x01010101u;
}
// Returns four codes below 128, each minus `bias`, as signed bytes. The highest bit of each byte is set during the
// subtraction, so that no byte borrows from the next.
__device__ __forceinline__ uint32_t subtract_bias(uint32_t codes, uint32_t bias) {
  return ((codes | 0x80808080u) - bias * 0x01010101u) ^ 0x80808080u;
}

// A format has these members:
//   kElements, kBytes   size of a block
//   kPart               number of neighbouring elements with the same scale and offset
//   kBias               what is subtracted from codes; 0 for signed codes
//   kHasOffset          whether there are offsets
//   kPairDistance       distance of elements that share bytes, or at least a scale
//   codes(block, w)     codes of the elements 4w to 4w+3, one per byte
//   scale(block, part)  scale and offset of a part
// A block is any type for which block_bytes.cuh or ops/staged_block.cuh reads bytes.

// Returns the codes of word `w` in a block of 32 nibbles, whose 16 bytes begin at `from`. The low nibbles are elements
// 0 to 15, and the high nibbles are elements 16 to 31.
template <int kAlign, class Block>
__device__ __forceinline__ uint32_t nibbles_of_32(Block block, uint32_t from, uint32_t w) {
  return bits_of_bytes(word_at<kAlign>(block, from + w % 4 * 4), w / 4 * 4, 15);
}

struct Q4_0 {
  static constexpr uint32_t kElements = 32;
  static constexpr uint32_t kBytes = 18;
  static constexpr uint32_t kPart = 32;
  static constexpr uint32_t kBias = 8;
  static constexpr uint32_t kPairDistance = 16;
  static constexpr bool kHasOffset = false;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    return nibbles_of_32<2>(block, 2, w);
  }
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t) {
    return {half_at(block, 0), 0};
  }
};

struct Q4_1 {
  static constexpr uint32_t kElements = 32;
  static constexpr uint32_t kBytes = 20;
  static constexpr uint32_t kPart = 32;
  static constexpr uint32_t kBias = 0;
  static constexpr uint32_t kPairDistance = 16;
  static constexpr bool kHasOffset = true;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    return nibbles_of_32<4>(block, 4, w);
  }
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t) {
    return {half_at(block, 0), half_at(block, 2)};
  }
};

struct Q5_0 {
  static constexpr uint32_t kElements = 32;
  static constexpr uint32_t kBytes = 22;
  static constexpr uint32_t kPart = 32;
  static constexpr uint32_t kBias = 16;
  static constexpr uint32_t kPairDistance = 16;
  static constexpr bool kHasOffset = false;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    return nibbles_of_32<2>(block, 6, w) | spread_bits(word_at<2>(block, 2) >> (4 * w)) << 4;
  }
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t) {
    return {half_at(block, 0), 0};
  }
};

struct Q5_1 {
  static constexpr uint32_t kElements = 32;
  static constexpr uint32_t kBytes = 24;
  static constexpr uint32_t kPart = 32;
  static constexpr uint32_t kBias = 0;
  static constexpr uint32_t kPairDistance = 16;
  static constexpr bool kHasOffset = true;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    return nibbles_of_32<4>(block, 8, w) | spread_bits(word_at<4>(block, 4) >> (4 * w)) << 4;
  }
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t) {
    return {half_at(block, 0), half_at(block, 2)};
  }
};

struct Q8_0 {
  static constexpr uint32_t kElements = 32;
  static constexpr uint32_t kBytes = 34;
  static constexpr uint32_t kPart = 32;
  static constexpr uint32_t kBias = 0;
  static constexpr uint32_t kPairDistance = 16;
  static constexpr bool kHasOffset = false;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    return word_at<2>(block, 2 + 4 * w);
  }
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t) {
    return {half_at(block, 0), 0};
  }
};

// Bytes 2 and 3 contain the sum of the block, which elements do not depend on.
struct Q8_1 {
  static constexpr uint32_t kElements = 32;
  static constexpr uint32_t kBytes = 36;
  static constexpr uint32_t kPart = 32;
  static constexpr uint32_t kBias = 0;
  static constexpr uint32_t kPairDistance = 16;
  static constexpr bool kHasOffset = false;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    return word_at<4>(block, 4 + 4 * w);
  }
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t) {
    return {half_at(block, 0), 0};
  }
};

struct Q8_K {
  static constexpr uint32_t kElements = 256;
  static constexpr uint32_t kBytes = 292;
  static constexpr uint32_t kPart = 256;
  static constexpr uint32_t kBias = 0;
  static constexpr uint32_t kPairDistance = 16;
  static constexpr bool kHasOffset = false;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    return word_at<4>(block, 4 + 4 * w);
  }
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t) {
    return {bit_cast<float>(word_at<4>(block, 0)), 0};
  }
};

// The position of word w in a block of 256 elements whose codes are in 32 bytes for each half of the block: the half,
// the quarter of that half, and the first of the 32 bytes that the word uses.
struct WordPosition {
  uint32_t half;
  uint32_t quarter;
  uint32_t byte;

  __device__ __forceinline__ explicit WordPosition(uint32_t w) : half(w / 32), quarter(w / 8 % 4), byte(w % 8 * 4) {}
  // Returns the two bits of these elements, from the 64 bytes from `from` on.
  template <int kAlign, class Block>
  __device__ __forceinline__ uint32_t two_bits(Block block, uint32_t from) const {
    return bits_of_bytes(word_at<kAlign>(block, from + 32 * half + byte), 2 * quarter, 3);
  }
};

struct Q2_K {
  static constexpr uint32_t kElements = 256;
  static constexpr uint32_t kBytes = 84;
  static constexpr uint32_t kPart = 16;
  static constexpr uint32_t kBias = 0;
  static constexpr uint32_t kPairDistance = 32;
  static constexpr bool kHasOffset = true;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    return WordPosition(w).two_bits<4>(block, 16);
  }
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t part) {
    const uint32_t both = byte_at(block, part);  // the scale and the offset, four bits each
    return {half_at(block, 80) * static_cast<float>(both & 15), -(half_at(block, 82) * static_cast<float>(both >> 4))};
  }
};

struct Q3_K {
  static constexpr uint32_t kElements = 256;
  static constexpr uint32_t kBytes = 110;
  static constexpr uint32_t kPart = 16;
  static constexpr uint32_t kBias = 4;
  static constexpr uint32_t kPairDistance = 32;
  static constexpr bool kHasOffset = false;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    const WordPosition position(w);
    const uint32_t third_bits =
        bits_of_bytes(word_at<2>(block, position.byte), 4 * position.half + position.quarter, 1);
    return position.two_bits<2>(block, 32) | third_bits << 2;
  }
  // Each scale has six bits: four are in eight bytes, the other two in four more. The stored number is the scale
  // plus 32.
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t part) {
    const uint32_t low = byte_at(block, 96 + part % 8) >> (part / 8 * 4) & 15;
    const uint32_t high = byte_at(block, 104 + part % 4) >> (part / 4 * 2) & 3;
    return {half_at(block, 108) * static_cast<float>(static_cast<int>(low | high << 4) - 32), 0};
  }
};

// The fields that one of the eight parts of a Q4_K or Q5_K block needs. `scale` is the factor of all scales, `offset`
// the factor of all offsets. The scale and the offset of a part have six bits each. For the first four parts, they are
// the low six bits of `first` and `second`. For the other four, their low four bits are the two halves of `third`, and
// their upper two bits are those of `first` and `second`.
struct SubblockScale {
  float scale;
  float offset;
  uint32_t first;
  uint32_t second;
  uint32_t third;
};
template <class Block>
__device__ __forceinline__ SubblockScale subblock_bytes(Block block, uint32_t part) {
  return {half_at(block, 0), half_at(block, 2), byte_at(block, part % 4 + 4), byte_at(block, part % 4 + 8),
          byte_at(block, part % 4 + 12)};
}
// Reads the same fields in one access.
__device__ __forceinline__ SubblockScale subblock_bytes(AlignedBlock block, uint32_t part) {
  const Pack<uint32_t, 4> head = block.first_words();
  const uint32_t shift = part % 4 * 8;
  return {half_of(head.words[0]), half_of(head.words[0] >> 16), head.words[1] >> shift & 255,
          head.words[2] >> shift & 255, head.words[3] >> shift & 255};
}
template <class Block>
__device__ __forceinline__ PartScale subblock_scale(Block block, uint32_t part) {
  const SubblockScale bytes = subblock_bytes(block, part);
  const uint32_t scale = part < 4 ? bytes.first & 63 : (bytes.third & 15) | bytes.first >> 6 << 4;
  const uint32_t offset = part < 4 ? bytes.second & 63 : bytes.third >> 4 | bytes.second >> 6 << 4;
  return {bytes.scale * static_cast<float>(scale), -(bytes.offset * static_cast<float>(offset))};
}
// In 32 bytes, the low nibbles belong to one part, and the high nibbles to the next.
template <class Block>
__device__ __forceinline__ uint32_t subblock_nibbles(Block block, uint32_t from, uint32_t w) {
  return bits_of_bytes(word_at<4>(block, from + w / 16 * 32 + w % 8 * 4), w / 8 % 2 * 4, 15);
}

struct Q4_K {
  static constexpr uint32_t kElements = 256;
  static constexpr uint32_t kBytes = 144;
  static constexpr uint32_t kPart = 32;
  static constexpr uint32_t kBias = 0;
  static constexpr uint32_t kPairDistance = 32;
  static constexpr bool kHasOffset = true;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    return subblock_nibbles(block, 16, w);
  }
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t part) {
    return subblock_scale(block, part);
  }
};

struct Q5_K {
  static constexpr uint32_t kElements = 256;
  static constexpr uint32_t kBytes = 176;
  static constexpr uint32_t kPart = 32;
  static constexpr uint32_t kBias = 0;
  static constexpr uint32_t kPairDistance = 32;
  static constexpr bool kHasOffset = true;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    const uint32_t fifth_bits = bits_of_bytes(word_at<4>(block, 16 + w % 8 * 4), w / 8, 1);
    return subblock_nibbles(block, 48, w) | fifth_bits << 4;
  }
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t part) {
    return subblock_scale(block, part);
  }
};

struct Q6_K {
  static constexpr uint32_t kElements = 256;
  static constexpr uint32_t kBytes = 210;
  static constexpr uint32_t kPart = 16;
  static constexpr uint32_t kBias = 32;
  static constexpr uint32_t kPairDistance = 64;
  static constexpr bool kHasOffset = false;

  template <class Block>
  __device__ __forceinline__ static uint32_t codes(Block block, uint32_t w) {
    const WordPosition position(w);
    const uint32_t low = word_at<2>(block, 64 * position.half + 32 * (position.quarter % 2) + position.byte);
    return bits_of_bytes(low, position.quarter / 2 * 4, 15) | position.two_bits<2>(block, 128) << 4;
  }
  template <class Block>
  __device__ __forceinline__ static PartScale scale(Block block, uint32_t part) {
    const int scale = static_cast<int8_t>(byte_at(block, 192 + part));
    return {half_at(block, 208) * static_cast<float>(scale), 0};
  }
};

template <class Format, class Block>
__device__ __forceinline__ uint32_t signed_codes(Block block, uint32_t w) {
  const uint32_t codes = Format::codes(block, w);
  if constexpr (Format::kBias != 0) return subtract_bias(codes, Format::kBias);
  return codes;
}

// Returns code j of a word as a float. NVIDIA's conversions of bytes have an eighth of the rate of other instructions,
// so __byte_perm() puts code + 128 into the lowest byte of the float 2^23, and 2^23 + 128 is subtracted. The selector
// takes byte j of the codes, and the bytes 0x00, 0x00 and 0x4B of the float. AMD's conversions are as fast as other
// instructions.
__device__ __forceinline__ float code_of(uint32_t signed_codes, int j) {
#if defined(__CUDA_ARCH__) && !defined(__AMDGCN__)
  constexpr uint32_t kTwoTo23 = 0x4B000000u;
  const uint32_t sum = __byte_perm(signed_codes ^ 0x80808080u, kTwoTo23, 0x7440u + static_cast<uint32_t>(j));
  return __uint_as_float(sum) - (8388608.0f + 128.0f);
#else
  return static_cast<float>(static_cast<int8_t>(signed_codes >> (8 * j)));
#endif
}

// Returns the value of element j of a word. The product is exact, because the half, the scale and the code have at most
// 24 bits together, so a fused multiply-add rounds like a separate addition. The exception is Q8_K, which has no
// offset.
template <class Format>
__device__ __forceinline__ float value_of(uint32_t signed_codes, int j, const PartScale& part) {
  const float product = part.scale * code_of(signed_codes, j);
  if constexpr (Format::kHasOffset) return product + part.offset;
  return product;
}
