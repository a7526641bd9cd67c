// Code written for HIP operates on waves of 32 or 64 lanes. It is a separate file, because this applies to the whole
// source.
#include <cuda_runtime.h>

#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_fp16.h>
#if defined(__GFX9__)
#define WS 64
#else
#define WS 32
#endif
__device__ int sum_of_wave(int v) {
  for (int m = WS / 2; m; m /= 2) v += __shfl_xor(v, m);
  return v;
}
// HIP 6.2's functions take masks of 64 bits.
__device__ unsigned long long masks_of_64_bits(int v, unsigned long long* more) {
  const unsigned long long all = ~0ull;
  int sum = v;
  for (int m = warpSize / 2; m; m /= 2) sum += __shfl_down_sync(all, sum, m);
  more[0] = __shfl_sync(all, sum, 0);
  more[1] = __shfl_up_sync(all, v, warpSize / 2);
  more[2] = __ballot_sync(all, v % 3 == 0);
  more[3] = __match_any_sync(all, v % 5);
  more[4] = __reduce_add_sync(all, v);
  more[5] = __activemask();
  more[6] = __popcll(__ballot(v & 1));
  more[7] = static_cast<int>(__shfl(__float2half(v), warpSize - 1));
  return __shfl_xor_sync(all, v, warpSize - 1);
}
// Projects define these functions, which HIP 5 lacks. The results differ from those of CUDA's functions, to show which
// ones are called.
static __device__ int __dp4a(const int a, const int b, int c) {
  return a * 100 + b * 10 + c;
}
static __device__ unsigned __vadd4(unsigned a, unsigned b) {
  return a * 2 + b;
}
#else
#define sum_of_wave(v) (v)
#endif

extern "C" __global__ void hip_branch_waves(int* out) {
  const int i = threadIdx.x;
  out[i] = sum_of_wave(i);
  // Code for GPUs of both vendors has the meaning that it has in HIP.
  int v = i;
  for (int m = warpSize / 2; m; m /= 2) v += __shfl_xor(v, m);
  out[blockDim.x + i] = v;
  // A mask of 32 bits exists only in CUDA.
  int w = i;
  for (int m = 16; m; m /= 2) w += __shfl_xor_sync(0xffffffffu, w, m);
  out[2 * blockDim.x + i] = w;
  out[3 * blockDim.x + i] = __ballot_sync(0xffffffffu, i % 7 == 0);
  out[4 * blockDim.x + i] = __dp4a(i, 2, 3);
  out[5 * blockDim.x + i] = __vadd4(i, 1);
}

extern "C" __global__ void hip_branch_masks(unsigned long long* out) {
  unsigned long long more[8];
  const int i = threadIdx.x;
  out[i] = masks_of_64_bits(i, more);
  for (int m = 0; m < 8; ++m) out[(m + 1) * blockDim.x + i] = more[m];
}
