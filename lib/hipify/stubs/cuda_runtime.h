// The part of CUDA's implicit runtime header that a parser needs: keywords, built-in variables and launches. These
// stubs replace the SDK while hipify preprocesses a source to find its includes and active branches. Nothing is ever
// compiled against them.
#pragma once

#include <stddef.h>

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))

struct uint3 {
  unsigned int x, y, z;
};

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
};

extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
extern const int warpSize;

typedef int cudaError_t;
typedef struct CUstream_st* cudaStream_t;
extern "C" unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t lds = 0, cudaStream_t stream = 0);
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t lds = 0, cudaStream_t stream = 0);
