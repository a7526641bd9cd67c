// What the probes share, and the sum of pairs of halves, where the HIP headers have none.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

// What __noinline__ stands for; HIP's headers define that as nothing.
#define NOT_INLINED __attribute__((noinline))

// The lanes that all functions with a mask are called by.
constexpr unsigned kAllLanes = 0xffffffffu;

#if defined(__HIP__)

// Two halves are one word: replaced as such until nobody was in between.
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
