// Floats to Q8_1 blocks by several threads each: what ops multiply with. Unlike those of the ABI's kernel, blocks that
// are not finite have a scale and a sum that are NaN, and codes are made by the scale that is stored.
#pragma once

#include "../common/pack.cuh"
#include "../common/quantize.cuh"

// Whole blocks, by eight threads each: few blocks, as those of one vector are, then take no time to speak of.
template <class T>
struct QuantizeTogether {
  static constexpr uint32_t kThreads = 8;
  static constexpr uint32_t kOfThread = Q8Block::kElements / kThreads;

  // All threads of a wave take part; those whose block is another's do not write it.
  __device__ __forceinline__ static void quantize(const T* from, uint8_t* block, bool writes) {
    const uint32_t part = threadIdx.x % kThreads;
    float values[kOfThread];
    float largest = 0;
#pragma unroll
    for (uint32_t i = 0; i < kOfThread; ++i) {
      values[i] = Numeric<T>::widen(from[part * kOfThread + i]);
      const float magnitude = fabsf(values[i]);
      largest = magnitude > largest ? magnitude : largest;
    }
#pragma unroll
    for (uint32_t distance = 1; distance < kThreads; distance *= 2) {
      const float other = __shfl_xor_sync(~0u, largest, distance, kThreads);
      largest = other > largest ? other : largest;
    }
    // In the elements' order, as one thread would.
    float sum = 0;
#pragma unroll
    for (uint32_t i = 0; i < Q8Block::kElements; ++i)
      sum += __shfl_sync(~0u, values[i % kOfThread], i / kOfThread, kThreads);
    const float scale = storable(largest / 127, sum);
    uint32_t word = 0;
#pragma unroll
    for (uint32_t i = 0; i < kOfThread; ++i) word |= (q8_code(values[i], scale) & 255) << (8 * i);
    if (writes) reinterpret_cast<uint32_t*>(block + Q8Block::kCodesAt)[part] = word;
    if (!writes || part != 0) return;
    reinterpret_cast<__half*>(block)[0] = __float2half_rn(scale);
    reinterpret_cast<__half*>(block)[1] = __float2half_rn(scale == scale ? sum : scale);
  }

 private:
  // A scale that is NaN, normal as a half, or exact as one. NaN makes products of every format NaN, those without sums,
  // too; elements that are NaN are seen in the sum, since a NaN is not larger than anything.
  __device__ __forceinline__ static float storable(float scale, float sum) {
    constexpr float kLeastNormal = 0x1p-14f;
    constexpr float kSubnormalsInOne = 0x1p24f;
    // Also of infinities of both signs. 65520 is the least that becomes infinite.
    if (sum != sum || !(scale < 65520.0f)) return bits_as<float>(0x7fc00000u);
    return scale < kLeastNormal ? ceilf(scale * kSubnormalsInOne) / kSubnormalsInOne : scale;
  }
};
