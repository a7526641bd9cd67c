// Definitions that the probes share, and the atomic addition of pairs of halves, which the HIP headers lack.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

// The meaning of __noinline__ in CUDA. HIP's headers define __noinline__ as nothing.
#define NOT_INLINED __attribute__((noinline))

// The mask that probes pass to the _sync functions: all lanes of a warp.
constexpr unsigned kAllLanes = 0xffffffffu;

#if defined(__HIP__)

// A pair of halves is one word, which is replaced by compare and swap in a loop.
__device__ inline __half2 atomicAdd(__half2* address, __half2 value) {
  auto* word = reinterpret_cast<unsigned*>(address);
  unsigned expected = *word, found;
  do {
    found = expected;
    __half2 sum;
    __builtin_memcpy(&sum, &found, sizeof sum);
    sum = __hadd2(sum, value);
    unsigned replacement;
    __builtin_memcpy(&replacement, &sum, sizeof replacement);
    expected = atomicCAS(word, found, replacement);
  } while (expected != found);
  __half2 before;
  __builtin_memcpy(&before, &found, sizeof before);
  return before;
}

#endif
