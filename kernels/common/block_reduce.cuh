// Combines one value per thread of a block into one result, in a fixed order, so that it has the same bits each time.
// Used by reductions, softmax, norms and products with vectors; group_sort.cuh uses kGroup.
//
// The threads of a group combine their values by shuffles. Then each thread combines the groups' partial results from
// shared memory, in order. The groups have 32 threads on every target, so the order does not depend on the warp size.
// All threads of the block must make the same calls, because each call has two barriers.
#pragma once

#include <cuda_runtime.h>
#include <stdint.h>

#include "thread_grid.cuh"

// The threads of a group exchange values without memory. A warp of 64 threads counts as two groups here.
constexpr uint32_t kGroup = 32;
constexpr uint32_t kMaxGroups = kMaxBlockThreads / kGroup;

template <class V>
struct Shuffle {
  __device__ __forceinline__ static V down(uint32_t mask, V value, uint32_t distance) {
    return __shfl_down_sync(mask, value, distance, kGroup);
  }
};

// `combine(a, b)` receives the earlier value first. All threads of the block must take part, whatever their number is,
// and all get the result.
template <class V, class Combine>
struct BlockReduce {
  ThreadGrid grid;
  Combine combine;

  __device__ __forceinline__ V operator()(V value) const {
    const uint32_t groups = (grid.block_threads + kGroup - 1) / kGroup;
    const uint32_t group = grid.block_thread / kGroup;
    const uint32_t remaining = grid.block_threads - group * kGroup;
    value = in_group(value, remaining < kGroup ? remaining : kGroup);
    __shared__ V partial[kMaxGroups];
    // Waits until all threads have read the partial results of an earlier call.
    __syncthreads();
    if (grid.block_thread % kGroup == 0) partial[group] = value;
    __syncthreads();
    V all = partial[0];
#pragma unroll 1
    for (uint32_t g = 1; g < groups; ++g) all = combine(all, partial[g]);
    return all;
  }

 private:
  // Returns the group's combined value to its first thread; `members` threads of the group exist.
  __device__ __forceinline__ V in_group(V value, uint32_t members) const {
    const uint32_t mask = members == kGroup ? ~0u : (1u << members) - 1;
    const uint32_t index = grid.block_thread % kGroup;
#pragma unroll
    for (uint32_t distance = 1; distance < kGroup; distance *= 2) {
      const V other = Shuffle<V>::down(mask, value, distance);
      if (index % (2 * distance) == 0 && index + distance < members) value = combine(value, other);
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
