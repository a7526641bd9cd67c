#include <cstdio>
#include <cstdlib>
#include <vector>

#include "vectors.h"

int main(int count, char** words) {
  const int n = count > 1 ? std::atoi(words[1]) : 100;
  const std::vector<float> ones(n, 1.0f);
  float* device = nullptr;
  if (cudaMalloc(&device, (n + 1) * sizeof(float)) != cudaSuccess) return 2;
  cudaMemcpy(device, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale(device, n);
  const float total = sum(device, n);
  cudaFree(device);
  std::printf("the sum of %d times 2 is %g\n", n, total);
  return total == 2.0f * n ? 0 : 1;
}
