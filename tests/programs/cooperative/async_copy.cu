// Double-buffered asynchronous copies to shared memory: cg::memcpy_async, and cg::wait_prior for the older copy.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "../program.cuh"

namespace cg = cooperative_groups;

constexpr int kThreads = 64;

__global__ void sum_tiles(const int* in, int tiles, int* sums) {
  __shared__ __align__(16) int buffers[2][kThreads];
  cg::thread_block block = cg::this_thread_block();
  const int* block_input = in + blockIdx.x * tiles * kThreads;
  int sum = 0;
  cg::memcpy_async(block, buffers[0], block_input, sizeof(int) * kThreads);
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles) {
      cg::memcpy_async(block, buffers[(tile + 1) % 2], block_input + (tile + 1) * kThreads, sizeof(int) * kThreads);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    // The factor depends on the tile, so that tiles in another order have another sum.
    sum += buffers[tile % 2][kThreads - 1 - threadIdx.x] * (tile + 1);
    block.sync();
  }
  sums[blockIdx.x * kThreads + threadIdx.x] = sum;
}

int main() {
  const int blocks = 6, tiles = 5;
  Numbers numbers(/*seed=*/82);
  std::vector<int> values(blocks * tiles * kThreads), expected(blocks * kThreads, 0);
  for (int& value : values) value = numbers.below(1000);
  for (int block = 0; block < blocks; ++block)
    for (int tile = 0; tile < tiles; ++tile)
      for (int i = 0; i < kThreads; ++i)
        expected[block * kThreads + i] += values[(block * tiles + tile) * kThreads + kThreads - 1 - i] * (tile + 1);
  DeviceArray<int> in(values), sums(expected.size());
  sum_tiles<<<blocks, kThreads>>>(in.get(), tiles, sums.get());
  CUDA_CHECK_KERNEL();
  expect(sums.host() == expected, "the sums over all tiles");
  std::printf("first sum %d\n", expected[0]);
  return verdict();
}
