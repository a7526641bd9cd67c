// Division of indices. GPUs have no instruction for it. In 64 bits it takes several times as long as in 32 bits, and
// the indices of most tensors fit in 32 bits.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

__device__ __forceinline__ size_t quotient_of(size_t a, size_t b) {
  if ((a | b) >> 32 == 0) return static_cast<uint32_t>(a) / static_cast<uint32_t>(b);
  return a / b;
}
