// Argsort of one row by merging runs, for keys of 32 bits and rows that fit the block; bitonic.cuh sorts all others.
// Used by asort_* (sort.cu). The sort is stable: of elements with equal keys, those of the earlier run come first.
//
// One block sorts one row. A place is an index in the order that is being computed; a run is a sorted range of places.
// Each thread sorts kItems neighbouring places in registers; then every two runs are merged into one of twice the
// length. Up to Group::kLongest places, a group of 32 threads merges runs in registers (group_sort.cuh), provided that
// the block consists of whole groups. Longer runs are merged in shared memory, where each thread computes its own
// kItems places of the result. `keys` are the elements' keys, `positions` the positions that they come from. Both pass
// through the dynamic shared memory `indices` of bitonic.cuh, which has one word per place.
//
// All threads of the block must call run(): all loops and conditions around barriers are block-uniform, and threads
// without places of the row only skip the code between barriers.
#pragma once

#include "bitonic.cuh"
#include "group_sort.cuh"

template <class T, bool kDescending>
struct MergeSort {
  using Key = typename SortKey<T>::Key;
  static constexpr uint32_t kItems = 8;  // with these, a block of 1024 threads sorts kMaxLdsColumns
  using Group = GroupSort<kItems>;

  const T* row;
  uint32_t* order;
  uint32_t length;
  uint32_t padded;  // the smallest power of two that is not below `length`
  uint32_t block_thread;
  uint32_t block_threads;

  // Keys must have 32 bits because the shared memory has one word per place. Rows of a single run have nothing to
  // merge.
  __device__ __forceinline__ static bool fits(uint32_t padded, uint32_t block_threads) {
    return sizeof(Key) == sizeof(uint32_t) && padded >= 2 * kItems && padded <= kMaxLdsColumns &&
           block_threads * kItems >= padded;
  }

  __device__ __forceinline__ void run() const {
    uint32_t keys[kItems];
    uint32_t positions[kItems];
    read_keys();
    __syncthreads();
    load_places(keys, positions);
    sort_in_thread(keys, positions);
    uint32_t width = kItems;
    if (block_threads % kGroup == 0) {
#pragma unroll 1
      for (; width < padded && width < Group::kLongest; width *= 2) Group{block_thread}.merge(width, keys, positions);
    }
#pragma unroll 1
    for (; width < padded; width *= 2) merge_in_lds(width, keys, positions);
    __syncthreads();
    if (works()) store_places(positions);
    __syncthreads();
#pragma unroll 1
    for (uint32_t i = block_thread; i < length; i += block_threads) order[i] = indices[i];
  }

 private:
  using Quad = Pack<uint32_t, 4>;

  __device__ __forceinline__ uint32_t first() const { return block_thread * kItems; }
  // Whether the thread has places of the padded row.
  __device__ __forceinline__ bool works() const { return first() < padded; }

  // Fills `indices` with keys. Neighbouring threads read neighbouring elements, so that accesses are coalesced. Places
  // beyond the row get the key of NaN, the largest. The sort is stable, so they stay after all elements, NaNs included.
  __device__ __forceinline__ void read_keys() const {
#pragma unroll 4
    for (uint32_t i = block_thread; i < padded; i += block_threads) {
      indices[i] = static_cast<uint32_t>(i < length ? SortKey<T>::template of<kDescending>(row[i]) : SortKey<T>::kNan);
    }
  }

  // Loads a thread's own places, in as few accesses as possible. A thread without places gets values like those beyond
  // the row.
  __device__ __forceinline__ void load_places(uint32_t (&keys)[kItems], uint32_t (&positions)[kItems]) const {
#pragma unroll
    for (uint32_t k = 0; k < kItems; ++k) {
      keys[k] = static_cast<uint32_t>(SortKey<T>::kNan);
      positions[k] = first() + k;
    }
    if (!works()) return;
#pragma unroll
    for (uint32_t q = 0; q < kItems; q += 4) {
      Quad quad;
      quad.load(indices + first() + q);
#pragma unroll
      for (uint32_t k = 0; k < 4; ++k) keys[q + k] = quad.words[k];
    }
  }
  __device__ __forceinline__ void store_places(const uint32_t (&words)[kItems]) const {
#pragma unroll
    for (uint32_t q = 0; q < kItems; q += 4) {
      Quad quad;
#pragma unroll
      for (uint32_t k = 0; k < 4; ++k) quad.words[k] = words[q + k];
      quad.store(indices + first() + q);
    }
  }

  // An odd-even transposition sort. Only neighbours are exchanged, which leaves equal elements in their order.
  __device__ __forceinline__ static void sort_in_thread(uint32_t (&keys)[kItems], uint32_t (&positions)[kItems]) {
#pragma unroll
    for (uint32_t round = 0; round < kItems; ++round) {
#pragma unroll
      for (uint32_t k = round % 2; k + 1 < kItems; k += 2) {
        const bool swap = keys[k] > keys[k + 1];
        const uint32_t low = swap ? keys[k + 1] : keys[k];
        const uint32_t high = swap ? keys[k] : keys[k + 1];
        const uint32_t low_position = swap ? positions[k + 1] : positions[k];
        const uint32_t high_position = swap ? positions[k] : positions[k + 1];
        keys[k] = low;
        keys[k + 1] = high;
        positions[k] = low_position;
        positions[k + 1] = high_position;
      }
    }
  }

  __device__ __forceinline__ void merge_in_lds(uint32_t width, uint32_t (&keys)[kItems],
                                               uint32_t (&positions)[kItems]) const {
    uint32_t places[kItems];
    __syncthreads();
    if (works()) store_places(keys);
    __syncthreads();
    if (works()) merge(width, keys, places);
    __syncthreads();
    if (works()) store_places(positions);
    __syncthreads();
    if (!works()) return;
#pragma unroll
    for (uint32_t k = 0; k < kItems; ++k) positions[k] = indices[places[k]];
  }

  // Merges the two runs of `width` places around this thread's places. Computes, for the thread's places of the merged
  // run, their keys and the places where these keys were before. `indices` contains the keys of all places.
  __device__ __forceinline__ void merge(uint32_t width, uint32_t (&keys)[kItems], uint32_t (&places)[kItems]) const {
    const uint32_t base = first() & ~(2 * width - 1);
    const uint32_t diagonal = first() - base;
    // Binary search (merge path): `diagonal` places of the merged run are before this thread's. Of these, `low` come
    // from the first run.
    uint32_t low = diagonal > width ? diagonal - width : 0;
    uint32_t high = diagonal < width ? diagonal : width;
#pragma unroll 1
    while (low < high) {
      const uint32_t middle = (low + high) / 2;
      const bool is_before = indices[base + middle] <= indices[base + width + diagonal - 1 - middle];
      low = is_before ? middle + 1 : low;
      high = is_before ? high : middle;
    }
    uint32_t a = low;
    uint32_t b = diagonal - low;
    uint32_t key_a = a < width ? indices[base + a] : 0;
    uint32_t key_b = b < width ? indices[base + width + b] : 0;
#pragma unroll
    for (uint32_t k = 0; k < kItems; ++k) {
      const bool from_a = b >= width || (a < width && key_a <= key_b);
      keys[k] = from_a ? key_a : key_b;
      places[k] = base + (from_a ? a : width + b);
      a += from_a ? 1 : 0;
      b += from_a ? 0 : 1;
      // After the first run, this reads the beginning of the second, and the value is not used. After the second run
      // there may be no memory.
      const uint32_t next = from_a ? a : width + b;
      const uint32_t key = next < 2 * width ? indices[base + next] : 0;
      key_a = from_a ? key : key_a;
      key_b = from_a ? key_b : key;
    }
  }
};
