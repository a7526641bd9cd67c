// The common parts of CUB's device-wide functions: temporary storage, launches and tiles.
//
// Each function is called twice, as in CUB: with a null pointer, it only computes the size of the temporary storage;
// with memory, it does the work. A tile is the part of the input that one block processes at a time.
#pragma once

#include <stddef.h>

#include "rocm_bindgen_compat/cub/block_scan.hpp"
#include "rocm_bindgen_compat/cub/iterators.hpp"

namespace hipcub {
namespace detail {

// No algorithm needs exactly these sizes, but a block must have whole warps and at least kDigits threads, and the items
// of a tile are counted in 16 bits (see DigitRank). The sizes determine in which order floating-point numbers are
// added, and so how sums are rounded.
constexpr int kDeviceThreads = 256;
constexpr int kItemsPerThread = 8;
constexpr int kTile = kDeviceThreads * kItemsPerThread;

// Enough blocks to fill any device. If there are more tiles, a block processes several of them.
constexpr unsigned int kMostBlocks = 4096;

// Divides the temporary storage into parts. Without storage, only the total size is computed.
class Storage {
 public:
  explicit Storage(void* begin) : begin_(static_cast<char*>(begin)) {}

  template <class T>
  T* take(size_t count) {
    constexpr size_t kAlign = 256;  // as in CUB
    T* part = reinterpret_cast<T*>(begin_ + size_);
    size_ += (count * sizeof(T) + kAlign - 1) / kAlign * kAlign;
    return part;
  }

  // Returns whether this is the first of the two calls, and if so, sets `bytes` to the required size. The size is never
  // zero: an allocation of zero bytes returns a null pointer, with which the second call would look like the first.
  bool only_asked(size_t& bytes) const {
    if (begin_ != nullptr) return false;
    bytes = size_ == 0 ? 1 : size_;
    return true;
  }

 private:
  char* begin_;
  size_t size_ = 0;
};

inline size_t tiles_of(size_t count) {
  return (count + kTile - 1) / kTile;
}
inline unsigned int blocks_for(size_t tiles) {
  return static_cast<unsigned int>(tiles < kMostBlocks ? (tiles == 0 ? 1 : tiles) : kMostBlocks);
}

// Returns the error of a launch. If `synchronous`, waits for the stream and returns its error, too.
inline hipError_t launched(hipStream_t stream, bool synchronous) {
  const hipError_t error = hipGetLastError();
  return error == hipSuccess && synchronous ? hipStreamSynchronize(stream) : error;
}

// Calls `f(i)` for every index below `count`.
template <class Function>
__global__ void for_each_index(size_t count, Function f) {
  const size_t step = size_t{blockDim.x} * gridDim.x;
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) f(i);
}

template <class Function>
hipError_t for_each(size_t count, hipStream_t stream, bool synchronous, Function f) {
  if (count == 0) return hipSuccess;
  for_each_index<<<blocks_for((count + kDeviceThreads - 1) / kDeviceThreads), kDeviceThreads, 0, stream>>>(count, f);
  return launched(stream, synchronous);
}

// Reduces a thread's items of a tile in their order. Returns the number of items.
template <class T, class Input, class Op>
__device__ int reduce_items(Input in, size_t begin, size_t end, Op op, T& sum) {
  const size_t first = begin + threadIdx.x * size_t{kItemsPerThread};
  const size_t left = first < end ? end - first : 0;
  const int items = static_cast<int>(left < kItemsPerThread ? left : kItemsPerThread);
  if (items > 0) sum = static_cast<T>(in[first]);
  for (int i = 1; i < items; ++i) sum = op(sum, static_cast<T>(in[first + i]));
  return items;
}

// Reduces a non-empty range in its order. Thread 0 gets the result.
template <class T, class Input, class Op>
__device__ T reduce_range(typename BlockReduce<T, kDeviceThreads>::TempStorage& storage, Input in, size_t begin,
                          size_t end, Op op) {
  T sum{};
  for (size_t tile = begin; tile < end; tile += kTile) {
    T items{};
    reduce_items<T>(in, tile, end, op, items);
    const size_t left = end - tile;
    const int threads = left < kTile ? ceil_divide(static_cast<int>(left), kItemsPerThread) : kDeviceThreads;
    const T reduced = BlockReduce<T, kDeviceThreads>(storage).Reduce(items, op, threads);
    sum = tile == begin ? reduced : op(sum, reduced);
    __syncthreads();
  }
  return sum;
}

template <class T, class Input, class Op>
__global__ void reduce_tiles(Input in, size_t count, T* sums, Op op) {
  __shared__ typename BlockReduce<T, kDeviceThreads>::TempStorage storage;
  for (size_t tile = blockIdx.x; tile < (count + kTile - 1) / kTile; tile += gridDim.x) {
    const size_t begin = tile * kTile;
    const T sum = reduce_range<T>(storage, in, begin, begin + kTile < count ? begin + kTile : count, op);
    if (threadIdx.x == 0) sums[tile] = sum;
  }
}

}  // namespace detail
}  // namespace hipcub
