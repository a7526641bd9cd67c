// Merges runs of elements within a group of 32 threads. A place is an index in the order that is being computed. Each
// thread has the elements of kItems neighbouring places in registers, and the threads exchange values by shuffles
// instead of through memory. The network is bitonic and compares pairs of a key and the position that the element comes
// from, which makes it stable. Used by merge_sort.cuh.
//
// All threads of a group must take part.
#pragma once

#include "../common/block_reduce.cuh"

template <uint32_t kItems>
struct GroupSort {
  // The longest run that merge() produces.
  static constexpr uint32_t kLongest = kItems * kGroup;

  uint32_t block_thread;  // index of the thread in its block

  // Merges every two runs of `width` places into one; `width` is at least kItems, the places of one thread.
  __device__ __forceinline__ void merge(uint32_t width, uint32_t (&keys)[kItems], uint32_t (&positions)[kItems]) const {
    const uint32_t threads = width / kItems;
    // The first exchange reads the second run backwards; the next ones compare ever closer neighbours.
    exchange<true>(2 * threads - 1, threads, keys, positions);
    // The number of rounds is known only at run time, so unrolling would just make the code longer.
#pragma unroll 1
    for (uint32_t distance = threads / 2; distance != 0; distance /= 2)
      exchange<false>(distance, distance, keys, positions);
#pragma unroll
    for (uint32_t distance = kItems / 2; distance != 0; distance /= 2) {
#pragma unroll
      for (uint32_t k = 0; k < kItems; ++k) {
        if ((k & distance) == 0) order(keys[k], positions[k], keys[k + distance], positions[k + distance]);
      }
    }
  }

 private:
  // Key and position are compared as one number of 64 bits. AMD GPUs have an instruction for this. NVIDIA's compare the
  // low halves, and then the high ones with the borrow, which is also less than comparing keys, equality and positions.
  __device__ __forceinline__ static bool is_before(uint32_t key_a, uint32_t position_a, uint32_t key_b,
                                                   uint32_t position_b) {
    return (static_cast<uint64_t>(key_a) << 32 | position_a) < (static_cast<uint64_t>(key_b) << 32 | position_b);
  }

  __device__ __forceinline__ static void order(uint32_t& key_a, uint32_t& position_a, uint32_t& key_b,
                                               uint32_t& position_b) {
    const bool swap = is_before(key_b, position_b, key_a, position_a);
    const uint32_t low = swap ? key_b : key_a;
    const uint32_t high = swap ? key_a : key_b;
    const uint32_t low_position = swap ? position_b : position_a;
    const uint32_t high_position = swap ? position_a : position_b;
    key_a = low;
    key_b = high;
    position_a = low_position;
    position_b = high_position;
  }

  // Exchanges values with the thread whose index is `block_thread` ^ `partner`. Of the two threads, the one whose index
  // has `high_bit` keeps the later values.
  template <bool kBackwards>
  __device__ __forceinline__ void exchange(uint32_t partner, uint32_t high_bit, uint32_t (&keys)[kItems],
                                           uint32_t (&positions)[kItems]) const {
    const bool is_high = (block_thread & high_bit) != 0;
    uint32_t other_keys[kItems];
    uint32_t other_positions[kItems];
#pragma unroll
    for (uint32_t k = 0; k < kItems; ++k) {
      const uint32_t sent = kBackwards ? kItems - 1 - k : k;
      other_keys[k] = __shfl_xor_sync(~0u, keys[sent], partner, kGroup);
      other_positions[k] = __shfl_xor_sync(~0u, positions[sent], partner, kGroup);
    }
#pragma unroll
    for (uint32_t k = 0; k < kItems; ++k) {
      const bool takes = is_before(other_keys[k], other_positions[k], keys[k], positions[k]) != is_high;
      keys[k] = takes ? other_keys[k] : keys[k];
      positions[k] = takes ? other_positions[k] : positions[k];
    }
  }
};
