// Exclusive prefix sums: a work-efficient scan of each block in shared memory, then one of the blocks' sums.
#include "../program.cuh"

constexpr int kThreads = 128;
constexpr int kTile = 2 * kThreads;

__global__ void scan_tiles(const int* in, int* out, int* sums, int count) {
  __shared__ int tile[kTile];
  const int base = blockIdx.x * kTile;
  for (int i = threadIdx.x; i < kTile; i += kThreads) tile[i] = base + i < count ? in[base + i] : 0;

  // Upwards: the last element of each segment of 2 * stride elements becomes the segment's sum.
  for (int stride = 1; stride < kTile; stride *= 2) {
    __syncthreads();
    const int right = (threadIdx.x + 1) * 2 * stride - 1;
    if (right < kTile) tile[right] += tile[right - stride];
  }
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = tile[kTile - 1];
    tile[kTile - 1] = 0;
  }
  // Downwards: the last element of each segment of `stride` elements becomes the sum of all elements before the
  // segment.
  for (int stride = kTile / 2; stride > 0; stride /= 2) {
    __syncthreads();
    const int right = (threadIdx.x + 1) * 2 * stride - 1;
    if (right < kTile) {
      const int left_sum = tile[right - stride];
      tile[right - stride] = tile[right];
      tile[right] += left_sum;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kTile; i += kThreads)
    if (base + i < count) out[base + i] = tile[i];
}

__global__ void add_offsets(int* out, const int* offsets, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] += offsets[i / kTile];
}

void exclusive_scan(const int* in, int* out, int count) {
  const int tiles = blocks_for(count, kTile);
  DeviceArray<int> sums(tiles);
  scan_tiles<<<tiles, kThreads>>>(in, out, sums.get(), count);
  CUDA_CHECK(cudaGetLastError());
  if (tiles == 1) return;
  DeviceArray<int> offsets(tiles);
  exclusive_scan(sums.get(), offsets.get(), tiles);
  add_offsets<<<blocks_for(count, kThreads), kThreads>>>(out, offsets.get(), count);
  CUDA_CHECK_KERNEL();
}

int main() {
  // Sizes next to a tile of 256, and one of more than 256 tiles, whose sums need two tiles.
  for (int count : {1, 255, 256, 257, 10000, 70001}) {
    Numbers numbers(/*seed=*/count);
    std::vector<int> values(count);
    for (int& value : values) value = numbers.below(100) - 50;
    std::vector<int> expected(count);
    for (int i = 1; i < count; ++i) expected[i] = expected[i - 1] + values[i - 1];

    DeviceArray<int> in(values), out(count);
    exclusive_scan(in.get(), out.get(), count);
    expect(out.host() == expected, "the prefix sums are those of the host");
    std::printf("%d numbers, the last sum is %d\n", count, expected.back());
  }
  return verdict();
}
