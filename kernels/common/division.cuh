// Division of indices. GPUs have no instruction for it: in 64 bits it costs several times what it does in 32, and most
// tensors fit 32.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

__device__ __forceinline__ size_t quotient_of(size_t a, size_t b) {
  if ((a | b) >> 32 == 0) return static_cast<uint32_t>(a) / static_cast<uint32_t>(b);
  return a / b;
}
