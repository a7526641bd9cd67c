// CUB's algorithms for blocks and warps: sums, prefix sums, sorting, loads and stores in several arrangements, and
// blocks whose size is no multiple of a warp's.
#include <algorithm>
#include <cub/cub.cuh>

#include "../program.cuh"

constexpr int kThreads = 128;
constexpr int kItems = 4;
constexpr int kTile = kThreads * kItems;

__global__ void sort_and_scan(const int* in, int* sorted, int* sums, int* totals) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, kThreads, kItems>;
  using Scan = cub::BlockScan<int, kThreads>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
  } shared;
  const int base = blockIdx.x * kTile;
  int items[kItems];
  Load(shared.load).Load(in + base, items);
  __syncthreads();
  Sort(shared.sort).Sort(items);
  __syncthreads();
  // BLOCK_STORE_TRANSPOSE may change the order of the items that it is given, so it gets a copy.
  int stored[kItems];
  for (int i = 0; i < kItems; ++i) stored[i] = items[i];
  Store(shared.store).Store(sorted + base, stored);
  __syncthreads();
  int total = 0;
  Scan(shared.scan).InclusiveSum(items, items, total);
  __syncthreads();
  Store(shared.store).Store(sums + base, items);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

__global__ void reduce_both(const float* in, float* block_sums, float* warp_largest) {
  using BlockReduce = cub::BlockReduce<float, kThreads>;
  using WarpReduce = cub::WarpReduce<float>;
  __shared__ typename BlockReduce::TempStorage block_storage;
  __shared__ typename WarpReduce::TempStorage warp_storage[kThreads / 32];
  const float value = in[blockIdx.x * kThreads + threadIdx.x];
  const float sum = BlockReduce(block_storage).Sum(value);
  const int warp = threadIdx.x / 32;
  struct Larger {
    __device__ float operator()(float a, float b) const { return a > b ? a : b; }
  };
  const float largest = WarpReduce(warp_storage[warp]).Reduce(value, Larger());
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
  if (threadIdx.x % 32 == 0) warp_largest[blockIdx.x * (kThreads / 32) + warp] = largest;
}

// The last warp of the block has half of its threads.
constexpr int kOddThreads = 80;

__global__ void odd_block(const int* in, int* exclusive, int* inclusive, int* largest, int* sums, int valid) {
  using Scan = cub::BlockScan<int, kOddThreads>;
  using WarpScan = cub::BlockScan<int, kOddThreads, cub::BLOCK_SCAN_WARP_SCANS>;
  using Reduce = cub::BlockReduce<int, kOddThreads>;
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename WarpScan::TempStorage warp_scan;
  __shared__ typename Reduce::TempStorage reduce, reduce_valid;
  struct Larger {
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
  };
  const int i = blockIdx.x * kOddThreads + threadIdx.x;
  Scan(scan).ExclusiveSum(in[i], exclusive[i]);
  WarpScan(warp_scan).InclusiveScan(in[i], inclusive[i], Larger());
  const int most = Reduce(reduce).Reduce(in[i], Larger());
  const int sum = Reduce(reduce_valid).Sum(in[i], valid);
  if (threadIdx.x == 0) {
    largest[blockIdx.x] = most;
    sums[blockIdx.x] = sum;
  }
}

// The function factor * x + offset. Composing functions is associative, but their order matters.
struct Affine {
  unsigned factor, offset;
};

struct Compose {
  __host__ __device__ Affine operator()(Affine first, Affine second) const {
    return {first.factor * second.factor, first.offset * second.factor + second.offset};
  }
};

__global__ void compose(const Affine* in, Affine* prefixes, Affine* warps) {
  using Scan = cub::BlockScan<Affine, kOddThreads>;
  using WarpReduce = cub::WarpReduce<Affine>;
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename WarpReduce::TempStorage reduce[(kOddThreads + 31) / 32];
  const int i = blockIdx.x * kOddThreads + threadIdx.x, warp = threadIdx.x / 32;
  Scan(scan).InclusiveScan(in[i], prefixes[i], Compose());
  const int valid = kOddThreads - warp * 32 < 32 ? kOddThreads - warp * 32 : 32;
  const Affine all = WarpReduce(reduce[warp]).Reduce(in[i], Compose(), valid);
  if (threadIdx.x % 32 == 0) warps[blockIdx.x * 3 + warp] = all;  // 80 threads have three warps
}

void check_compositions() {
  const int blocks = 3, count = blocks * kOddThreads;
  Numbers numbers(/*seed=*/133);
  std::vector<Affine> functions(count);
  // Factors are odd, so that no product of them becomes 0.
  for (Affine& one : functions) one = {numbers.next() | 1, numbers.next()};
  DeviceArray<Affine> in(functions), device_prefixes(count), device_warps(blocks * 3);
  compose<<<blocks, kOddThreads>>>(in.get(), device_prefixes.get(), device_warps.get());
  CUDA_CHECK_KERNEL();
  const std::vector<Affine> prefixes = device_prefixes.host(), warps = device_warps.host();
  const auto same = [](Affine a, Affine b) { return a.factor == b.factor && a.offset == b.offset; };
  bool scans = true, reductions = true;
  Affine of_block = {}, of_warp = {};
  for (int i = 0; i < count; ++i) {
    const int thread = i % kOddThreads;
    of_block = thread == 0 ? functions[i] : Compose()(of_block, functions[i]);
    of_warp = thread % 32 == 0 ? functions[i] : Compose()(of_warp, functions[i]);
    scans = scans && same(prefixes[i], of_block);
    if (thread % 32 == 31 || thread == kOddThreads - 1)
      reductions = reductions && same(warps[i / kOddThreads * 3 + thread / 32], of_warp);
  }
  expect(scans, "prefixes of compositions");
  expect(reductions, "compositions of warps, in order");
}

void check_odd_blocks() {
  const int blocks = 6, count = blocks * kOddThreads, valid = 75;
  Numbers numbers(/*seed=*/132);
  std::vector<int> values(count), exclusive(count), inclusive(count), largest(blocks), sums(blocks, 0);
  for (int& value : values) value = numbers.below(1000) - 500;
  for (int i = 0; i < count; ++i) {
    const bool is_first = i % kOddThreads == 0;
    exclusive[i] = is_first ? 0 : exclusive[i - 1] + values[i - 1];
    inclusive[i] = is_first ? values[i] : std::max(inclusive[i - 1], values[i]);
    largest[i / kOddThreads] = inclusive[i];
    if (i % kOddThreads < valid) sums[i / kOddThreads] += values[i];
  }
  DeviceArray<int> in(values), device_exclusive(count), device_inclusive(count), device_largest(blocks),
      device_sums(blocks);
  odd_block<<<blocks, kOddThreads>>>(in.get(), device_exclusive.get(), device_inclusive.get(), device_largest.get(),
                                     device_sums.get(), valid);
  CUDA_CHECK_KERNEL();
  expect(device_exclusive.host() == exclusive && device_inclusive.host() == inclusive, "scans of 80 threads");
  expect(device_largest.host() == largest && device_sums.host() == sums, "reductions of 80 threads, and of 75 of them");
}

int main() {
  const int blocks = 5;
  Numbers numbers(/*seed=*/131);
  std::vector<int> values(blocks * kTile), sums(values.size());
  for (int& value : values) value = numbers.below(20000) - 10000;
  DeviceArray<int> in(values), device_sorted(values.size()), device_sums(values.size()), totals(blocks);
  sort_and_scan<<<blocks, kThreads>>>(in.get(), device_sorted.get(), device_sums.get(), totals.get());
  CUDA_CHECK_KERNEL();
  const std::vector<int> total = totals.host();
  for (int block = 0; block < blocks; ++block) {
    std::sort(values.begin() + block * kTile, values.begin() + (block + 1) * kTile);
    for (int i = block * kTile; i < (block + 1) * kTile; ++i) sums[i] = values[i] + (i % kTile == 0 ? 0 : sums[i - 1]);
    expect(total[block] == sums[(block + 1) * kTile - 1], "the total of a block");
  }
  expect(device_sorted.host() == values, "each block's items in order");
  expect(device_sums.host() == sums, "each block's prefix sums");

  std::vector<float> floats(blocks * kThreads), block_sums(blocks, 0.0f), largest(blocks * kThreads / 32, -1e9f);
  for (int i = 0; i < blocks * kThreads; ++i) {
    floats[i] = float(numbers.below(1000) - 500);
    block_sums[i / kThreads] += floats[i];
    largest[i / 32] = std::max(largest[i / 32], floats[i]);
  }
  DeviceArray<float> device_floats(floats), device_block_sums(blocks), device_largest(largest.size());
  reduce_both<<<blocks, kThreads>>>(device_floats.get(), device_block_sums.get(), device_largest.get());
  CUDA_CHECK_KERNEL();
  expect(device_block_sums.host() == block_sums, "sums of blocks");
  expect(device_largest.host() == largest, "maxima of warps");
  check_odd_blocks();
  check_compositions();
  std::printf("total of the first block %d\n", total[0]);
  return verdict();
}
