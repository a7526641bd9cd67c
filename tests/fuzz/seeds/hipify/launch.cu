#include <cuda_runtime.h>

#include "cuda_fp16.h"  // half
#if __CUDA_ARCH__ >= 800
__global__ void k(float* p) {
  p[0] = R"x(cudaMalloc)x"[0];
}
#endif
int main() {
  k<<<dim3(1), 64, 0, 0>>>(nullptr);
  cudaDeviceSynch\
ronize();
  return 'c'; /* cudaFree */
}
