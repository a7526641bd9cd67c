// Where this thread stands among all threads of the launch, whatever the shape of grid and blocks.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

// The largest block that hosts launch; without the bound nvcc may give a thread more registers than such a block has.
constexpr int kMaxBlockThreads = 1024;

// Bounds of kernels that wait for memory: NVIDIA's compiler is told that two such blocks are to fit on those
// multiprocessors that have the 2048 threads; AMD's finds the registers by itself.
#if !defined(__AMDGCN__) && defined(__CUDA_ARCH__) &&                                                 \
    (__CUDA_ARCH__ == 700 || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000 || \
     __CUDA_ARCH__ == 1030)
#define TWO_BLOCKS_BOUNDS __launch_bounds__(kMaxBlockThreads, 2)
#else
#define TWO_BLOCKS_BOUNDS __launch_bounds__(kMaxBlockThreads)
#endif

// Where threads end by themselves, for nvcc's sake: the condition of a return it works out in vector registers, and the
// wait for those is a tenth of the time of a large launch. By a name: literals are what hipify looks into, and AMD's
// code has no use for this.
#if defined(__CUDA_ARCH__) && !defined(__HIP_PLATFORM_AMD__)
#define END_OF_THREAD "exit;"
#endif

// A number that all threads have alike, in a vector register. Of scalar ones AMD's GPUs have about a hundred, and what
// does not fit goes to lanes of vector registers and back.
template <class Number>
__device__ __forceinline__ Number in_vector_register(Number number) {
#if defined(__AMDGCN__)
  asm("" : "+v"(number));
#endif
  return number;
}

struct ThreadGrid {
  uint32_t lane;           // of this thread in its block
  uint32_t block_threads;  // of each block
  size_t block;            // which one this thread's is
  size_t blocks;           // of the launch
  size_t block_first;      // the first thread of its block, among all threads
  size_t threads;          // of the launch

  __device__ __forceinline__ size_t thread() const { return block_first + lane; }
};

__device__ __forceinline__ ThreadGrid this_thread_in_grid(uint32_t block_x) {
  const uint32_t block_threads = blockDim.x * blockDim.y * blockDim.z;
  const size_t blocks = static_cast<size_t>(gridDim.x) * gridDim.y * gridDim.z;
  const size_t block = (static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + block_x;
  const uint32_t lane = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  return ThreadGrid{lane, block_threads, block, blocks, block * block_threads, blocks * block_threads};
}
__device__ __forceinline__ ThreadGrid this_thread_in_grid() {
  return this_thread_in_grid(blockIdx.x);
}
