// CUDA's language extensions as plain C++: kernels become functions, a block has one thread, and the launch geometry is
// a set of variables that the test sets. Barriers do nothing, because there are no other threads.
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
// Dynamic shared memory, `extern __shared__ T x[]`, becomes the declaration of a variable, which the test defines.
#define __shared__
#define __launch_bounds__(...)

struct HostIndex {
  unsigned x;
  unsigned y;
  unsigned z;
};

inline HostIndex threadIdx{0, 0, 0};
inline HostIndex blockIdx{0, 0, 0};
inline HostIndex blockDim{1, 1, 1};
inline HostIndex gridDim{1, 1, 1};

inline void __syncthreads() {}

// A single thread has no other lanes to receive from.
template <class T>
T __shfl_down_sync(uint32_t, T value, uint32_t, int) {
  return value;
}
template <class T>
T __shfl_xor_sync(uint32_t, T value, uint32_t, int) {
  return value;
}

inline uint32_t atomicOr(uint32_t* address, uint32_t bits) {
  const uint32_t before = *address;
  *address |= bits;
  return before;
}
inline uint32_t atomicExch(uint32_t* address, uint32_t value) {
  const uint32_t before = *address;
  *address = value;
  return before;
}

inline uint64_t __umul64hi(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>(static_cast<Wide>(a) * b >> 64);
}

inline int __dp4a(int a, int b, int sum) {
  for (int byte = 0; byte < 32; byte += 8) sum += static_cast<int8_t>(a >> byte) * static_cast<int8_t>(b >> byte);
  return sum;
}

inline double normcdf(double x) {
  return 0.5 * erfc(-x * 0.70710678118654752440);
}
inline float normcdff(float x) {
  return static_cast<float>(normcdf(static_cast<double>(x)));
}
