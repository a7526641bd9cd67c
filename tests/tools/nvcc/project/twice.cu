#include "twice.cuh"

__global__ void double_value(int* value) {
  *value *= 2;
}

int twice(int value) {
  int* device = nullptr;
  cudaMalloc(&device, sizeof(int));
  cudaMemcpy(device, &value, sizeof(int), cudaMemcpyHostToDevice);
  double_value<<<1, 1>>>(device);
  cudaMemcpy(&value, device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return value;
}
