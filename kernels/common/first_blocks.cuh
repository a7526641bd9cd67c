// The part of pack_share.cuh that is for NVIDIA's GPUs of architecture 9.0: which blocks of a large grid are idle.
//
// H100 SXM and H200 run 264 blocks of kMaxBlockThreads at a time on 132 multiprocessors, two on each. With so few of
// those that work a block has a multiprocessor for itself, and beside it there is room for idle ones; that ends at 87.
// Blocks that are behind the first kLargeGrid take turns where elements are wide: they move more bytes for each idle
// block. The numbers are measured, on an H200; others of 9.0 have fewer multiprocessors, and may be slower with these.
#pragma once

#include <stdint.h>

#include "thread_grid.cuh"

constexpr uint32_t kFirstOfNarrow = 71;
constexpr uint32_t kFirstOfWide = 80;
// Fewer blocks come and go in no time.
constexpr uint32_t kLargeGrid = 2048;

__device__ constexpr uint32_t first_blocks(bool narrow) {
  return narrow ? kFirstOfNarrow : kFirstOfWide;
}

// Says of floats whether the first is equal, greater or no number. By a name, as END_OF_THREAD is.
#define NOT_BELOW "set.geu.u32.f32 %0, %1, %2;"

// Ends the threads of blocks from kLargeGrid on, but for every kDistance-th, a power of two; of all if that is 0. As
// numbers of type float the indices have the same order, but for the largest, which are none. To compare such takes the
// least time of all ways that have been tried: reading the index is waited for once, and nothing else is. In PTX, where
// no option of the compiler's makes small ones 0.
template <uint32_t kDistance>
__device__ __forceinline__ void end_idle_blocks() {
  uint32_t behind;
  asm(NOT_BELOW : "=r"(behind) : "f"(__uint_as_float(blockIdx.x)), "f"(__uint_as_float(kLargeGrid)));
  const bool works = kDistance != 0 && (blockIdx.x & (kDistance - 1)) == 0;
  if (behind != 0 && !works) asm volatile(END_OF_THREAD);
}

// blockIdx.x of those that are left, by way of a double, which holds each index: else nvcc has idle blocks, too, read
// the index once more for its scalar unit, which has no such numbers, and wait for it.
__device__ __forceinline__ uint32_t block_x_of_worker() {
  double number;
  uint32_t index;
  asm("cvt.rn.f64.u32 %0, %1;" : "=d"(number) : "r"(blockIdx.x));
  asm("cvt.rzi.u32.f64 %0, %1;" : "=r"(index) : "d"(number));
  return index;
}
