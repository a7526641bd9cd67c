#include <cuda_runtime.h>

// y[i] = a * x[i] + y[i]; one thread per element.
extern "C" __global__ void saxpy(float a, const float* x, float* y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
