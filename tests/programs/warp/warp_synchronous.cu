// Warps of 32 that use shared memory independently: a transposition and a scan, with __syncwarp() as the barrier.
#include "../program.cuh"

constexpr int kWarps = 3;

// Each warp transposes its own matrix of 4 x 32 cells.
__global__ void transpose_in_warp(const int* in, int* out) {
  __shared__ int cells[kWarps][32 * 4];
  const int lane = threadIdx.x % warpSize;
  int* mine = cells[threadIdx.x / warpSize];
  const int base = threadIdx.x / 32 * 128;
  for (int i = 0; i < 4; ++i) mine[i * 32 + lane] = in[base + i * 32 + lane];
  __syncwarp();
  for (int i = 0; i < 4; ++i) out[base + i * 32 + lane] = mine[lane % 4 * 32 + i * 8 + lane / 4];
}

__global__ void scan_in_warp(const int* in, int* out) {
  __shared__ volatile int sums[kWarps][64];
  const int lane = threadIdx.x % 32;
  volatile int* mine = sums[threadIdx.x / 32];
  mine[lane] = 0;  // zeros to the left of the first lane
  mine[lane + 32] = in[threadIdx.x];
  __syncwarp();
  for (int distance = 1; distance < 32; distance *= 2) {
    const int left = mine[lane + 32 - distance];
    __syncwarp();
    mine[lane + 32] = mine[lane + 32] + left;
    __syncwarp();
  }
  out[threadIdx.x] = mine[lane + 32];
}

int main() {
  const int cells = kWarps * 128, threads = kWarps * 32;
  Numbers numbers(/*seed=*/92);
  std::vector<int> values(cells), expected(cells), sums(threads);
  for (int& value : values) value = numbers.below(1000);
  for (int w = 0; w < kWarps; ++w)
    for (int i = 0; i < 128; ++i) expected[w * 128 + i] = values[w * 128 + i % 4 * 32 + i / 4];
  for (int i = 0; i < threads; ++i) sums[i] = values[i] + (i % 32 == 0 ? 0 : sums[i - 1]);
  DeviceArray<int> in(values), out(cells), device_sums(threads);
  transpose_in_warp<<<1, threads>>>(in.get(), out.get());
  CUDA_CHECK_KERNEL();
  expect(out.host() == expected, "the cells of each warp are transposed");
  scan_in_warp<<<1, threads>>>(in.get(), device_sums.get());
  CUDA_CHECK_KERNEL();
  expect(device_sums.host() == sums, "the sums of each warp");
  std::printf("last sum %d\n", sums.back());
  return verdict();
}
