// Which packs of a result each thread of a launch works on.
//
// Hosts launch a thread per element, many more than there are packs. Most blocks then have nothing to do, and starting
// and ending them takes about as long as the work itself. So of a large grid's blocks only those at every so many-th
// place along x work, and the memory stays busy while the idle ones come and go.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

#include "thread_grid.cuh"

// As many threads as fill any present GPU several times over (the largest runs 622592 at a time). Of a small grid more
// do not work than these, or than have `each` packs if that is more.
constexpr size_t kEnoughThreads = size_t{1} << 20;

// Of those that work. Fewer, of kMaxBlockThreads, would leave a large GPU half empty.
constexpr uint32_t kFewBlocks = 256;

// Where threads end by themselves, for nvcc's sake: the condition of a return it works out in vector registers, and the
// wait for those is a tenth of the time of a large launch.
#if defined(__CUDA_ARCH__) && !defined(__HIP_PLATFORM_AMD__)
#define END_OF_THREAD "exit;"
#endif

__host__ __device__ constexpr int log2_of(int power) {
  return power == 1 ? 0 : 1 + log2_of(power / 2);
}

// kElements in a pack; `each`, a power of two: the packs that a thread should have, as log2, where the host starts a
// thread per element.
struct PackShare {
  size_t first;
  size_t step;
  size_t end;        // not above `first`: nothing to do for this thread
  bool block_works;  // one thread of its block does

  // Has this block nothing to do, as can be seen at once? Large grids are full of such blocks: they are to end after as
  // few instructions as may be, so this asks for the launch alone. What of() says of the others holds. On NVIDIA's GPUs
  // their threads have ended when it returns.
  template <int kElements, int kEach>
  __device__ __forceinline__ static bool idles() {
    const bool idle =
        takes_turns<kElements>(gridDim.x, kEach) && (blockIdx.x & ((uint32_t{kElements} << kEach) - 1)) != 0;
#if defined(END_OF_THREAD)
    if (idle) asm volatile(END_OF_THREAD);
    return false;
#else
    return idle;
#endif
  }

  // `places`: elements, and what is missing before the first to fill its pack. kEach is what idles() is told, where
  // that is asked; `each` is not below it.
  template <int kElements, int kEach>
  __device__ __forceinline__ static PackShare of(const ThreadGrid& grid, size_t places, int each) {
    const size_t packs = (places + kElements - 1) / kElements;
    // What idles() lets end, does. Else small blocks count by their threads: a host that starts as many of them as
    // fill the device does not start a thread per element.
    const size_t full_blocks = static_cast<size_t>(gridDim.x) * grid.block_threads / kMaxBlockThreads;
    const size_t blocks = takes_turns<kElements>(gridDim.x, kEach) ? gridDim.x : full_blocks;
    if (takes_turns<kElements>(blocks, 0)) {
      while (!takes_turns<kElements>(blocks, each)) --each;
      return take_turns(grid, packs, log2_of(kElements) + each);
    }
    const size_t fewest = ((packs - 1) >> each) + 1;
    const size_t most = fewest > kEnoughThreads ? fewest : kEnoughThreads;
    size_t workers = grid.threads < packs ? grid.threads : packs;
    if (workers > most) workers = most;
    return {grid.thread(), workers, grid.thread() < workers ? packs : 0, grid.block_first < workers};
  }

 private:
  // Are enough of `blocks` left to work?
  template <int kElements, class Count>
  __device__ __forceinline__ static bool takes_turns(Count blocks, int each) {
    return blocks >= (kFewBlocks * kElements) << each;
  }

  // Every 2^turn-th block along x works.
  __device__ __forceinline__ static PackShare take_turns(const ThreadGrid& grid, size_t packs, int turn) {
    if ((blockIdx.x & ((uint32_t{1} << turn) - 1)) != 0) return {0, 1, 0, false};
    const uint32_t line = ((gridDim.x - 1) >> turn) + 1;
    const size_t workers = static_cast<size_t>(line) * gridDim.y * gridDim.z;
    const size_t worker = (static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y) * line + (blockIdx.x >> turn);
    const size_t first = worker * grid.block_threads;
    return {first + grid.lane, workers * grid.block_threads, packs, first < packs};
  }
};
