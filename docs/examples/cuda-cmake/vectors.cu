#include "scale.cuh"
#include "vectors.h"

namespace {

constexpr int kBlock = 256;

__global__ void scale_all(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = scaled(values[i]);
}

__global__ void add_all(const float* values, int count, float* result) {
  __shared__ float partial[kBlock];
  float total = 0;
  for (int i = threadIdx.x; i < count; i += kBlock) total += values[i];
  partial[threadIdx.x] = total;
  for (int half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
  }
  if (threadIdx.x == 0) *result = partial[0];
}

}  // namespace

void scale(float* values, int count) {
  if (count > 0) scale_all<<<(count + kBlock - 1) / kBlock, kBlock>>>(values, count);
}

float sum(const float* values, int count) {
  float* device = nullptr;
  float result = 0;
  cudaMalloc(&device, sizeof(float));
  add_all<<<1, kBlock>>>(values, count, device);
  cudaMemcpy(&result, device, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return result;
}
