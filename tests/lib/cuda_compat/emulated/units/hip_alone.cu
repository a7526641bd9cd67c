// A source that uses nothing of CUDA: every name has HIP's meaning.
#include <hip/hip_runtime.h>

extern "C" __global__ void hip_alone_waves(int* out) {
  const int i = threadIdx.x;
  int v = i;
  for (int m = warpSize / 2; m; m /= 2) v += __shfl_down(v, m);
  out[i] = __shfl(v, 0);
  out[blockDim.x + i] = warpSize;
  out[2 * blockDim.x + i] = __popcll(__ballot(1));
  int w = i;
  for (int m = warpSize / 2; m; m /= 2) w += __shfl_xor_sync(~0ull, w, m);
  out[3 * blockDim.x + i] = w;
}
