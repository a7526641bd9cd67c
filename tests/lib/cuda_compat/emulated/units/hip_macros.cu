// Projects detect HIP by their own macros and map CUDA's names to HIP's in a header that is included only for HIP.
#ifdef __HIPCC__
#define ON_AMD
#endif
#if defined(ON_AMD)
#include "hip_macros_vendor.h"
#else
#include <cuda_runtime.h>
#endif

#if defined(ON_AMD) && defined(__HIP_DEVICE_COMPILE__)
static __device__ int lanes() {
  return __popcll(__ballot(true));
}
#else
static __device__ int lanes() {
  return 32;
}
#endif

template <int width = kWave>
static __device__ int sum_in(int v) {
  for (int offset = width / 2; offset > 0; offset >>= 1) v += __shfl_xor_sync(0xffffffff, v, offset, width);
  return v;
}

extern "C" __global__ void hip_macro_waves(int* out) {
  const int i = threadIdx.x;
  out[i] = lanes();
  out[blockDim.x + i] = sum_in(i);
  out[2 * blockDim.x + i] = sum_in<16>(i);
  out[3 * blockDim.x + i] = __popc(__activemask());
}
// This function only has to compile.
cudaError_t copied(int* a, const int* b) {
  return cudaMemcpy(a, b, 4, cudaMemcpyDeviceToHost);
}
