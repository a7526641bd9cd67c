// Merges runs of elements within a group of 32 threads. Each thread has kItems neighbouring places in registers, and
// the threads exchange values by shuffles instead of through memory. The network is bitonic and compares pairs of a key
// and the position that the element comes from, which makes it stable. Used by merge_sort.cuh.
//
// All threads of a group must take part.
#pragma once

#include "../common/block_reduce.cuh"

template <uint32_t kItems>
struct GroupSort {
  // The longest run that merge() produces.
  static constexpr uint32_t kLongest = kItems * kGroup;

  uint32_t lane;  // index of the thread in its block

  // Merges every two runs of `width` places into one; `width` is at least kItems, the places of one thread.
  __device__ __forceinline__ void merge(uint32_t width, uint32_t (&keys)[kItems], uint32_t (&from)[kItems]) const {
    const uint32_t threads = width / kItems;
    // The first exchange reads the second run backwards; the next ones compare ever closer neighbours.
    exchange<true>(2 * threads - 1, threads, keys, from);
#pragma unroll 1
    for (uint32_t distance = threads / 2; distance != 0; distance /= 2) exchange<false>(distance, distance, keys, from);
#pragma unroll
    for (uint32_t distance = kItems / 2; distance != 0; distance /= 2) {
#pragma unroll
      for (uint32_t k = 0; k < kItems; ++k) {
        if ((k & distance) == 0) order(keys[k], from[k], keys[k + distance], from[k + distance]);
      }
    }
  }

 private:
  // Key and position are compared as one number: this takes two comparisons, the second of which uses the borrow of the
  // first.
  __device__ __forceinline__ static bool is_before(uint32_t key_a, uint32_t from_a, uint32_t key_b, uint32_t from_b) {
    return (static_cast<uint64_t>(key_a) << 32 | from_a) < (static_cast<uint64_t>(key_b) << 32 | from_b);
  }

  __device__ __forceinline__ static void order(uint32_t& key_a, uint32_t& from_a, uint32_t& key_b, uint32_t& from_b) {
    const bool swap = is_before(key_b, from_b, key_a, from_a);
    const uint32_t low = swap ? key_b : key_a;
    const uint32_t high = swap ? key_a : key_b;
    const uint32_t low_from = swap ? from_b : from_a;
    const uint32_t high_from = swap ? from_a : from_b;
    key_a = low;
    key_b = high;
    from_a = low_from;
    from_b = high_from;
  }

  // Exchanges values with the thread at lane ^ `partner`. Of the two threads, the one whose lane has `high_bit` keeps
  // the later values.
  template <bool kBackwards>
  __device__ __forceinline__ void exchange(uint32_t partner, uint32_t high_bit, uint32_t (&keys)[kItems],
                                           uint32_t (&from)[kItems]) const {
    const bool is_high = (lane & high_bit) != 0;
    uint32_t other_keys[kItems];
    uint32_t other_from[kItems];
#pragma unroll
    for (uint32_t k = 0; k < kItems; ++k) {
      const uint32_t its = kBackwards ? kItems - 1 - k : k;
      other_keys[k] = __shfl_xor_sync(~0u, keys[its], partner, kGroup);
      other_from[k] = __shfl_xor_sync(~0u, from[its], partner, kGroup);
    }
#pragma unroll
    for (uint32_t k = 0; k < kItems; ++k) {
      const bool takes = is_before(other_keys[k], other_from[k], keys[k], from[k]) != is_high;
      keys[k] = takes ? other_keys[k] : keys[k];
      from[k] = takes ? other_from[k] : from[k];
    }
  }
};
