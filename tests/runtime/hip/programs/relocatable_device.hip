#include <hip/hip_runtime.h>

__device__ int scale = 3;

__device__ int scaled(int value) {
  return value * scale;
}

__global__ void add_to_all(int* data, int value) {
  data[threadIdx.x] += value;
}
