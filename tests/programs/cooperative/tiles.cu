// Tiles of 4, 8 and 32 threads: their shuffles, votes and ranks, and tiles that are divided into smaller tiles.
#include <cooperative_groups.h>

#include "../program.cuh"

namespace cg = cooperative_groups;

// What a thread learns from its tile.
struct Seen {
  int rank, group, from_left, rotated, any, all;
  unsigned ballot;
};

template <int kSize>
__global__ void look(Seen* out) {
  auto tile = cg::tiled_partition<kSize>(cg::this_thread_block());
  const int value = threadIdx.x * 10;
  Seen seen;
  seen.rank = tile.thread_rank();
  seen.group = tile.meta_group_rank();
  seen.from_left = tile.shfl_up(value, 1);
  seen.rotated = tile.shfl(value, (tile.thread_rank() + 1) % kSize);
  seen.any = tile.any(threadIdx.x == 5);
  seen.all = tile.all(threadIdx.x >= kSize);
  seen.ballot = tile.ballot(threadIdx.x % 3 == 0);
  tile.sync();
  out[threadIdx.x] = seen;
}

__global__ void nested(int* sums) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto quad = cg::tiled_partition<4>(warp);
  int sum = threadIdx.x;
  for (int offset = quad.size() / 2; offset > 0; offset /= 2) sum += quad.shfl_xor(sum, offset);
  sums[threadIdx.x] = sum;
}

template <int kSize>
void check() {
  const int threads = 96;
  DeviceArray<Seen> out(threads);
  look<kSize><<<1, threads>>>(out.get());
  CUDA_CHECK_KERNEL();
  const std::vector<Seen> result = out.host();
  bool right = true;
  for (int i = 0; i < threads; ++i) {
    const int rank = i % kSize, first = i - rank;
    unsigned ballot = 0;
    for (int k = 0; k < kSize; ++k) ballot |= unsigned((first + k) % 3 == 0) << k;
    const Seen& seen = result[i];
    right = right && seen.rank == rank && seen.group == i / kSize;
    right = right && seen.from_left == (rank == 0 ? i : i - 1) * 10;
    right = right && seen.rotated == (first + (rank + 1) % kSize) * 10;
    // Only the tile of thread 5 has a thread whose index is 5, and only the first tile has indices below kSize.
    right = right && (seen.any != 0) == (i / kSize == 5 / kSize) && (seen.all != 0) == (first >= kSize);
    right = right && seen.ballot == ballot;
  }
  expect(right, "what the threads of a tile see");
  std::printf("tiles of %d\n", kSize);
}

int main() {
  check<4>();
  check<8>();
  check<32>();
  DeviceArray<int> sums(64);
  nested<<<1, 64>>>(sums.get());
  CUDA_CHECK_KERNEL();
  const std::vector<int> result = sums.host();
  bool right = true;
  // Four neighbours from `first` on: first + (first + 1) + (first + 2) + (first + 3) = 4 * first + 6.
  for (int i = 0; i < 64; ++i) right = right && result[i] == 4 * (i / 4 * 4) + 6;
  expect(right, "sums of tiles of a tile");
  return verdict();
}
