// The second translation unit of main.cu's program.
#include "../../program.cuh"

static __device__ int offset = 3000;
static __global__ void compute(int* value) {
  *value *= offset;
}

int run_other(int value) {
  DeviceArray<int> device(std::vector<int>{value});
  compute<<<1, 1>>>(device.get());
  CUDA_CHECK_KERNEL();
  return device.host()[0];
}
