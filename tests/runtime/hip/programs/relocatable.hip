// The main unit of a program whose device code is linked across units (-fgpu-rdc): it uses a function, a variable and a
// kernel of relocatable_device.hip.
#include "check.hpp"

extern __device__ int scale;
__device__ int scaled(int value);
__global__ void add_to_all(int* data, int value);

__global__ void scale_all(int* data) {
  data[threadIdx.x] = scaled(data[threadIdx.x]);
  if (threadIdx.x == 0) ++scale;
}

int main() {
  int host[32], factor = 0;
  int* data = nullptr;
  HIP_CHECK(hipMalloc(reinterpret_cast<void**>(&data), sizeof host));
  for (int i = 0; i < 32; ++i) host[i] = i;
  HIP_CHECK(hipMemcpy(data, host, sizeof host, hipMemcpyHostToDevice));
  scale_all<<<1, 32>>>(data);
  add_to_all<<<1, 32>>>(data, 100);
  HIP_CHECK(hipMemcpy(host, data, sizeof host, hipMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) CHECK(host[i] == 3 * i + 100);
  HIP_CHECK(hipMemcpyFromSymbol(&factor, HIP_SYMBOL(scale), sizeof factor));
  CHECK(factor == 4);  // 3, and 1 that scale_all() added
  HIP_CHECK(hipFree(data));
  std::printf("relocatable: right\n");
  return 0;
}
