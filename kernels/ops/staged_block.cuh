// Reads the bytes of a quantized block in shared memory, where the bytes around the block may be read, too. Used by
// staged_rows.cuh. common/block_bytes.cuh is the counterpart for blocks around which nothing may be read.
#pragma once

#include "../common/block_bytes.cuh"

// Words are read at aligned addresses and combined by shifts, so that neighbouring words share a read.
struct StagedBlock {
  const uint32_t* words;  // the word in which the block begins
  uint32_t shift;         // bits of that word before the block: 0 or 16

  // The block begins `at` bytes after an aligned address.
  __device__ __forceinline__ StagedBlock(const uint8_t* aligned, uint32_t at)
      : words(reinterpret_cast<const uint32_t*>(aligned + at / 4 * 4)), shift(at % 4 * 8) {}

  __device__ __forceinline__ const uint8_t* bytes() const {
    return reinterpret_cast<const uint8_t*>(words) + shift / 8;
  }
};

__device__ __forceinline__ uint32_t byte_at(StagedBlock block, uint32_t at) {
  return byte_at(block.bytes(), at);
}
template <int kAlign>
__device__ __forceinline__ uint32_t word_at(StagedBlock block, uint32_t at) {
  const uint8_t* const from = reinterpret_cast<const uint8_t*>(block.words) + at / 4 * 4;
  const uint32_t* const here = reinterpret_cast<const uint32_t*>(from);
  if constexpr (kAlign >= 4) return here[0];  // blocks aligned to 4 bytes have shift 0
  if (at % 4 == 0) return __funnelshift_r(here[0], here[1], block.shift);
  // `at` is 2 more than a multiple of 4. With shift 0, the wanted bytes begin in the middle of this word. With shift
  // 16, they are exactly the next word: 16 / 4 bytes later, and with 0 bits before them.
  const uint32_t* const next = reinterpret_cast<const uint32_t*>(from + block.shift / 4);
  return __funnelshift_r(next[0], next[1], block.shift ^ 16);
}
__device__ __forceinline__ float half_at(StagedBlock block, uint32_t at) {
  return half_at(block.bytes(), at);
}
