// CUB's DeviceRadixSort: a stable sort by four bits at a time. In each pass, the digits of each tile are counted, the
// counts are scanned, and each tile's items are moved to the resulting positions.
#pragma once

#include "rocm_bindgen_compat/cub/block_radix_sort.hpp"
#include "rocm_bindgen_compat/cub/device_scan.hpp"

namespace hipcub {
namespace detail {

// One pass, which moves keys (and values) from one buffer to another.
template <class Key, class Value>
struct RadixPass {
  const Key* keys_in;
  Key* keys_out;
  const Value* values_in;
  Value* values_out;
  int bit;
  int end_bit;
  bool descending;

  __device__ int digit(const Key& key) const { return digit_of(RadixBits<Key>::of(key, descending), bit, end_bit); }
};

// The count of a digit in a tile is counts[digit * tiles + tile].
template <class Key, class Value>
__global__ void count_digits(RadixPass<Key, Value> pass, size_t count, size_t tiles, size_t* counts) {
  __shared__ int digits[kDigits];
  for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    if (threadIdx.x < kDigits) digits[threadIdx.x] = 0;
    __syncthreads();
    const size_t end = (tile + 1) * kTile < count ? (tile + 1) * kTile : count;
    for (size_t i = tile * kTile + threadIdx.x; i < end; i += kDeviceThreads)
      __hip_atomic_fetch_add(&digits[pass.digit(pass.keys_in[i])], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    __syncthreads();
    if (threadIdx.x < kDigits) counts[threadIdx.x * tiles + tile] = static_cast<size_t>(digits[threadIdx.x]);
    __syncthreads();
  }
}

template <class Key, class Value>
__global__ void move_by_digits(RadixPass<Key, Value> pass, size_t count, size_t tiles, const size_t* starts) {
  using Rank = DigitRank<kDeviceThreads, kItemsPerThread>;
  __shared__ typename Rank::TempStorage storage;
  for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const size_t first = tile * kTile + threadIdx.x * size_t{kItemsPerThread};
    int digits[kItemsPerThread], places[kItemsPerThread];
    // Items past the end get the highest digit. They are the last ones, so they also get the last positions.
    for (int i = 0; i < kItemsPerThread; ++i)
      digits[i] = first + i < count ? pass.digit(pass.keys_in[first + i]) : kDigits - 1;
    Rank::rank(storage, threadIdx.x, digits, places);
    for (int i = 0; i < kItemsPerThread; ++i) {
      if (first + i >= count) break;
      const int begin = Rank::begin(storage, digits[i]);
      const size_t to = starts[digits[i] * tiles + tile] + static_cast<size_t>(places[i] - begin);
      pass.keys_out[to] = pass.keys_in[first + i];
      if (!std::is_same<Value, NullType>::value) pass.values_out[to] = pass.values_in[first + i];
    }
    __syncthreads();
  }
}

// The buffers of a sort: the first pass reads `from`, and the last one writes to `to`. The passes write to `to` and
// `spare` alternately.
template <class Key, class Value>
struct RadixBuffers {
  const Key* keys_from;
  Key* keys_to;
  Key* keys_spare;
  const Value* values_from;
  Value* values_to;
  Value* values_spare;
};

template <class Key, class Value>
hipError_t copy_unsorted(const RadixBuffers<Key, Value>& b, size_t count, hipStream_t stream) {
  hipError_t error = hipSuccess;
  if (b.keys_from != b.keys_to)
    error = hipMemcpyAsync(b.keys_to, b.keys_from, count * sizeof(Key), hipMemcpyDeviceToDevice, stream);
  if (error == hipSuccess && !std::is_same<Value, NullType>::value && b.values_from != b.values_to)
    error = hipMemcpyAsync(b.values_to, b.values_from, count * sizeof(Value), hipMemcpyDeviceToDevice, stream);
  return error;
}

// All items form one range; each tile counts its own digits.
struct WholeRange {
  size_t count;

  size_t counters() const { return tiles_of(count) * kDigits; }
  template <class Key, class Value>
  void move(const RadixPass<Key, Value>& pass, size_t* counts, hipStream_t stream) const {
    const size_t tiles = tiles_of(count);
    count_digits<<<blocks_for(tiles), kDeviceThreads, 0, stream>>>(pass, count, tiles, counts);
    scan_sums<size_t><<<1, kDeviceThreads, 0, stream>>>(counts, tiles * kDigits, Sum(), size_t{0}, true);
    move_by_digits<<<blocks_for(tiles), kDeviceThreads, 0, stream>>>(pass, count, tiles,
                                                                     static_cast<const size_t*>(counts));
  }
};

template <class Key, class Value, class Range>
hipError_t radix_sort(size_t* counts, RadixBuffers<Key, Value> b, const Range& range, int begin_bit, int end_bit,
                      bool descending, hipStream_t stream, bool synchronous) {
  if (range.count == 0) return hipSuccess;
  const int passes = ceil_divide(end_bit - begin_bit, kDigitBits);
  if (passes <= 0) return copy_unsorted(b, range.count, stream);
  bool to_spare = passes % 2 == 0;
  for (int pass = 0; pass < passes; ++pass, to_spare = !to_spare) {
    const RadixPass<Key, Value> p{b.keys_from,
                                  to_spare ? b.keys_spare : b.keys_to,
                                  b.values_from,
                                  to_spare ? b.values_spare : b.values_to,
                                  begin_bit + pass * kDigitBits,
                                  end_bit,
                                  descending};
    range.move(p, counts, stream);
    b.keys_from = p.keys_out;
    b.values_from = p.values_out;
  }
  return launched(stream, synchronous);
}

// Sorts from pointers; the input stays unchanged.
template <class Key, class Value, class Range>
hipError_t sort_pointers(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, const Value* values_in,
                         Value* values_out, const Range& range, int begin_bit, int end_bit, bool descending,
                         hipStream_t stream, bool synchronous) {
  Storage storage(temp);
  size_t* counts = storage.take<size_t>(range.counters());
  Key* keys = storage.take<Key>(range.count);
  Value* values = storage.take<Value>(std::is_same<Value, NullType>::value ? 0 : range.count);
  if (storage.only_asked(bytes)) return hipSuccess;
  return radix_sort<Key, Value>(counts, {keys_in, keys_out, keys, values_in, values_out, values}, range, begin_bit,
                                end_bit, descending, stream, synchronous);
}

// Sorts double buffers. Afterwards their selectors refer to the sorted data: the alternate buffers if the number of
// passes is odd, and the current ones if it is even.
template <class Key, class Value, class Range>
hipError_t sort_buffers(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,
                        const Range& range, int begin_bit, int end_bit, bool descending, hipStream_t stream,
                        bool synchronous) {
  Storage storage(temp);
  size_t* counts = storage.take<size_t>(range.counters());
  if (storage.only_asked(bytes)) return hipSuccess;
  const bool stays = ceil_divide(end_bit - begin_bit, kDigitBits) % 2 == 0;
  RadixBuffers<Key, Value> b{keys.Current(),   keys.Alternate(),   keys.Current(),
                             values.Current(), values.Alternate(), values.Current()};
  if (stays) {
    b.keys_to = keys.Current();
    b.keys_spare = keys.Alternate();
    b.values_to = values.Current();
    b.values_spare = values.Alternate();
  } else {
    keys.selector ^= 1;
    values.selector ^= 1;
  }
  return radix_sort(counts, b, range, begin_bit, end_bit, descending, stream, synchronous);
}

template <class Key>
constexpr int kKeyBits = 8 * static_cast<int>(sizeof(Key));

inline WholeRange range_of(size_t count) {
  return {count};
}
template <class Range>
auto range_of(const Range& range) -> decltype(range.counters(), range) {
  return range;
}

// `Count` is either a number of items or a set of ranges that are sorted separately.
template <bool Descending>
struct RadixSort {
  template <class Key, class Count>
  static hipError_t keys(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, Count count, int begin_bit,
                         int end_bit, hipStream_t stream, bool synchronous) {
    return sort_pointers<Key, NullType>(temp, bytes, keys_in, keys_out, nullptr, nullptr, range_of(count), begin_bit,
                                        end_bit, Descending, stream, synchronous);
  }
  template <class Key, class Count>
  static hipError_t keys(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, Count count, int begin_bit, int end_bit,
                         hipStream_t stream, bool synchronous) {
    DoubleBuffer<NullType> nothing;
    return sort_buffers(temp, bytes, keys, nothing, range_of(count), begin_bit, end_bit, Descending, stream,
                        synchronous);
  }
  template <class Key, class Value, class Count>
  static hipError_t pairs(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, const Value* values_in,
                          Value* values_out, Count count, int begin_bit, int end_bit, hipStream_t stream,
                          bool synchronous) {
    return sort_pointers(temp, bytes, keys_in, keys_out, values_in, values_out, range_of(count), begin_bit, end_bit,
                         Descending, stream, synchronous);
  }
  template <class Key, class Value, class Count>
  static hipError_t pairs(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values, Count count,
                          int begin_bit, int end_bit, hipStream_t stream, bool synchronous) {
    return sort_buffers(temp, bytes, keys, values, range_of(count), begin_bit, end_bit, Descending, stream,
                        synchronous);
  }
};

}  // namespace detail

struct DeviceRadixSort {
  template <class Key, class Count>
  static hipError_t SortKeys(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, Count count,
                             int begin_bit = 0, int end_bit = detail::kKeyBits<Key>, hipStream_t stream = 0,
                             bool debug_synchronous = false) {
    return detail::RadixSort<false>::keys(temp, bytes, keys_in, keys_out, count, begin_bit, end_bit, stream,
                                          debug_synchronous);
  }
  template <class Key, class Count>
  static hipError_t SortKeys(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, Count count, int begin_bit = 0,
                             int end_bit = detail::kKeyBits<Key>, hipStream_t stream = 0,
                             bool debug_synchronous = false) {
    return detail::RadixSort<false>::keys(temp, bytes, keys, count, begin_bit, end_bit, stream, debug_synchronous);
  }
  template <class Key, class Count>
  static hipError_t SortKeysDescending(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, Count count,
                                       int begin_bit = 0, int end_bit = detail::kKeyBits<Key>, hipStream_t stream = 0,
                                       bool debug_synchronous = false) {
    return detail::RadixSort<true>::keys(temp, bytes, keys_in, keys_out, count, begin_bit, end_bit, stream,
                                         debug_synchronous);
  }
  template <class Key, class Count>
  static hipError_t SortKeysDescending(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, Count count,
                                       int begin_bit = 0, int end_bit = detail::kKeyBits<Key>, hipStream_t stream = 0,
                                       bool debug_synchronous = false) {
    return detail::RadixSort<true>::keys(temp, bytes, keys, count, begin_bit, end_bit, stream, debug_synchronous);
  }
  template <class Key, class Value, class Count>
  static hipError_t SortPairs(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out, const Value* values_in,
                              Value* values_out, Count count, int begin_bit = 0, int end_bit = detail::kKeyBits<Key>,
                              hipStream_t stream = 0, bool debug_synchronous = false) {
    return detail::RadixSort<false>::pairs(temp, bytes, keys_in, keys_out, values_in, values_out, count, begin_bit,
                                           end_bit, stream, debug_synchronous);
  }
  template <class Key, class Value, class Count>
  static hipError_t SortPairs(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,
                              Count count, int begin_bit = 0, int end_bit = detail::kKeyBits<Key>,
                              hipStream_t stream = 0, bool debug_synchronous = false) {
    return detail::RadixSort<false>::pairs(temp, bytes, keys, values, count, begin_bit, end_bit, stream,
                                           debug_synchronous);
  }
  template <class Key, class Value, class Count>
  static hipError_t SortPairsDescending(void* temp, size_t& bytes, const Key* keys_in, Key* keys_out,
                                        const Value* values_in, Value* values_out, Count count, int begin_bit = 0,
                                        int end_bit = detail::kKeyBits<Key>, hipStream_t stream = 0,
                                        bool debug_synchronous = false) {
    return detail::RadixSort<true>::pairs(temp, bytes, keys_in, keys_out, values_in, values_out, count, begin_bit,
                                          end_bit, stream, debug_synchronous);
  }
  template <class Key, class Value, class Count>
  static hipError_t SortPairsDescending(void* temp, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,
                                        Count count, int begin_bit = 0, int end_bit = detail::kKeyBits<Key>,
                                        hipStream_t stream = 0, bool debug_synchronous = false) {
    return detail::RadixSort<true>::pairs(temp, bytes, keys, values, count, begin_bit, end_bit, stream,
                                          debug_synchronous);
  }
};

}  // namespace hipcub
