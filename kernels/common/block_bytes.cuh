// Reads the bytes of a quantized block in memory, where no bytes outside of the block may be read. The formats of
// quantized_formats.cuh use these functions; ops/staged_block.cuh provides the same functions for blocks in shared
// memory around which other bytes may be read.
#pragma once

#include "numeric.cuh"
#include "pack.cuh"

// kAlign is the alignment of a format's blocks in bytes. Blocks follow each other without gaps, so it is 4 if their
// size is a multiple of 4, and 2 otherwise.
__device__ __forceinline__ uint32_t byte_at(const uint8_t* block, uint32_t at) {
  return block[at];
}
__device__ __forceinline__ uint32_t short_at(const uint8_t* block, uint32_t at) {
  return *reinterpret_cast<const uint16_t*>(block + at);
}
template <int kAlign>
__device__ __forceinline__ uint32_t word_at(const uint8_t* block, uint32_t at) {
  if constexpr (kAlign >= 4) return *reinterpret_cast<const uint32_t*>(block + at);
  return short_at(block, at) | short_at(block, at + 2) << 16;
}
__device__ __forceinline__ float half_at(const uint8_t* block, uint32_t at) {
  return __half2float(*reinterpret_cast<const __half*>(block + at));
}
// Returns the half in the lower 16 bits of a word.
__device__ __forceinline__ float half_of(uint32_t word) {
  return __half2float(bit_cast<__half>(static_cast<uint16_t>(word)));
}

// A block that begins at a multiple of 16 bytes.
struct AlignedBlock {
  const uint8_t* bytes;

  __device__ __forceinline__ explicit AlignedBlock(const uint8_t* at)
      : bytes(static_cast<const uint8_t*>(__builtin_assume_aligned(at, kAccessBytes))) {}

  __device__ __forceinline__ Pack<uint32_t, 4> first_words() const {
    Pack<uint32_t, 4> first;
    first.load(reinterpret_cast<const uint32_t*>(bytes));
    return first;
  }
};
template <int kAlign>
__device__ __forceinline__ uint32_t word_at(AlignedBlock block, uint32_t at) {
  return word_at<kAlign>(block.bytes, at);
}
