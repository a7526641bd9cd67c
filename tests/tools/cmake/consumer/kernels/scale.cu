#include <cuda_runtime.h>

#include "factor.cuh"

static_assert(sizeof(GREETING) == sizeof("good day"), "a definition with a space and quotes comes through");

extern "C" __global__ void scale(float* data, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= factor();
}
