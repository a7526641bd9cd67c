// The block size with the most resident threads, for a kernel whose shared memory depends on the block size: the
// runtime's function agrees with a search over all sizes.
#include "../program.cuh"

__global__ void sums(const float* in, float* out) {
  extern __shared__ float values[];
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) *out = values[0];
}

// Shared memory grows with the square of the block size, up to 64 KiB for 1024 threads, so that the largest block is
// not the best one.
size_t shared_of(int threads) {
  return static_cast<size_t>(threads) * threads / 16;
}

// Returns the largest of the sizes that have the most resident threads. CUDA's search begins with the largest size,
// too.
int best_threads() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  int most_resident = 0, best_size = 0;
  for (int threads = 1024; threads > 0; threads -= device.warpSize) {
    int blocks = 0;
    if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sums, threads, shared_of(threads)) != cudaSuccess)
      continue;
    if (blocks * threads > most_resident) {
      most_resident = blocks * threads;
      best_size = threads;
    }
  }
  return best_size;
}

int main() {
  const int expected = best_threads();
  int grid = 0, block = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, sums, shared_of));
  expect(block == expected && grid > 0, "cudaOccupancyMaxPotentialBlockSizeVariableSMem");
  return verdict();
}
