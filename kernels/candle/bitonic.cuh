// The order of a row's elements, by a bitonic network over their indices; equal elements stay in their order.
//
// Every comparison of this form of the network puts the smaller element first. Places beyond the row hold, so to speak,
// elements larger than all others: they never move and so need neither memory nor comparisons, whatever the length.
#pragma once

#include "../common/thread_grid.cuh"
#include "sort_keys.cuh"

// Of rows that are no longer, the indices are kept in dynamic LDS, which the host provides; of others, in the result.
constexpr uint32_t kMostInLds = 8192;

alignas(kAccessBytes) extern __shared__ uint32_t indices[];

template <class T, bool kDescending>
struct BitonicSort {
  const T* row;
  uint32_t* order;
  uint32_t length;
  uint32_t padded;  // length, or the power of two above it
  uint32_t lane;
  uint32_t lanes;

  __device__ __forceinline__ void run() const {
    if (padded <= kMostInLds) {
      sort<true>();
    } else {
      sort<false>();
    }
  }

 private:
  // Decided at compile time: addresses that may be either kind of memory are slow.
  template <bool kInLds>
  __device__ __forceinline__ uint32_t& place(uint32_t i) const {
    if constexpr (kInLds) {
      return indices[i];
    } else {
      return order[i];
    }
  }

  template <bool kInLds>
  __device__ __forceinline__ void sort() const {
#pragma unroll 1
    for (uint32_t i = lane; i < length; i += lanes) place<kInLds>(i) = i;
    __syncthreads();
#pragma unroll 1
    for (uint32_t half = 1; half < padded; half *= 2) {
      // Two sorted halves, of which the second is read backwards; then ever closer neighbours.
      pass<kInLds>(half, 2 * half - 1);
#pragma unroll 1
      for (uint32_t distance = half / 2; distance != 0; distance /= 2) pass<kInLds>(distance, distance);
    }
    if constexpr (kInLds) {
#pragma unroll 1
      for (uint32_t i = lane; i < length; i += lanes) order[i] = indices[i];
    }
  }

  // Puts each pair of places i and i ^ partner in order; bit `distance` of i is not set.
  template <bool kInLds>
  __device__ __forceinline__ void pass(uint32_t distance, uint32_t partner) const {
#pragma unroll 1
    for (uint32_t pair = lane; pair < padded / 2; pair += lanes) {
      const uint32_t i = pair + (pair & ~(distance - 1));
      const uint32_t j = i ^ partner;
      if (j >= length) continue;
      const uint32_t a = place<kInLds>(i);
      const uint32_t b = place<kInLds>(j);
      if (!behind(a, b)) continue;
      place<kInLds>(i) = b;
      place<kInLds>(j) = a;
    }
    __syncthreads();
  }

  __device__ __forceinline__ bool behind(uint32_t a, uint32_t b) const {
    const auto x = SortKey<T>::template of<kDescending>(row[a]);
    const auto y = SortKey<T>::template of<kDescending>(row[b]);
    return x != y ? x > y : a > b;
  }
};
