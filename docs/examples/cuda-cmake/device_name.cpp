#include <cstdio>
#include <cuda_runtime.h>

int main() {
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return 1;
  std::printf("%s\n", properties.name);
}
