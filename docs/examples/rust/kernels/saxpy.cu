#include "element.cuh"

// y = a * x + y
extern "C" __global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t i = element();
  if (i < n) y[i] += a * x[i];
}
