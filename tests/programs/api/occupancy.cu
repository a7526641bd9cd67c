// Occupancy and attributes of kernels: limits by registers and shared memory, and a block size chosen by the runtime.
#include "../program.cuh"

__global__ void light(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = values[i] * 2 + 1;
}

__global__ void __launch_bounds__(128) heavy(float* values) {
  __shared__ float tile[4096];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) tile[i] = values[i];
  __syncthreads();
  values[threadIdx.x] = tile[4095 - threadIdx.x];
}

int main() {
  cudaFuncAttributes attributes;
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, heavy));
  expect(attributes.sharedSizeBytes == 4096 * sizeof(float), "the size of static shared memory");
  expect(attributes.maxThreadsPerBlock >= 128, "the launch bound");
  expect(attributes.numRegs > 0, "a kernel uses registers");
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, light));
  expect(attributes.sharedSizeBytes == 0 && attributes.maxThreadsPerBlock >= 256, "attributes of a light kernel");

  int of_1024_threads = 0, of_64_threads = 0, with_shared = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_64_threads, light, 64, 0));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_1024_threads, light, 1024, 0));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&with_shared, light, 64, 24 * 1024));
  expect(of_64_threads >= of_1024_threads && of_1024_threads >= 1, "smaller blocks fit more often");
  expect(with_shared >= 1 && with_shared <= of_64_threads, "shared memory limits the number of blocks");

  int least_grid = 0, block = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&least_grid, &block, light, 0, 0));
  expect(block >= 32 && block <= 1024 && block % 32 == 0 && least_grid >= 1, "a block size by the runtime");

  const int count = 3000;
  DeviceArray<float> values(std::vector<float>(count, 3.0f));
  light<<<blocks_for(count, block), block>>>(values.get(), count);
  CUDA_CHECK_KERNEL();
  expect(values.host() == std::vector<float>(count, 7.0f), "the kernel runs with that block size");
  std::printf("%d values\n", count);
  return verdict();
}
