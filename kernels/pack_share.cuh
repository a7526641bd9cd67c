// Which packs of a result each thread of a launch works on.
//
// Hosts launch a thread per element, many more than there are packs. Most blocks then have nothing to do, and starting
// and ending them takes about as long as the work itself. So they take turns with those that work: every so many-th
// block has the packs of all that follow up to the next, and the memory stays busy while the idle ones come and go.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

#include "thread_grid.cuh"

// As many threads as fill any present GPU several times over (the largest runs 622592 at a time). Where the host starts
// no thread per element, more do not work than these, or than have `each` packs if that is more.
constexpr size_t kEnoughThreads = size_t{1} << 20;

// Fewer would leave a large GPU half empty.
constexpr size_t kFewThreads = size_t{1} << 18;

__host__ __device__ constexpr int log2_of(int power) {
  return power == 1 ? 0 : 1 + log2_of(power / 2);
}

struct PackShare {
  size_t first;
  size_t step;
  size_t end;        // not above `first`: nothing to do for this thread
  bool block_works;  // one thread of its block does

  // Does this block have nothing to do, as can be seen at once? Hosts' one-dimensional grids are full of such blocks:
  // they are to end before anything else is worked out. What of() says of the others holds.
  template <int kElements>
  __device__ __forceinline__ static bool idles(size_t places, int each) {
    const bool many = (places >> each) / kElements >= kFewThreads;
    const uint32_t turn = static_cast<uint32_t>(kElements) << (many ? each : 0);
    if ((blockIdx.x & (turn - 1)) == 0 || gridDim.y != 1 || gridDim.z != 1) return false;
    return static_cast<size_t>(gridDim.x) * (blockDim.x * blockDim.y * blockDim.z) >= places;
  }

  // `places`: elements, and what is missing before the first to fill its pack; kElements in each. `each`, a power of
  // two: the packs that a thread should have, as log2.
  template <int kElements>
  __device__ __forceinline__ static PackShare of(const ThreadGrid& grid, size_t places, int each) {
    if (grid.threads >= places) return take_turns<kElements>(grid, places, each);
    const size_t packs = (places + kElements - 1) / kElements;
    const size_t fewest = ((packs - 1) >> each) + 1;
    const size_t most = fewest > kEnoughThreads ? fewest : kEnoughThreads;
    size_t workers = grid.threads < packs ? grid.threads : packs;
    if (workers > most) workers = most;
    return {grid.thread(), workers, grid.thread() < workers ? packs : 0, grid.block_first < workers};
  }

 private:
  template <int kElements>
  __device__ __forceinline__ static PackShare take_turns(const ThreadGrid& grid, size_t places, int each) {
    const size_t packs = (places + kElements - 1) / kElements;
    // Few packs are better shared by many threads.
    while (each > 0 && (packs >> each) < kFewThreads) --each;
    const int turn = log2_of(kElements) + each;
    if ((grid.block & ((size_t{1} << turn) - 1)) != 0) return {0, 1, 0, false};
    const size_t count = static_cast<size_t>(grid.block_threads) << each;
    const size_t begin = (grid.block >> turn) * count;
    const size_t end = begin + count < packs ? begin + count : packs;
    return {begin + grid.lane, grid.block_threads, end, begin < end};
  }
};
