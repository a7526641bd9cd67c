// The position of this thread among all threads of the launch, whatever the shape of grid and blocks, and the launch
// bounds of kernels. All threads are counted in one sequence: x first, then y, then z.
//
// The comments of these kernels use CUDA's terms. On AMD, a block is a workgroup, a warp is a wavefront of 32 or 64
// threads, and shared memory is LDS.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

// The largest block that hosts launch; without the bound, nvcc may give each thread so many registers that a block of
// this size cannot be launched.
constexpr int kMaxBlockThreads = 1024;

// Launch bounds of kernels that wait for memory. NVIDIA's compiler is instructed to leave room for two blocks of this
// size on those multiprocessors that have 2048 threads; AMD's compiler finds the number of registers by itself.
#if !defined(__AMDGCN__) && defined(__CUDA_ARCH__) &&                                                 \
    (__CUDA_ARCH__ == 700 || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000 || \
     __CUDA_ARCH__ == 1030)
#define TWO_BLOCKS_BOUNDS __launch_bounds__(kMaxBlockThreads, 2)
#else
#define TWO_BLOCKS_BOUNDS __launch_bounds__(kMaxBlockThreads)
#endif

// Ends a thread explicitly. With a plain `return`, nvcc computes the condition in vector registers, and waiting for
// these makes a large launch about 10% slower. The text is a macro because hipify would report it as inline PTX that it
// cannot translate. AMD's code does not use it.
#if defined(__CUDA_ARCH__) && !defined(__HIP_PLATFORM_AMD__)
#define EXIT_THREAD "exit;"
#endif

// Moves a number that is the same in all threads to a vector register. AMD's GPUs have about a hundred scalar
// registers; numbers that do not fit are moved to lanes of vector registers and back.
template <class Number>
__device__ __forceinline__ Number in_vector_register(Number number) {
#if defined(__AMDGCN__)
  asm("" : "+v"(number));
#endif
  return number;
}

struct ThreadGrid {
  uint32_t block_thread;   // index of this thread in its block
  uint32_t block_threads;  // threads per block
  size_t block;            // index of this thread's block
  size_t blocks;           // blocks of the launch
  size_t block_first;      // index of the first thread of its block, among all threads
  size_t threads;          // threads of the launch

  __device__ __forceinline__ size_t thread() const { return block_first + block_thread; }
};

// `block_x` is blockIdx.x, from a caller that has already read it (see WorkPartition::block_x()).
__device__ __forceinline__ ThreadGrid this_thread_in_grid(uint32_t block_x) {
  const uint32_t block_threads = blockDim.x * blockDim.y * blockDim.z;
  const size_t blocks = static_cast<size_t>(gridDim.x) * gridDim.y * gridDim.z;
  const size_t block = (static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + block_x;
  const uint32_t block_thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  return ThreadGrid{block_thread, block_threads, block, blocks, block * block_threads, blocks * block_threads};
}
__device__ __forceinline__ ThreadGrid this_thread_in_grid() {
  return this_thread_in_grid(blockIdx.x);
}
