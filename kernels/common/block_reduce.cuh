// One value out of one per thread of a block, in a fixed order: the same bits each time.
#pragma once

#include <cuda_runtime.h>
#include <stdint.h>

#include "thread_grid.cuh"

// Threads that exchange values without memory. Waves of 64 are two such groups, as far as this is concerned.
constexpr uint32_t kGroup = 32;
constexpr uint32_t kMostGroups = kMaxBlockThreads / kGroup;

template <class V>
struct Exchange {
  __device__ __forceinline__ static V down(uint32_t mask, V value, uint32_t distance) {
    return __shfl_down_sync(mask, value, distance, kGroup);
  }
};

// `combine(a, b)` takes what comes earlier first. All threads of the block take part, however many they are; all get
// the result.
template <class V, class Combine>
struct BlockReduce {
  ThreadGrid grid;
  Combine combine;

  __device__ __forceinline__ V operator()(V value) const {
    const uint32_t groups = (grid.block_threads + kGroup - 1) / kGroup;
    const uint32_t group = grid.lane / kGroup;
    const uint32_t last = grid.block_threads - group * kGroup;
    value = in_group(value, last < kGroup ? last : kGroup);
    __shared__ V partial[kMostGroups];
    // What an earlier call has left is read by then.
    __syncthreads();
    if (grid.lane % kGroup == 0) partial[group] = value;
    __syncthreads();
    V all = partial[0];
#pragma unroll 1
    for (uint32_t g = 1; g < groups; ++g) all = combine(all, partial[g]);
    return all;
  }

 private:
  // Of the first thread's group; `members` of it exist.
  __device__ __forceinline__ V in_group(V value, uint32_t members) const {
    const uint32_t mask = members == kGroup ? ~0u : (1u << members) - 1;
    const uint32_t place = grid.lane % kGroup;
#pragma unroll
    for (uint32_t distance = 1; distance < kGroup; distance *= 2) {
      const V other = Exchange<V>::down(mask, value, distance);
      if (place % (2 * distance) == 0 && place + distance < members) value = combine(value, other);
    }
    return value;
  }
};

template <class V, class Combine>
__device__ __forceinline__ V reduce_block(const ThreadGrid& grid, V value, Combine combine) {
  return BlockReduce<V, Combine>{grid, combine}(value);
}

struct Plus {
  template <class C>
  __device__ __forceinline__ C operator()(C a, C b) const {
    return a + b;
  }
};
