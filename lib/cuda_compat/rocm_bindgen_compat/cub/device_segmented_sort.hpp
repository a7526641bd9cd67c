// CUB's DeviceSegmentedRadixSort and DeviceSegmentedSort: separate sorts of many ranges. Each segment is sorted by one
// block, digit by digit and tile by tile.
#pragma once

#include "rocm_bindgen_compat/cub/device_radix_sort.hpp"

namespace hipcub {
namespace detail {

template <class Key, class Value, class Begin, class End>
__global__ void move_segments_by_digits(RadixPass<Key, Value> pass, size_t segments, Begin begins, End ends) {
  using Rank = DigitRank<kDeviceThreads, kItemsPerThread>;
  __shared__ typename Rank::TempStorage storage;
  __shared__ unsigned long long starts[kDigits];
  const int thread = static_cast<int>(threadIdx.x);
  for (size_t segment = blockIdx.x; segment < segments; segment += gridDim.x) {
    const size_t begin = static_cast<size_t>(begins[segment]);
    const size_t end = static_cast<size_t>(ends[segment]);
    if (thread < kDigits) starts[thread] = 0;
    __syncthreads();
    for (size_t i = begin + threadIdx.x; i < end; i += kDeviceThreads)
      __hip_atomic_fetch_add(&starts[pass.digit(pass.keys_in[i])], 1ull, __ATOMIC_RELAXED,
                             __HIP_MEMORY_SCOPE_WORKGROUP);
    __syncthreads();
    if (thread == 0) {
      unsigned long long before = begin;
      for (auto& start : starts) {
        const unsigned long long count = start;
        start = before;
        before += count;
      }
    }
    __syncthreads();
    for (size_t tile = begin; tile < end; tile += kTile) {
      const size_t first = tile + threadIdx.x * size_t{kItemsPerThread};
      int digits[kItemsPerThread], places[kItemsPerThread];
      // Items past the end get the highest digit. They are the last ones, so they also get the last positions.
      for (int i = 0; i < kItemsPerThread; ++i)
        digits[i] = first + i < end ? pass.digit(pass.keys_in[first + i]) : kDigits - 1;
      Rank::rank(storage, thread, digits, places);
      for (int i = 0; i < kItemsPerThread; ++i) {
        if (first + i >= end) break;
        const size_t to = starts[digits[i]] + static_cast<size_t>(places[i] - Rank::begin(storage, digits[i]));
        pass.keys_out[to] = pass.keys_in[first + i];
        if (!std::is_same<Value, NullType>::value) pass.values_out[to] = pass.values_in[first + i];
      }
      __syncthreads();
      if (thread < kDigits) starts[thread] += Rank::end(storage, thread) - Rank::begin(storage, thread);
      __syncthreads();
    }
  }
}

template <class Begin, class End>
struct Segments {
  size_t count;
  int segments;
  Begin begins;
  End ends;

  size_t counters() const { return 0; }
  template <class Key, class Value>
  void move(const RadixPass<Key, Value>& pass, size_t*, hipStream_t stream) const {
    if (segments <= 0) return;
    const size_t blocks = static_cast<size_t>(segments);
    move_segments_by_digits<<<blocks_for(blocks), kDeviceThreads, 0, stream>>>(pass, blocks, begins, ends);
  }
};
template <class Count, class Begin, class End>
Segments<Begin, End> segments_of(Count count, int segments, Begin begins, End ends) {
  return {static_cast<size_t>(count), segments, begins, ends};
}

}  // namespace detail

struct DeviceSegmentedRadixSort {
  template <class Key, class Count, class Begin, class End>
  static hipError_t SortKeys(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, Count count, int segments,
                             Begin begins, End ends, int begin_bit = 0, int end_bit = detail::kKeyBits<Key>,
                             hipStream_t stream = 0, bool debug_synchronous = false) {
    return detail::RadixSort<false>::keys(temp, bytes, keys_in, keys_out,
                                          detail::segments_of(count, segments, begins, ends), begin_bit, end_bit,
                                          stream, debug_synchronous);
  }
  template <class Key, class Count, class Begin, class End>
  static hipError_t SortKeys(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, Count count, int segments,
                             Begin begins, End ends, int begin_bit = 0, int end_bit = detail::kKeyBits<Key>,
                             hipStream_t stream = 0, bool debug_synchronous = false) {
    return detail::RadixSort<false>::keys(temp, bytes, keys, detail::segments_of(count, segments, begins, ends),
                                          begin_bit, end_bit, stream, debug_synchronous);
  }
  template <class Key, class Count, class Begin, class End>
  static hipError_t SortKeysDescending(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, Count count,
                                       int segments, Begin begins, End ends, int begin_bit = 0,
                                       int end_bit = detail::kKeyBits<Key>, hipStream_t stream = 0,
                                       bool debug_synchronous = false) {
    return detail::RadixSort<true>::keys(temp, bytes, keys_in, keys_out,
                                         detail::segments_of(count, segments, begins, ends), begin_bit, end_bit, stream,
                                         debug_synchronous);
  }
  template <class Key, class Count, class Begin, class End>
  static hipError_t SortKeysDescending(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, Count count, int segments,
                                       Begin begins, End ends, int begin_bit = 0, int end_bit = detail::kKeyBits<Key>,
                                       hipStream_t stream = 0, bool debug_synchronous = false) {
    return detail::RadixSort<true>::keys(temp, bytes, keys, detail::segments_of(count, segments, begins, ends),
                                         begin_bit, end_bit, stream, debug_synchronous);
  }
  template <class Key, class Value, class Count, class Begin, class End>
  static hipError_t SortPairs(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, const Value* values_in,
                              Value* values_out, Count count, int segments, Begin begins, End ends, int begin_bit = 0,
                              int end_bit = detail::kKeyBits<Key>, hipStream_t stream = 0,
                              bool debug_synchronous = false) {
    return detail::RadixSort<false>::pairs(temp, bytes, keys_in, keys_out, values_in, values_out,
                                           detail::segments_of(count, segments, begins, ends), begin_bit, end_bit,
                                           stream, debug_synchronous);
  }
  template <class Key, class Value, class Count, class Begin, class End>
  static hipError_t SortPairs(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,
                              Count count, int segments, Begin begins, End ends, int begin_bit = 0,
                              int end_bit = detail::kKeyBits<Key>, hipStream_t stream = 0,
                              bool debug_synchronous = false) {
    return detail::RadixSort<false>::pairs(temp, bytes, keys, values,
                                           detail::segments_of(count, segments, begins, ends), begin_bit, end_bit,
                                           stream, debug_synchronous);
  }
  template <class Key, class Value, class Count, class Begin, class End>
  static hipError_t SortPairsDescending(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out,
                                        const Value* values_in, Value* values_out, Count count, int segments,
                                        Begin begins, End ends, int begin_bit = 0, int end_bit = detail::kKeyBits<Key>,
                                        hipStream_t stream = 0, bool debug_synchronous = false) {
    return detail::RadixSort<true>::pairs(temp, bytes, keys_in, keys_out, values_in, values_out,
                                          detail::segments_of(count, segments, begins, ends), begin_bit, end_bit,
                                          stream, debug_synchronous);
  }
  template <class Key, class Value, class Count, class Begin, class End>
  static hipError_t SortPairsDescending(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,
                                        Count count, int segments, Begin begins, End ends, int begin_bit = 0,
                                        int end_bit = detail::kKeyBits<Key>, hipStream_t stream = 0,
                                        bool debug_synchronous = false) {
    return detail::RadixSort<true>::pairs(temp, bytes, keys, values, detail::segments_of(count, segments, begins, ends),
                                          begin_bit, end_bit, stream, debug_synchronous);
  }
};

// These functions sort by all bits: they have no parameters for a range of bits, so the stream directly follows the
// ends of the segments.
struct DeviceSegmentedSort {
  template <class Key, class Count, class Begin, class End>
  static hipError_t SortKeys(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, Count count, int segments,
                             Begin begins, End ends, hipStream_t stream = 0, bool debug_synchronous = false) {
    return DeviceSegmentedRadixSort::SortKeys(temp, bytes, keys_in, keys_out, count, segments, begins, ends, 0,
                                              detail::kKeyBits<Key>, stream, debug_synchronous);
  }
  template <class Key, class Count, class Begin, class End>
  static hipError_t SortKeysDescending(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, Count count,
                                       int segments, Begin begins, End ends, hipStream_t stream = 0,
                                       bool debug_synchronous = false) {
    return DeviceSegmentedRadixSort::SortKeysDescending(temp, bytes, keys_in, keys_out, count, segments, begins, ends,
                                                        0, detail::kKeyBits<Key>, stream, debug_synchronous);
  }
  template <class Key, class Value, class Count, class Begin, class End>
  static hipError_t SortPairs(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, const Value* values_in,
                              Value* values_out, Count count, int segments, Begin begins, End ends,
                              hipStream_t stream = 0, bool debug_synchronous = false) {
    return DeviceSegmentedRadixSort::SortPairs(temp, bytes, keys_in, keys_out, values_in, values_out, count, segments,
                                               begins, ends, 0, detail::kKeyBits<Key>, stream, debug_synchronous);
  }
  template <class Key, class Value, class Count, class Begin, class End>
  static hipError_t SortPairsDescending(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out,
                                        const Value* values_in, Value* values_out, Count count, int segments,
                                        Begin begins, End ends, hipStream_t stream = 0,
                                        bool debug_synchronous = false) {
    return DeviceSegmentedRadixSort::SortPairsDescending(temp, bytes, keys_in, keys_out, values_in, values_out, count,
                                                         segments, begins, ends, 0, detail::kKeyBits<Key>, stream,
                                                         debug_synchronous);
  }
  template <class Key, class Count, class Begin, class End>
  static hipError_t SortKeys(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, Count count, int segments,
                             Begin begins, End ends, hipStream_t stream = 0, bool debug_synchronous = false) {
    return DeviceSegmentedRadixSort::SortKeys(temp, bytes, keys, count, segments, begins, ends, 0,
                                              detail::kKeyBits<Key>, stream, debug_synchronous);
  }
  template <class Key, class Count, class Begin, class End>
  static hipError_t SortKeysDescending(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, Count count, int segments,
                                       Begin begins, End ends, hipStream_t stream = 0, bool debug_synchronous = false) {
    return DeviceSegmentedRadixSort::SortKeysDescending(temp, bytes, keys, count, segments, begins, ends, 0,
                                                        detail::kKeyBits<Key>, stream, debug_synchronous);
  }
  template <class Key, class Value, class Count, class Begin, class End>
  static hipError_t SortPairs(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,
                              Count count, int segments, Begin begins, End ends, hipStream_t stream = 0,
                              bool debug_synchronous = false) {
    return DeviceSegmentedRadixSort::SortPairs(temp, bytes, keys, values, count, segments, begins, ends, 0,
                                               detail::kKeyBits<Key>, stream, debug_synchronous);
  }
  template <class Key, class Value, class Count, class Begin, class End>
  static hipError_t SortPairsDescending(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,
                                        Count count, int segments, Begin begins, End ends, hipStream_t stream = 0,
                                        bool debug_synchronous = false) {
    return DeviceSegmentedRadixSort::SortPairsDescending(temp, bytes, keys, values, count, segments, begins, ends, 0,
                                                         detail::kKeyBits<Key>, stream, debug_synchronous);
  }
  template <class... All>
  static hipError_t StableSortKeys(void* temp, size_t& bytes, All&&... all) {
    return SortKeys(temp, bytes, all...);
  }
  template <class... All>
  static hipError_t StableSortKeysDescending(void* temp, size_t& bytes, All&&... all) {
    return SortKeysDescending(temp, bytes, all...);
  }
  template <class... All>
  static hipError_t StableSortPairs(void* temp, size_t& bytes, All&&... all) {
    return SortPairs(temp, bytes, all...);
  }
  template <class... All>
  static hipError_t StableSortPairsDescending(void* temp, size_t& bytes, All&&... all) {
    return SortPairsDescending(temp, bytes, all...);
  }
};

}  // namespace hipcub
