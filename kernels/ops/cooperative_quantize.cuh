// Converts floats to Q8_1 blocks by several threads for each block; used by view_quantized.cu for the activations of
// ops' products. In contrast to the ABI's kernel (common/quantize.cuh), blocks that are not finite get a scale and a
// sum that are NaN, and a scale that would be a subnormal half is rounded up before the codes are computed with it.
#pragma once

#include "../common/pack.cuh"
#include "../common/quantize.cuh"

// Quantizes whole blocks, by eight threads each: a small number of blocks, like those of one vector, then takes
// negligible time.
template <class T>
struct CooperativeQuantize {
  static constexpr uint32_t kThreads = 8;
  static constexpr uint32_t kElementsPerThread = Q8Block::kElements / kThreads;

  // All threads of a warp must take part. Threads without a block of their own repeat another one, and `writes` is
  // false for them.
  __device__ __forceinline__ static void quantize(const T* from, uint8_t* block, bool writes) {
    const uint32_t part = threadIdx.x % kThreads;
    float values[kElementsPerThread];
    float largest = 0;
#pragma unroll
    for (uint32_t i = 0; i < kElementsPerThread; ++i) {
      values[i] = Numeric<T>::widen(from[part * kElementsPerThread + i]);
      const float magnitude = fabsf(values[i]);
      largest = magnitude > largest ? magnitude : largest;
    }
#pragma unroll
    for (uint32_t distance = 1; distance < kThreads; distance *= 2) {
      const float other = __shfl_xor_sync(~0u, largest, distance, kThreads);
      largest = other > largest ? other : largest;
    }
    // The sum is formed in the elements' order, as one thread would form it.
    float sum = 0;
#pragma unroll
    for (uint32_t i = 0; i < Q8Block::kElements; ++i)
      sum += __shfl_sync(~0u, values[i % kElementsPerThread], i / kElementsPerThread, kThreads);
    const float scale = storable_scale(largest / 127, sum);
    uint32_t word = 0;
#pragma unroll
    for (uint32_t i = 0; i < kElementsPerThread; ++i) word |= (q8_code(values[i], scale) & 255) << (8 * i);
    if (writes) reinterpret_cast<uint32_t*>(block + Q8Block::kCodesAt)[part] = word;
    if (!writes || part != 0) return;
    reinterpret_cast<__half*>(block)[0] = __float2half_rn(scale);
    reinterpret_cast<__half*>(block)[1] = __float2half_rn(scale == scale ? sum : scale);
  }

 private:
  // Returns a scale that is NaN, normal as a half, or exact as a half. A subnormal half is a multiple of 2^-24;
  // rounding up keeps quotients from exceeding 127. NaN makes products of every format NaN, even those without sums.
  // Elements that are NaN are visible in the sum, since a NaN does not compare as larger than anything.
  __device__ __forceinline__ static float storable_scale(float scale, float sum) {
    constexpr float kLeastNormal = 0x1p-14f;
    constexpr float kSubnormalsInOne = 0x1p24f;
    // The sum is also NaN for infinities of both signs. 65520 is the smallest value that becomes infinite as a half.
    if (sum != sum || !(scale < 65520.0f)) return bit_cast<float>(0x7fc00000u);
    return scale < kLeastNormal ? ceilf(scale * kSubnormalsInOne) / kSubnormalsInOne : scale;
  }
};
