#include <cstdio>

#include "twice.cuh"

__global__ void set(int* value) {
  *value = 42;
}

int main() {
  int *device = nullptr, value = 0;
  cudaMalloc(&device, sizeof(int));
  set<<<1, 1>>>(device);
  cudaMemcpy(&value, device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  std::printf("%d %d\n", value, twice(value));
}
