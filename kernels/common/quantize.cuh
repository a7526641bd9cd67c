// Converts rows of floats to Q8_1 blocks: 32 signed bytes, their scale, and the sum of the floats. Used by
// quantize_q8_1 (quantized.cu), one thread per block of 32 elements. Ops launch ops/cooperative_quantize.cuh instead,
// which treats values that are not finite, and subnormal scales, differently.
#pragma once

#include "numeric.cuh"
#include "quantized_products.cuh"
#include "thread_grid.cuh"

// Rounds to nearest, ties away from zero. A quotient that is NaN, as with an infinite scale, has the code 0. A scale of
// few bits (a subnormal) can make quotients beyond 127.
__device__ __forceinline__ uint32_t q8_code(float value, float scale) {
  const float quotient = scale == 0 ? 0 : value / scale;
  if (quotient != quotient) return 0;
  const float clamped = quotient > 127 ? 127 : quotient < -127 ? -127 : quotient;
  return static_cast<uint32_t>(static_cast<int>(roundf(clamped)));
}

template <class T>
struct QuantizeQ8_1 {
  const T* x;
  uint8_t* blocks;
  size_t columns;
  size_t padded;  // columns of the result, a multiple of 32; those beyond `columns` are zero

  // blockIdx.y selects the row; all threads with the same blockIdx.y share it.
  __device__ __forceinline__ void run() const {
    const ThreadGrid grid = this_thread_in_grid();
    const size_t layer = static_cast<size_t>(blockIdx.z) * gridDim.x + blockIdx.x;
    const size_t step = static_cast<size_t>(gridDim.z) * gridDim.x * grid.block_threads;
    const size_t in_row = padded / Q8Block::kElements;
    const T* const row = x + blockIdx.y * columns;
    uint8_t* const to = blocks + blockIdx.y * in_row * Q8Block::kBytes;
#pragma unroll 1
    for (size_t b = layer * grid.block_threads + grid.block_thread; b < in_row; b += step) {
      const size_t begin = b * Q8Block::kElements;
      quantize(row + begin, begin < columns ? columns - begin : 0, to + b * Q8Block::kBytes);
    }
  }

  // Quantizes the first `count` elements from `from` on, at most one block of them; the rest of the block is zero.
  __device__ __forceinline__ static void quantize(const T* from, size_t count, uint8_t* block) {
    float values[Q8Block::kElements];
    float largest = 0;
    float sum = 0;
#pragma unroll
    for (uint32_t i = 0; i < Q8Block::kElements; ++i) {
      values[i] = i < count ? Numeric<T>::widen(from[i]) : 0;
      // A NaN does not compare as larger than anything; it is visible in the sum.
      const float magnitude = fabsf(values[i]);
      largest = magnitude > largest ? magnitude : largest;
      sum += values[i];
    }
    const float scale = largest / 127;
    reinterpret_cast<__half*>(block)[0] = __float2half_rn(scale);
    reinterpret_cast<__half*>(block)[1] = __float2half_rn(sum);
    uint32_t* const words = reinterpret_cast<uint32_t*>(block + Q8Block::kCodesAt);
#pragma unroll
    for (uint32_t w = 0; w < Q8Block::kElements / 4; ++w) {
      uint32_t word = 0;
#pragma unroll
      for (uint32_t j = 0; j < 4; ++j) word |= (q8_code(values[4 * w + j], scale) & 255) << (8 * j);
      words[w] = word;
    }
  }
};
