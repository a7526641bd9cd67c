// Kernels and variables that are in no host program: modules.hip and launch_forms.hip load the code object and find them
// by name.
#include <hip/hip_runtime.h>

extern "C" {

__device__ int offset = 5;
__device__ double unused[3] = {1, 2, 4};

__global__ void add_offset(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += value + offset;
}

__global__ void nothing() {}

__global__ void read_unused(double* out) {
  out[threadIdx.x] = unused[threadIdx.x];
}

__global__ __launch_bounds__(128) void reverse(int* data) {
  __shared__ int tile[128];
  extern __shared__ int dynamic[];
  tile[threadIdx.x] = data[threadIdx.x];
  dynamic[threadIdx.x] = 1;
  __syncthreads();
  data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x] + dynamic[threadIdx.x];
}
}
