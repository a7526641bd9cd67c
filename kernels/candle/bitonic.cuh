// Argsort of one row by a bitonic network over indices. It handles what merge_sort.cuh does not accept: keys of 64
// bits, rows of more than 8192 or at most 8 columns, and blocks with less than one thread for every 8 columns. Used by
// asort_* (sort.cu).
//
// `order` receives `length` u32 indices, those of the smallest keys first. One block sorts one row; in each pass, its
// threads share the pairs of the network. The sort is stable: elements with equal keys are ordered by their indices.
//
// In this form of the network, every comparison puts the smaller element first. The places of the order from `length`
// up to `padded` count as elements larger than all others. They never move, so they need neither memory nor
// comparisons, whatever the length.
//
// All threads of the block must call run(). The number of passes is block-uniform, and the barriers are outside of the
// loops over pairs, whose trip counts differ between threads.
#pragma once

#include "../common/thread_grid.cuh"
#include "sort_keys.cuh"

// Rows up to this padded length keep their indices in dynamic shared memory, which the host provides; longer rows keep
// them in the result. The number is part of the ABI (docs/kernels.md); runtime/ops/src/sort.cpp repeats it.
constexpr uint32_t kMaxLdsColumns = 8192;

alignas(kAccessBytes) extern __shared__ uint32_t indices[];

template <class T, bool kDescending>
struct BitonicSort {
  const T* row;
  uint32_t* order;
  uint32_t length;
  uint32_t padded;  // the smallest power of two that is not below `length`
  uint32_t block_thread;
  uint32_t block_threads;

  __device__ __forceinline__ void run() const {
    if (padded <= kMaxLdsColumns) {
      sort<true>();
    } else {
      sort<false>();
    }
  }

 private:
  // The kind of memory is decided at compile time: accesses through addresses that may be either kind of memory are
  // slow.
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
    for (uint32_t i = block_thread; i < length; i += block_threads) place<kInLds>(i) = i;
    __syncthreads();
#pragma unroll 1
    for (uint32_t half = 1; half < padded; half *= 2) {
      // This pass merges two sorted halves, the second of which is read backwards. The passes after it compare ever
      // closer neighbours.
      pass<kInLds>(half, 2 * half - 1);
#pragma unroll 1
      for (uint32_t distance = half / 2; distance != 0; distance /= 2) pass<kInLds>(distance, distance);
    }
    if constexpr (kInLds) {
#pragma unroll 1
      for (uint32_t i = block_thread; i < length; i += block_threads) order[i] = indices[i];
    }
  }

  // Orders each pair of places i and i ^ `partner`, for every i whose bit with the value `distance` is clear.
  template <bool kInLds>
  __device__ __forceinline__ void pass(uint32_t distance, uint32_t partner) const {
#pragma unroll 1
    for (uint32_t pair = block_thread; pair < padded / 2; pair += block_threads) {
      const uint32_t i = pair + (pair & ~(distance - 1));
      const uint32_t j = i ^ partner;
      if (j >= length) continue;
      const uint32_t a = place<kInLds>(i);
      const uint32_t b = place<kInLds>(j);
      if (!sorts_after(a, b)) continue;
      place<kInLds>(i) = b;
      place<kInLds>(j) = a;
    }
    __syncthreads();
  }

  __device__ __forceinline__ bool sorts_after(uint32_t a, uint32_t b) const {
    const auto x = SortKey<T>::template of<kDescending>(row[a]);
    const auto y = SortKey<T>::template of<kDescending>(row[b]);
    return x != y ? x > y : a > b;
  }
};
