#include <cuda_runtime.h>

// sums[r] = the sum of row r; one block per row.
extern "C" __global__ void row_sums(const float* matrix, float* sums, unsigned columns) {
  constexpr unsigned kThreads = 256;
  __shared__ float partial[kThreads];
  float sum = 0;
  for (unsigned c = threadIdx.x; c < columns; c += kThreads) sum += matrix[size_t(blockIdx.x) * columns + c];
  partial[threadIdx.x] = sum;
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}
