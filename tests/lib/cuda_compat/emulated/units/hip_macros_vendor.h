// A project's own header that maps CUDA's names to HIP's. Its __activemask() returns a fixed number, so that a test can
// see that it is called.
#pragma once
#include <hip/hip_runtime.h>
#define cudaError_t hipError_t
#define cudaMemcpy hipMemcpy
#define cudaMemcpyDeviceToHost hipMemcpyDeviceToHost
#define __shfl_xor_sync(mask, value, lane, width) __shfl_xor(value, lane, width)
static __device__ unsigned __activemask() {
  return 0x5u;
}
#if defined(__GFX9__)
constexpr int kWave = 64;
#else
constexpr int kWave = 32;
#endif
