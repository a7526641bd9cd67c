// Reductions over groups: cg::reduce of tiles, sums of blocks, and coalesced threads with their reductions and
// shuffles.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "../program.cuh"

namespace cg = cooperative_groups;

__global__ void reduce_tiles(const int* in, int* sums, int* largest) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  const int i = blockIdx.x * blockDim.x + block.thread_rank();
  const int sum = cg::reduce(tile, in[i], cg::plus<int>());
  const int most = cg::reduce(tile, in[i], cg::greater<int>());  // chooses the greater of two values
  if (tile.thread_rank() == 0) {
    sums[i / 16] = sum;
    largest[i / 16] = most;
  }
}

// Sums the first 2000 numbers, which is no multiple of the block size.
__global__ void sum_block(const int* in, int* sum) {
  __shared__ int partials[8];  // for the 256 / 32 warps
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int mine = 0;
  for (int i = block.thread_rank(); i < 2000; i += block.size()) mine += in[i];
  mine = cg::reduce(warp, mine, cg::plus<int>());
  if (warp.thread_rank() == 0) partials[warp.meta_group_rank()] = mine;
  block.sync();
  if (block.thread_rank() == 0) {
    int total = 0;
    for (unsigned i = 0; i < warp.meta_group_size(); ++i) total += partials[i];
    *sum = total;
  }
}

// One atomic operation for all threads of a warp that take the branch.
__global__ void count_multiples(const int* in, int count, int* multiples) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && in[i] % 5 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(multiples, int(active.size()));
  }
}

// The threads that take a branch exchange values: each gets their sum, the next one's value (the last thread gets the
// first one's), the last one's value, and the values of the threads two places before and two places after it. Where
// there is no thread two places away, a thread gets its own value.
__global__ void look_around(const int* in, int* sums, int* next, int* last, int* before, int* after) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i] = next[i] = last[i] = before[i] = after[i] = 0;
  if (in[i] % 3 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    sums[i] = cg::reduce(active, in[i], cg::plus<int>());
    next[i] = active.shfl(in[i], (active.thread_rank() + 1) % active.size());
    last[i] = active.shfl(in[i], active.size() - 1);
    before[i] = active.shfl_up(in[i], 2);
    after[i] = active.shfl_down(in[i], 2);
  }
}

void check_look_around(const std::vector<int>& values) {
  const int count = int(values.size());
  std::vector<int> sums(count, 0), next(count, 0), last(count, 0), before(count, 0), after(count, 0);
  for (int warp = 0; warp < count; warp += 32) {
    std::vector<int> in_branch;
    int sum = 0;
    for (int i = warp; i < warp + 32; ++i)
      if (values[i] % 3 == 0) {
        in_branch.push_back(i);
        sum += values[i];
      }
    for (size_t rank = 0; rank < in_branch.size(); ++rank) {
      sums[in_branch[rank]] = sum;
      next[in_branch[rank]] = values[in_branch[(rank + 1) % in_branch.size()]];
      last[in_branch[rank]] = values[in_branch.back()];
      before[in_branch[rank]] = values[in_branch[rank < 2 ? rank : rank - 2]];
      after[in_branch[rank]] = values[in_branch[rank + 2 < in_branch.size() ? rank + 2 : rank]];
    }
  }
  DeviceArray<int> in(values), device_sums(count), device_next(count), device_last(count), device_before(count),
      device_after(count);
  look_around<<<count / 128, 128>>>(in.get(), device_sums.get(), device_next.get(), device_last.get(),
                                    device_before.get(), device_after.get());
  CUDA_CHECK_KERNEL();
  expect(device_sums.host() == sums, "sums of the threads in a branch");
  expect(device_next.host() == next && device_last.host() == last, "shuffles of the threads in a branch");
  expect(device_before.host() == before && device_after.host() == after, "shuffles by a distance");
}

int main() {
  const int count = 2048;
  Numbers numbers(/*seed=*/81);
  std::vector<int> values(count);
  for (int& value : values) value = numbers.below(1000) - 300;
  std::vector<int> sums(count / 16, 0), largest(count / 16, -1000);
  int sum = 0, multiples = 0;
  for (int i = 0; i < count; ++i) {
    sums[i / 16] += values[i];
    largest[i / 16] = values[i] > largest[i / 16] ? values[i] : largest[i / 16];
    if (i < 2000) sum += values[i];
    multiples += values[i] % 5 == 0;
  }
  DeviceArray<int> in(values), device_sums(count / 16), device_largest(count / 16), total(1), found(1);
  reduce_tiles<<<count / 128, 128>>>(in.get(), device_sums.get(), device_largest.get());
  CUDA_CHECK_KERNEL();
  expect(device_sums.host() == sums && device_largest.host() == largest, "sums and maxima of tiles of 16");
  sum_block<<<1, 256>>>(in.get(), total.get());
  CUDA_CHECK_KERNEL();
  expect(total.host()[0] == sum, "the sum of a block");
  found.clear();
  count_multiples<<<count / 128, 128>>>(in.get(), count, found.get());
  CUDA_CHECK_KERNEL();
  expect(found.host()[0] == multiples, "the number of threads that took the branch");
  check_look_around(values);
  std::printf("sum %d, %d multiples of five\n", sum, multiples);
  return verdict();
}
