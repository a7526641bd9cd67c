// Assigns the packs of a result to the threads of a launch. Used by candle/elementwise.cuh, select.cuh, gathering.cuh
// and fill.cuh, and by rotary.cuh.
//
// Hosts launch one thread per element, which is many more threads than packs. Most blocks then have nothing to do, and
// starting and ending them takes about as long as the work itself. In a large grid, therefore, only some blocks work,
// and the memory stays busy while the idle ones start and end. Every n-th block along x works or, where it is known how
// many blocks are enough, the first blocks of each line along x.
//
// Neighbouring threads of a block process neighbouring packs. Which blocks work is decided by block, so kernels may
// return before a barrier if idles() is true or `block_works` is false.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

#include "thread_grid.cuh"

// This number of threads fills any present GPU several times over (the largest runs 622592 at a time). In a small grid,
// at most this number of threads work or, if that is more, the number for which each thread has the wanted number of
// packs.
constexpr size_t kEnoughThreads = size_t{1} << 20;

// The fewest blocks that work. With fewer blocks of kMaxBlockThreads, a large GPU would be half empty.
constexpr uint32_t kFewBlocks = 256;

// Which blocks of a large grid work. `first` is a preference, which has an effect where it is known how many blocks are
// enough.
enum class Workers { spread, first };

#if defined(END_OF_THREAD) && __CUDA_ARCH__ == 900
#define FIRST_BLOCKS_WORK
#include "first_blocks.cuh"
#endif

__host__ __device__ constexpr int log2_of(int power) {
  return power == 1 ? 0 : 1 + log2_of(power / 2);
}

// The packs of one thread: `first`, `first` + `step`, ... below `end`. A pack has kElements elements. `each` and kEach
// are the number of packs that a thread should have if the host launches a thread per element; the number is a power of
// two, given as log2.
struct PackShare {
  size_t first;
  size_t step;
  size_t end;        // if not above `first`, this thread has nothing to do
  bool block_works;  // whether any thread of its block has something to do

  // Returns whether this block has nothing to do, as far as this can be decided at once. Large grids are full of these
  // blocks, and they should end after as few instructions as possible. This function therefore reads only the launch
  // geometry and, last of all, whether operands are `dense`. For all other blocks, of() decides. On NVIDIA's GPUs, this
  // never returns true, because the threads of an idle block end in it.
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

  // `places` is the number of elements, plus those that are missing before the first to fill its pack. kEach must be
  // the value that is passed to idles(), if the kernel calls that, and `each` must not be below it.
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
    // Blocks that idles() ends must have no share, so its condition comes first. Otherwise, small blocks count by their
    // threads: if a host launches enough of them to fill the device, it does not launch a thread per element.
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

  // Returns blockIdx.x; must be called after idles().
  template <Workers kWorkers>
  __device__ __forceinline__ static uint32_t block_x() {
#if defined(FIRST_BLOCKS_WORK)
    if constexpr (kWorkers == Workers::first) return block_x_of_worker();
#endif
    return blockIdx.x;
  }

 private:
  // Returns whether enough of `blocks` blocks are left to work.
  template <int kElements, class Count>
  __device__ __forceinline__ static bool takes_turns(Count blocks, int each) {
    return blocks >= (kFewBlocks * kElements) << each;
  }

  // Assigns the packs to every 2^turn-th block along x.
  __device__ __forceinline__ static PackShare take_turns(const ThreadGrid& grid, size_t packs, uint32_t place,
                                                         int turn) {
    if ((place & ((uint32_t{1} << turn) - 1)) != 0) return {0, 1, 0, false};
    return of_line(grid, packs, place >> turn, ((gridDim.x - 1) >> turn) + 1);
  }

  // Returns the share of the `place`-th of the `line` blocks that work in each line along x.
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

  // If operands are strided, their elements take longer to find. In this case, all blocks that have not ended work.
  template <int kElements>
  __device__ __forceinline__ static uint32_t first_threads(bool dense) {
    return dense ? first_blocks(is_narrow<kElements>()) * kMaxBlockThreads : UINT32_MAX;
  }
#endif
};
