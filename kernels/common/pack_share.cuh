// Which packs of a result each thread of a launch works on.
//
// Hosts launch a thread per element, many more than there are packs. Most blocks then have nothing to do, and starting
// and ending them takes about as long as the work itself. So of a large grid's blocks only some work, and the memory
// stays busy while the idle ones come and go: those at every so many-th place along x, or, where it is known how many
// are enough, the first of each line along x.
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

// Which blocks of a large grid work. That the first do is a wish, met where it is known how many are enough.
enum class Workers { spread, first };

#if defined(END_OF_THREAD) && __CUDA_ARCH__ == 900
#define FIRST_BLOCKS_WORK
#include "first_blocks.cuh"
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
  // few instructions as may be, so this asks for the launch alone, and whether operands are `dense`, last of all. What
  // of() says of the others holds. On NVIDIA's GPUs their threads have ended when it returns.
  template <int kElements, int kEach, Workers kWorkers = Workers::spread>
  __device__ __forceinline__ static bool idles([[maybe_unused]] bool dense = false) {
#if defined(FIRST_BLOCKS_WORK)
    if constexpr (kWorkers == Workers::first) {
      end_idle_blocks<is_narrow<kElements>() ? 0 : uint32_t{kElements} << kEach>();
      if (gridDim.x > kLargeGrid && block_x<kWorkers>() < kLargeGrid &&
          block_x<kWorkers>() * block_threads() >= first_threads<kElements>(dense))
        asm volatile(END_OF_THREAD);
      return false;
    }
#endif
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
  template <int kElements, int kEach, Workers kWorkers = Workers::spread>
  __device__ __forceinline__ static PackShare of(const ThreadGrid& grid, size_t places, int each,
                                                 [[maybe_unused]] bool dense = false) {
    const size_t packs = (places + kElements - 1) / kElements;
#if defined(FIRST_BLOCKS_WORK)
    if (kWorkers == Workers::first && gridDim.x > kLargeGrid) {
      const uint32_t enough = (first_threads<kElements>(dense) - 1) / block_threads() + 1;
      const uint32_t first = enough < kLargeGrid ? enough : kLargeGrid;
      const uint32_t block = block_x<kWorkers>();
      if constexpr (is_narrow<kElements>()) return of_line(grid, packs, block, first);
      constexpr uint32_t kDistance = uint32_t{kElements} << kEach;
      static_assert(kLargeGrid % kDistance == 0);
      const uint32_t line = first + (gridDim.x - 1 - kLargeGrid) / kDistance + 1;
      return of_line(grid, packs, block < kLargeGrid ? block : first + (block - kLargeGrid) / kDistance, line);
    }
#endif
    // What idles() lets end, does. Else small blocks count by their threads: a host that starts as many of them as
    // fill the device does not start a thread per element.
    const size_t full_blocks = static_cast<size_t>(gridDim.x) * grid.block_threads / kMaxBlockThreads;
    const size_t blocks = takes_turns<kElements>(gridDim.x, kEach) ? gridDim.x : full_blocks;
    if (takes_turns<kElements>(blocks, 0)) {
      while (!takes_turns<kElements>(blocks, each)) --each;
      return take_turns(grid, packs, block_x<kWorkers>(), log2_of(kElements) + each);
    }
    const size_t fewest = ((packs - 1) >> each) + 1;
    const size_t most = fewest > kEnoughThreads ? fewest : kEnoughThreads;
    size_t workers = grid.threads < packs ? grid.threads : packs;
    if (workers > most) workers = most;
    return {grid.thread(), workers, grid.thread() < workers ? packs : 0, grid.block_first < workers};
  }

  // blockIdx.x, after idles().
  template <Workers kWorkers>
  __device__ __forceinline__ static uint32_t block_x() {
#if defined(FIRST_BLOCKS_WORK)
    if constexpr (kWorkers == Workers::first) return block_x_of_worker();
#endif
    return blockIdx.x;
  }

 private:
  // Are enough of `blocks` left to work?
  template <int kElements, class Count>
  __device__ __forceinline__ static bool takes_turns(Count blocks, int each) {
    return blocks >= (kFewBlocks * kElements) << each;
  }

  // Every 2^turn-th block along x works.
  __device__ __forceinline__ static PackShare take_turns(const ThreadGrid& grid, size_t packs, uint32_t place,
                                                         int turn) {
    if ((place & ((uint32_t{1} << turn) - 1)) != 0) return {0, 1, 0, false};
    return of_line(grid, packs, place >> turn, ((gridDim.x - 1) >> turn) + 1);
  }

  // The `place`-th of those `line` blocks that work in each line along x.
  __device__ __forceinline__ static PackShare of_line(const ThreadGrid& grid, size_t packs, uint32_t place,
                                                      uint32_t line) {
    const size_t workers = static_cast<size_t>(line) * gridDim.y * gridDim.z;
    const size_t worker = (static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y) * line + place;
    const size_t first = worker * grid.block_threads;
    return {first + grid.lane, workers * grid.block_threads, packs, first < packs};
  }

#if defined(FIRST_BLOCKS_WORK)
  template <int kElements>
  __device__ __forceinline__ static constexpr bool is_narrow() {
    return kElements >= 8;
  }

  __device__ __forceinline__ static uint32_t block_threads() { return blockDim.x * blockDim.y * blockDim.z; }

  // Of strided operands, whose elements take longer to find, as many blocks work as have not ended.
  template <int kElements>
  __device__ __forceinline__ static uint32_t first_threads(bool dense) {
    return dense ? first_blocks(is_narrow<kElements>()) * kMaxBlockThreads : UINT32_MAX;
  }
#endif
};
