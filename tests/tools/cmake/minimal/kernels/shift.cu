#include <cuda_runtime.h>

extern "C" __global__ void shift(int* data, int by, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) data[i] += by;
}
