// Another module, which has a kernel with the same name as one of the first module.
#include <cuda_runtime.h>

extern "C" __global__ void scale(double* data, double by, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= by;
}

extern "C" __global__ void only_here(int* data) {
  data[threadIdx.x] = int(threadIdx.x);
}
