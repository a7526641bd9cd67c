// CUDA's names for warps of 32 lanes, byte dot products and pairs of halves, where the HIP headers have none. On a wave
// of 64 lanes there are two such warps, and a vote is that of the caller's own.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

// What __noinline__ stands for; HIP's headers define that as nothing.
#define NOT_INLINED __attribute__((noinline))

// The lanes that all functions with a mask are called by.
constexpr unsigned kAllLanes = 0xffffffffu;

// atomicInc and atomicDec of HIP's headers call what LLVM has no longer.
__device__ inline unsigned increment_to(unsigned* address, unsigned limit) {
#if defined(__HIP__)
  return __builtin_amdgcn_atomic_inc32(address, limit, __ATOMIC_RELAXED, "agent");
#else
  return atomicInc(address, limit);
#endif
}
__device__ inline unsigned decrement_from(unsigned* address, unsigned limit) {
#if defined(__HIP__)
  return __builtin_amdgcn_atomic_dec32(address, limit, __ATOMIC_RELAXED, "agent");
#else
  return atomicDec(address, limit);
#endif
}

#if defined(__HIP__)

template <class T>
__device__ inline T __shfl_sync(unsigned, T value, int lane, int width = 32) {
  return __shfl(value, lane & (width - 1), width);
}
template <class T>
__device__ inline T __shfl_up_sync(unsigned, T value, unsigned delta, int width = 32) {
  return __shfl_up(value, delta, width);
}
template <class T>
__device__ inline T __shfl_down_sync(unsigned, T value, unsigned delta, int width = 32) {
  return __shfl_down(value, delta, width);
}
template <class T>
__device__ inline T __shfl_xor_sync(unsigned, T value, int mask, int width = 32) {
  return __shfl_xor(value, mask, width);
}

__device__ inline unsigned __ballot_sync(unsigned, int predicate) {
  return static_cast<unsigned>(__ballot64(predicate) >> (__lane_id() & 32));
}
__device__ inline int __any_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}
__device__ inline int __all_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, !predicate) == 0;
}
__device__ inline void __syncwarp(unsigned = kAllLanes) {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
}

#if defined(__gfx11_generic__) || defined(__gfx12_generic__) || defined(__GFX11__) || defined(__GFX12__)
#define PROBE_HAS_SUDOT
#elif defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx1030__) || defined(__gfx10_3_generic__)
#define PROBE_HAS_DOT
#endif

__device__ inline int __dp4a(int a, int b, int sum) {
#if defined(PROBE_HAS_SUDOT)
  return __builtin_amdgcn_sudot4(true, a, true, b, sum, false);
#elif defined(PROBE_HAS_DOT)
  return __builtin_amdgcn_sdot4(a, b, sum, false);
#else
  for (int byte = 0; byte < 32; byte += 8)
    sum += static_cast<signed char>(a >> byte) * static_cast<signed char>(b >> byte);
  return sum;
#endif
}
__device__ inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
#if defined(PROBE_HAS_SUDOT) || defined(PROBE_HAS_DOT)
  return __builtin_amdgcn_udot4(a, b, sum, false);
#else
  for (int byte = 0; byte < 32; byte += 8) sum += (a >> byte & 0xffu) * (b >> byte & 0xffu);
  return sum;
#endif
}
__device__ inline int __dp2a_lo(int a, int b, int sum) {
  return sum + static_cast<short>(a) * static_cast<signed char>(b) + (a >> 16) * static_cast<signed char>(b >> 8);
}
__device__ inline int __dp2a_hi(int a, int b, int sum) {
  return __dp2a_lo(a, b >> 16, sum);
}

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
