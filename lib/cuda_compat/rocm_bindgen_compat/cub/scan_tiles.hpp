// The scan of CUB's device-wide functions. The tiles are reduced, their results are scanned, and each tile then scans
// its items from the resulting prefix.
#pragma once

#include "rocm_bindgen_compat/cub/device.hpp"

namespace hipcub {
namespace detail {

// Scans a thread's items of a tile. `before` is the prefix of the first item; it is valid if `any` is true. A thread
// reads all its items before it writes the first, so a scan can be done in place.
template <class T, class Input, class Output, class Op>
__device__ void scan_items(Input in, Output out, size_t first, int items, T before, bool any, Op op, bool inclusive) {
  T values[kItemsPerThread];
  for (int i = 0; i < kItemsPerThread; ++i)
    if (i < items) values[i] = static_cast<T>(in[first + i]);
  for (int i = 0; i < kItemsPerThread; ++i) {
    if (i >= items) break;
    const T next = any ? static_cast<T>(op(before, values[i])) : values[i];
    out[first + i] = inclusive ? next : before;
    before = next;
    any = true;
  }
}

// Scans one tile. `prefix` precedes the tile; it is valid if `any` is true. All threads get the prefix that follows the
// tile.
template <class T, class Input, class Output, class Op>
__device__ T scan_tile(typename BlockScan<T, kDeviceThreads>::TempStorage& storage, Input in, Output out, size_t begin,
                       size_t end, T prefix, bool any, Op op, bool inclusive) {
  __shared__ Uninitialized<T> last;
  T sum{}, before{};
  const int items = reduce_items<T>(in, begin, end, op, sum);
  // Threads without items come after all others, so the value T{} that they contribute reaches no item.
  BlockScan<T, kDeviceThreads>(storage).ExclusiveScan(sum, before, op);
  const bool first_thread = threadIdx.x == 0;
  if (any) before = first_thread ? prefix : static_cast<T>(op(prefix, before));
  const size_t first = begin + threadIdx.x * size_t{kItemsPerThread};
  if (items > 0 && first + items == end) last.Alias() = any || !first_thread ? static_cast<T>(op(before, sum)) : sum;
  scan_items<T>(in, out, first, items, before, any || !first_thread, op, inclusive);
  __syncthreads();
  const T made = last.Alias();
  __syncthreads();
  return made;
}

// Replaces the sums of the tiles by exclusive prefixes: afterwards, sums[i] is the prefix of tile i. One block scans
// all sums, kTile of them at a time.
template <class T, class Op>
__global__ void scan_sums(T* sums, size_t tiles, Op op, T initial, bool has_initial) {
  __shared__ typename BlockScan<T, kDeviceThreads>::TempStorage storage;
  T prefix = initial;
  for (size_t tile = 0; tile < tiles; tile += kTile)
    prefix = scan_tile<T>(storage, sums, sums, tile, tile + kTile < tiles ? tile + kTile : tiles, prefix,
                          has_initial || tile > 0, op, false);
}

template <class T, class Input, class Output, class Op>
__global__ void scan_tiles(Input in, Output out, size_t count, const T* prefixes, Op op, bool has_initial,
                           bool inclusive) {
  __shared__ typename BlockScan<T, kDeviceThreads>::TempStorage storage;
  for (size_t tile = blockIdx.x; tile < (count + kTile - 1) / kTile; tile += gridDim.x) {
    const size_t begin = tile * kTile;
    scan_tile<T>(storage, in, out, begin, begin + kTile < count ? begin + kTile : count, prefixes[tile],
                 has_initial || tile > 0, op, inclusive);
  }
}

template <class T, class Input, class Output, class Op>
hipError_t scan(Storage& storage, size_t& bytes, Input in, Output out, size_t count, Op op, T initial, bool has_initial,
                bool inclusive, hipStream_t stream, bool synchronous) {
  const size_t tiles = tiles_of(count);
  T* sums = storage.take<T>(tiles);
  if (storage.only_asked(bytes) || tiles == 0) return hipSuccess;
  reduce_tiles<T><<<blocks_for(tiles), kDeviceThreads, 0, stream>>>(in, count, sums, op);
  scan_sums<T><<<1, kDeviceThreads, 0, stream>>>(sums, tiles, op, initial, has_initial);
  scan_tiles<T><<<blocks_for(tiles), kDeviceThreads, 0, stream>>>(in, out, count, static_cast<const T*>(sums), op,
                                                                  has_initial, inclusive);
  return launched(stream, synchronous);
}

}  // namespace detail

}  // namespace hipcub
