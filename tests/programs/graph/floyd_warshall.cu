// All shortest paths by blocks of 16 x 16 (Floyd-Warshall): the diagonal block, then its row and column, then the rest.
#include <algorithm>

#include "../program.cuh"

constexpr int kTile = 16;
constexpr int kFar = 1 << 20;  // the distance without a path; the sum of two does not overflow

__global__ void diagonal_block(int* distances, int n, int k) {
  __shared__ int tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  int* cell = &distances[(k * kTile + y) * n + k * kTile + x];
  tile[y][x] = *cell;
  __syncthreads();
  for (int i = 0; i < kTile; ++i) {
    const int through = tile[y][i] + tile[i][x];
    __syncthreads();
    tile[y][x] = min(tile[y][x], through);
    __syncthreads();
  }
  *cell = tile[y][x];
}

// blockIdx.y is 0 for the blocks of the row and 1 for those of the column.
__global__ void row_and_column(int* distances, int n, int k) {
  if (blockIdx.x == k) return;
  __shared__ int tile[kTile][kTile];
  __shared__ int diagonal[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int block_row = blockIdx.y == 0 ? k : blockIdx.x;
  const int block_column = blockIdx.y == 0 ? blockIdx.x : k;
  int* cell = &distances[(block_row * kTile + y) * n + block_column * kTile + x];
  tile[y][x] = *cell;
  diagonal[y][x] = distances[(k * kTile + y) * n + k * kTile + x];
  __syncthreads();
  for (int i = 0; i < kTile; ++i) {
    const int through = blockIdx.y == 0 ? diagonal[y][i] + tile[i][x] : tile[y][i] + diagonal[i][x];
    __syncthreads();
    tile[y][x] = min(tile[y][x], through);
    __syncthreads();
  }
  *cell = tile[y][x];
}

__global__ void other_blocks(int* distances, int n, int k) {
  if (blockIdx.x == k || blockIdx.y == k) return;
  __shared__ int left[kTile][kTile];
  __shared__ int top[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  left[y][x] = distances[(blockIdx.y * kTile + y) * n + k * kTile + x];
  top[y][x] = distances[(k * kTile + y) * n + blockIdx.x * kTile + x];
  __syncthreads();
  int* cell = &distances[(blockIdx.y * kTile + y) * n + blockIdx.x * kTile + x];
  int best = *cell;
  for (int i = 0; i < kTile; ++i) best = min(best, left[y][i] + top[i][x]);
  *cell = best;
}

int main() {
  const int n = 96;
  Numbers numbers(/*seed=*/19);
  std::vector<int> distances(n * n, kFar);
  for (int i = 0; i < n; ++i) {
    distances[i * n + i] = 0;
    for (int k = 0; k < 3; ++k) {
      const int j = numbers.below(n);
      if (j != i) distances[i * n + j] = 1 + numbers.below(50);
    }
  }
  DeviceArray<int> device(distances);
  const dim3 threads(kTile, kTile);
  const int tiles = n / kTile;
  for (int k = 0; k < tiles; ++k) {
    diagonal_block<<<1, threads>>>(device.get(), n, k);
    row_and_column<<<dim3(tiles, 2), threads>>>(device.get(), n, k);
    other_blocks<<<dim3(tiles, tiles), threads>>>(device.get(), n, k);
  }
  CUDA_CHECK_KERNEL();
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        distances[i * n + j] = std::min(distances[i * n + j], distances[i * n + k] + distances[k * n + j]);
  expect(device.host() == distances, "the distances are those of the host");
  long long sum = 0;
  for (int distance : distances) sum += distance < kFar ? distance : 0;
  std::printf("sum of the distances %lld\n", sum);
  return verdict();
}
