// The part of work_partition.cuh for NVIDIA's GPUs of architecture 9.0: which blocks of a large grid are idle.
//
// H100 SXM and H200 run 264 blocks of kMaxBlockThreads at a time on 132 multiprocessors, two on each. If no more blocks
// work than the constants below permit, each working block has a multiprocessor to itself, with room for idle blocks
// next to it; from 87 working blocks on, this is no longer so. If elements are wide, every n-th block after the first
// kLargeGrid works, too, because wide elements move more bytes for each idle block. All of these numbers were measured
// on an H200. Other GPUs of 9.0 have fewer multiprocessors, and may be slower with these numbers.
#pragma once

#include <stdint.h>

#include "thread_grid.cuh"

constexpr uint32_t kNarrowWorkingBlocks = 71;
constexpr uint32_t kWideWorkingBlocks = 80;
// In a grid with fewer blocks along x, the idle ones start and end in negligible time.
constexpr uint32_t kLargeGrid = 2048;

__device__ constexpr uint32_t working_blocks(bool narrow) {
  return narrow ? kNarrowWorkingBlocks : kWideWorkingBlocks;
}

// Sets the result if the first float is not less than the second: if it is greater, equal or NaN. This is a macro for
// the same reason as EXIT_THREAD (thread_grid.cuh).
#define SET_IF_NOT_LESS "set.geu.u32.f32 %0, %1, %2;"

// Ends the threads of the blocks from kLargeGrid on, except every kDistance-th block; kDistance is a power of two, or
// 0, which ends all of them. The bits of the indices are compared as floats: these have the same order, except for the
// largest, which are NaN, for which the result is set, too. This comparison is the fastest one, because the block waits
// once, for its index, and for nothing else. It is in PTX because no compiler option flushes small numbers to 0 there.
template <uint32_t kDistance>
__device__ __forceinline__ void end_idle_blocks() {
  uint32_t is_beyond;
  asm(SET_IF_NOT_LESS : "=r"(is_beyond) : "f"(__uint_as_float(blockIdx.x)), "f"(__uint_as_float(kLargeGrid)));
  const bool works = kDistance != 0 && (blockIdx.x & (kDistance - 1)) == 0;
  if (is_beyond != 0 && !works) asm volatile(EXIT_THREAD);
}

// Returns blockIdx.x in a block that works. The index is converted to a double, which holds it exactly, and back.
// Otherwise, nvcc would use its scalar unit, which has no doubles, and make idle blocks, too, read the index a second
// time for it and wait.
__device__ __forceinline__ uint32_t block_x_of_worker() {
  double number;
  uint32_t index;
  asm("cvt.rn.f64.u32 %0, %1;" : "=d"(number) : "r"(blockIdx.x));
  asm("cvt.rzi.u32.f64 %0, %1;" : "=r"(index) : "d"(number));
  return index;
}
