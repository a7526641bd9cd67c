#include <cuda_runtime.h>

#include "factor.cuh"

extern "C" __global__ void scale(float* data, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= factor();
}
