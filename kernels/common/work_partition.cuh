// Assigns the packs of a result to the threads of a launch. Used by candle/elementwise.cuh, select.cuh, gathering.cuh
// and fill.cuh, and by rotary.cuh.
//
// Hosts launch one thread per element, which is many more threads than packs. Most blocks then have nothing to do, and
// starting and ending them takes about as long as the work itself. In a large grid, therefore, only some blocks work,
// and the memory stays busy while the idle ones start and end. Every n-th block along x works or, where it is known how
// many blocks are enough, the first blocks of each line along x.
//
// Neighbouring threads of a block process neighbouring packs. Which blocks work is decided by block, so kernels may
// return before a barrier if block_is_idle() is true or `block_has_work` is false.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

#include "thread_grid.cuh"

// More threads than any present GPU runs at a time: the largest, MI300X, runs 304 * 2048 = 622592. In a small grid, at
// most this number of threads work or, if that is more, the number for which each thread has the wanted number of
// packs.
constexpr size_t kMaxWorkingThreads = size_t{1} << 20;

// The fewest blocks that work. With fewer blocks of kMaxBlockThreads, a large GPU would be half empty.
constexpr uint32_t kMinWorkingBlocks = 256;

// Which blocks of a large grid work: every n-th block along x (spread), or the first blocks of each line along x
// (first). `first` has an effect only where it is known how many blocks are enough (HAS_WORKING_BLOCK_LIMIT); elsewhere
// it is the same as `spread`.
enum class WorkingBlocks { spread, first };

#if defined(EXIT_THREAD) && __CUDA_ARCH__ == 900
#define HAS_WORKING_BLOCK_LIMIT
#include "idle_blocks_sm90.cuh"
#endif

__host__ __device__ constexpr int log2_of(int power) {
  return power == 1 ? 0 : 1 + log2_of(power / 2);
}

// The packs of one thread: `first`, `first` + `step`, ... below `end`. A pack has kElements elements. `packs_log2` and
// kPacksPerThreadLog2 are the number of packs that a thread should have if the host launches a thread per element; the
// number is a power of two, given as log2. It affects only the speed. The tests cover logarithms of up to 5, the
// largest that a kernel uses (large_grids() in tests/kernels/host_launch.hpp).
struct WorkPartition {
  size_t first;
  size_t step;
  size_t end;           // if not above `first`, this thread has nothing to do
  bool block_has_work;  // whether any thread of its block has something to do

  // Returns true if the block certainly has nothing to do. Most blocks of a large grid are like this, and they should
  // end after as few instructions as possible. This function therefore reads only the launch geometry and, last of all,
  // whether operands are `dense`. For all other blocks, of() decides. On NVIDIA's GPUs, this never returns true,
  // because the threads of an idle block end in it.
  template <int kElements, int kPacksPerThreadLog2, WorkingBlocks kWorkingBlocks = WorkingBlocks::spread>
  __device__ __forceinline__ static bool block_is_idle([[maybe_unused]] bool dense = false) {
#if defined(HAS_WORKING_BLOCK_LIMIT)
    if constexpr (kWorkingBlocks == WorkingBlocks::first) {
      end_idle_blocks<is_narrow<kElements>() ? 0 : uint32_t{kElements} << kPacksPerThreadLog2>();
      if (gridDim.x > kLargeGrid && block_x<kWorkingBlocks>() < kLargeGrid &&
          block_x<kWorkingBlocks>() * block_threads() >= first_threads<kElements>(dense))
        asm volatile(EXIT_THREAD);
      return false;
    }
#endif
    const bool idle = leaves_enough_blocks<kElements>(gridDim.x, kPacksPerThreadLog2) &&
                      (blockIdx.x & ((uint32_t{kElements} << kPacksPerThreadLog2) - 1)) != 0;
#if defined(EXIT_THREAD)
    if (idle) asm volatile(EXIT_THREAD);
    return false;
#else
    return idle;
#endif
  }

  // `padded_elements` is the number of elements, plus those that are missing before the first to fill its pack.
  // kPacksPerThreadLog2 must be the value that is passed to block_is_idle(), if the kernel calls that, and `packs_log2`
  // must not be below it.
  template <int kElements, int kPacksPerThreadLog2, WorkingBlocks kWorkingBlocks = WorkingBlocks::spread>
  __device__ __forceinline__ static WorkPartition of(const ThreadGrid& grid, size_t padded_elements, int packs_log2,
                                                     [[maybe_unused]] bool dense = false) {
    const size_t packs = (padded_elements + kElements - 1) / kElements;
#if defined(HAS_WORKING_BLOCK_LIMIT)
    if (kWorkingBlocks == WorkingBlocks::first && gridDim.x > kLargeGrid) {
      const uint32_t enough = (first_threads<kElements>(dense) - 1) / block_threads() + 1;
      const uint32_t first = enough < kLargeGrid ? enough : kLargeGrid;
      const uint32_t block = block_x<kWorkingBlocks>();
      if constexpr (is_narrow<kElements>()) return share_of_block(grid, packs, block, first);
      constexpr uint32_t kDistance = uint32_t{kElements} << kPacksPerThreadLog2;
      static_assert(kLargeGrid % kDistance == 0);
      const uint32_t line_workers = first + (gridDim.x - 1 - kLargeGrid) / kDistance + 1;
      return share_of_block(grid, packs, block < kLargeGrid ? block : first + (block - kLargeGrid) / kDistance,
                            line_workers);
    }
#endif
    // A block that block_is_idle() ends must not get packs, so its condition comes first. In other grids, blocks are
    // counted in units of kMaxBlockThreads threads: many small blocks do not mean that the host launches a thread per
    // element.
    const size_t full_blocks = static_cast<size_t>(gridDim.x) * grid.block_threads / kMaxBlockThreads;
    const size_t blocks = leaves_enough_blocks<kElements>(gridDim.x, kPacksPerThreadLog2) ? gridDim.x : full_blocks;
    if (leaves_enough_blocks<kElements>(blocks, 0)) {
      while (!leaves_enough_blocks<kElements>(blocks, packs_log2)) --packs_log2;
      return every_nth_block(grid, packs, block_x<kWorkingBlocks>(), log2_of(kElements) + packs_log2);
    }
    const size_t fewest = ((packs - 1) >> packs_log2) + 1;
    const size_t most = fewest > kMaxWorkingThreads ? fewest : kMaxWorkingThreads;
    size_t workers = grid.threads < packs ? grid.threads : packs;
    if (workers > most) workers = most;
    return {grid.thread(), workers, grid.thread() < workers ? packs : 0, grid.block_first < workers};
  }

  // Returns blockIdx.x; must be called after block_is_idle().
  template <WorkingBlocks kWorkingBlocks>
  __device__ __forceinline__ static uint32_t block_x() {
#if defined(HAS_WORKING_BLOCK_LIMIT)
    if constexpr (kWorkingBlocks == WorkingBlocks::first) return block_x_of_worker();
#endif
    return blockIdx.x;
  }

 private:
  // Returns whether at least kMinWorkingBlocks of `blocks` blocks work if every n-th block does, where n is kElements
  // times 2^packs_log2.
  template <int kElements, class Count>
  __device__ __forceinline__ static bool leaves_enough_blocks(Count blocks, int packs_log2) {
    return blocks >= (kMinWorkingBlocks * kElements) << packs_log2;
  }

  // Assigns the packs to every n-th block along x, where n is 2^n_log2.
  __device__ __forceinline__ static WorkPartition every_nth_block(const ThreadGrid& grid, size_t packs, uint32_t block,
                                                                  int n_log2) {
    if ((block & ((uint32_t{1} << n_log2) - 1)) != 0) return {0, 1, 0, false};
    return share_of_block(grid, packs, block >> n_log2, ((gridDim.x - 1) >> n_log2) + 1);
  }

  // `line_workers` blocks work in each line along x. Returns the packs of the block that is number `index` of them.
  __device__ __forceinline__ static WorkPartition share_of_block(const ThreadGrid& grid, size_t packs, uint32_t index,
                                                                 uint32_t line_workers) {
    const size_t workers = static_cast<size_t>(line_workers) * gridDim.y * gridDim.z;
    const size_t worker = (static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y) * line_workers + index;
    const size_t first = worker * grid.block_threads;
    return {first + grid.block_thread, workers * grid.block_threads, packs, first < packs};
  }

#if defined(HAS_WORKING_BLOCK_LIMIT)
  // Whether elements have at most 16 bits, so that a pack has eight or more.
  template <int kElements>
  __device__ __forceinline__ static constexpr bool is_narrow() {
    return kElements >= 8;
  }

  __device__ __forceinline__ static uint32_t block_threads() { return blockDim.x * blockDim.y * blockDim.z; }

  // If operands are strided, their elements take longer to find. In this case, all blocks that have not ended work.
  template <int kElements>
  __device__ __forceinline__ static uint32_t first_threads(bool dense) {
    return dense ? working_blocks(is_narrow<kElements>()) * kMaxBlockThreads : UINT32_MAX;
  }
#endif
};
