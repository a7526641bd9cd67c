// CUB's BlockRadixSort: stable sorts by the bits of the keys, one digit of four bits at a time.
#pragma once

#include "rocm_bindgen_compat/cub/block_io.hpp"
#include "rocm_bindgen_compat/cub/block_scan.hpp"

namespace hipcub {
namespace detail {

constexpr int kDigitBits = 4;
constexpr int kDigits = 1 << kDigitBits;

// Computes the position of each item of a block when it is sorted by one digit: counts, ordered by digit and then by
// thread, are scanned.
template <int Threads, int Items>
class DigitRank {
  using Scan = BlockScan<int, Threads>;

 public:
  struct TempStorage {
    // At first counts, then positions. They limit a block to 65535 items.
    unsigned short counts[kDigits][Threads];
    typename Scan::TempStorage scan;
  };

  // Computes the positions in the sorted block, `places`.
  __device__ static void rank(TempStorage& storage, int thread, const int (&digits)[Items], int (&places)[Items]) {
    for (int digit = 0; digit < kDigits; ++digit) storage.counts[digit][thread] = 0;
    for (const int digit : digits) ++storage.counts[digit][thread];
    __syncthreads();
    // Each thread sums kDigits adjacent ones of the kDigits * Threads counts.
    unsigned short* mine = &storage.counts[0][0] + thread * kDigits;
    int sum = 0;
    for (int i = 0; i < kDigits; ++i) sum += mine[i];
    int before;
    Scan(storage.scan, thread).ExclusiveSum(sum, before);
    for (int i = 0; i < kDigits; ++i) {
      const int count = mine[i];
      mine[i] = static_cast<unsigned short>(before);
      before += count;
    }
    __syncthreads();
    for (int i = 0; i < Items; ++i) places[i] = storage.counts[digits[i]][thread]++;
    __syncthreads();
  }

  // The end of a digit's range in the sorted block, one past its last position. It can be called after rank(), which
  // has advanced the last thread's count to it.
  __device__ static int end(const TempStorage& storage, int digit) { return storage.counts[digit][Threads - 1]; }
  __device__ static int begin(const TempStorage& storage, int digit) {
    return digit == 0 ? 0 : end(storage, digit - 1);
  }
};

template <class Bits>
__device__ int digit_of(Bits bits, int begin_bit, int end_bit) {
  const int width = at_most(kDigitBits, end_bit - begin_bit);
  return static_cast<int>(static_cast<uint64_t>(bits) >> begin_bit) & ((1 << width) - 1);
}

}  // namespace detail

// RadixBits, Memoize, Scan and SharedMemoryConfig choose between implementations in CUB and have no effect here.
template <class Key, int X, int Items, class Value = NullType, int RadixBits = 4, bool Memoize = true,
          BlockScanAlgorithm Scan = BLOCK_SCAN_WARP_SCANS, int SharedMemoryConfig = 0, int Y = 1, int Z = 1,
          int Arch = 0>
class BlockRadixSort {
  using Shape = detail::BlockShape<X, Y, Z>;
  static constexpr int kThreads = Shape::kThreads;
  using Rank = detail::DigitRank<kThreads, Items>;
  using Keys = BlockExchange<Key, X, Items, false, Y, Z>;
  using Values = BlockExchange<Value, X, Items, false, Y, Z>;
  static constexpr int kBits = 8 * static_cast<int>(sizeof(Key));

 public:
  union TempStorage {
    typename Rank::TempStorage rank;
    typename Keys::TempStorage keys;
    typename Values::TempStorage values;
  };

  __device__ BlockRadixSort() : storage_(own_storage()), thread_(Shape::thread()) {}
  __device__ BlockRadixSort(TempStorage& storage) : storage_(storage), thread_(Shape::thread()) {}

  __device__ void Sort(Key (&keys)[Items], int begin_bit = 0, int end_bit = kBits) {
    sort(keys, nothing_, begin_bit, end_bit, false, false);
  }
  __device__ void Sort(Key (&keys)[Items], Value (&values)[Items], int begin_bit = 0, int end_bit = kBits) {
    sort(keys, values, begin_bit, end_bit, false, false);
  }
  __device__ void SortDescending(Key (&keys)[Items], int begin_bit = 0, int end_bit = kBits) {
    sort(keys, nothing_, begin_bit, end_bit, true, false);
  }
  __device__ void SortDescending(Key (&keys)[Items], Value (&values)[Items], int begin_bit = 0, int end_bit = kBits) {
    sort(keys, values, begin_bit, end_bit, true, false);
  }
  __device__ void SortBlockedToStriped(Key (&keys)[Items], int begin_bit = 0, int end_bit = kBits) {
    sort(keys, nothing_, begin_bit, end_bit, false, true);
  }
  __device__ void SortBlockedToStriped(Key (&keys)[Items], Value (&values)[Items], int begin_bit = 0,
                                       int end_bit = kBits) {
    sort(keys, values, begin_bit, end_bit, false, true);
  }
  __device__ void SortDescendingBlockedToStriped(Key (&keys)[Items], int begin_bit = 0, int end_bit = kBits) {
    sort(keys, nothing_, begin_bit, end_bit, true, true);
  }
  __device__ void SortDescendingBlockedToStriped(Key (&keys)[Items], Value (&values)[Items], int begin_bit = 0,
                                                 int end_bit = kBits) {
    sort(keys, values, begin_bit, end_bit, true, true);
  }

 private:
  struct Nothing {};

  __device__ static TempStorage& own_storage() {
    __shared__ TempStorage storage;
    return storage;
  }

  __device__ void move(Nothing&, const int (&)[Items], bool) {}
  __device__ void move(Key (&keys)[Items], const int (&places)[Items], bool striped) {
    Keys exchange(storage_.keys);
    striped ? exchange.ScatterToStriped(keys, keys, places) : exchange.ScatterToBlocked(keys, keys, places);
    __syncthreads();
  }
  // Values that have the same type as keys are moved by the overload for keys.
  template <class V, class = typename std::enable_if<!std::is_same<V, Key>::value>::type>
  __device__ void move(V (&values)[Items], const int (&places)[Items], bool striped) {
    Values exchange(storage_.values);
    striped ? exchange.ScatterToStriped(values, values, places) : exchange.ScatterToBlocked(values, values, places);
    __syncthreads();
  }

  template <class V>
  __device__ void sort(Key (&keys)[Items], V& values, int begin_bit, int end_bit, bool descending, bool to_striped) {
    for (int bit = begin_bit; bit < end_bit; bit += detail::kDigitBits) {
      int digits[Items], places[Items];
      for (int i = 0; i < Items; ++i)
        digits[i] = detail::digit_of(detail::RadixBits<Key>::of(keys[i], descending), bit, end_bit);
      __syncthreads();
      Rank::rank(storage_.rank, thread_, digits, places);
      const bool striped = to_striped && bit + detail::kDigitBits >= end_bit;
      move(keys, places, striped);
      move(values, places, striped);
    }
  }

  TempStorage& storage_;
  int thread_;
  Nothing nothing_;
};

}  // namespace hipcub
