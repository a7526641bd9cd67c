// CUB's block-wide and warp-wide functions in the forms that cub_block.cu does not use: scans with initial values,
// flags and differences with items from outside the block, partial tiles, exchanges by rank, and run-length decoding.
#include <cub/cub.cuh>
#include <thrust/version.h>

#include "../program.cuh"

constexpr int kThreads = 64;
constexpr int kItems = 3;
constexpr int kCount = kThreads * kItems;

using Ints = std::vector<int>;

struct Differs {
  __host__ __device__ bool operator()(int a, int b) const { return a != b; }
};
struct Minus {
  __host__ __device__ int operator()(int a, int b) const { return a - b; }
};
struct Larger {
  __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

// The items of the thread in blocked arrangement.
__device__ void read(const int* in, int (&items)[kItems]) {
  for (int i = 0; i < kItems; ++i) items[i] = in[threadIdx.x * kItems + i];
}
__device__ void write(int* out, const int (&items)[kItems]) {
  for (int i = 0; i < kItems; ++i) out[threadIdx.x * kItems + i] = items[i];
}

__global__ void scans(const int* in, int* out, int* warps, int* aggregates) {
  __shared__ typename cub::BlockScan<int, kThreads>::TempStorage storage;
  __shared__ typename cub::WarpScan<int>::TempStorage warp_storage[kThreads / 32];
  int items[kItems];
  read(in, items);
  cub::BlockScan<int, kThreads>(storage).InclusiveScan(items, items, 50, Larger());
  write(out, items);
  int sum, aggregate;
  cub::WarpScan<int>(warp_storage[threadIdx.x / 32]).ExclusiveSum(in[threadIdx.x], sum, aggregate);
  warps[threadIdx.x] = sum;
  aggregates[threadIdx.x] = aggregate;
}

__global__ void flags(const int* in, int before, int after, int* heads, int* tails) {
  __shared__ typename cub::BlockDiscontinuity<int, kThreads>::TempStorage storage;
  int items[kItems], head_flags[kItems], tail_flags[kItems];
  read(in, items);
  cub::BlockDiscontinuity<int, kThreads>(storage).FlagHeadsAndTails(head_flags, before, tail_flags, after, items,
                                                                    Differs());
  write(heads, head_flags);
  write(tails, tail_flags);
}

__global__ void differences(const int* in, int valid, int* left, int* right, int* last) {
  using Difference = cub::BlockAdjacentDifference<int, kThreads>;
  __shared__ typename Difference::TempStorage storage;
  int items[kItems], results[kItems];
  read(in, items);
  Difference(storage).SubtractLeftPartialTile(items, results, Minus(), valid);
  write(left, results);
  __syncthreads();
  Difference(storage).SubtractRightPartialTile(items, results, Minus(), valid);
  write(right, results);
  __syncthreads();
  Difference(storage).SubtractRight(items, results, Minus(), 1000);  // 1000 follows the last item
  write(last, results);
}

__global__ void exchanges(const int* in, const int* ranks_in, int* striped, int* up, int* suffix) {
  using Exchange = cub::BlockExchange<int, kThreads, kItems>;
  __shared__ typename Exchange::TempStorage storage;
  int items[kItems], ranks[kItems], shifted[kItems] = {};
  read(in, items);
  read(ranks_in, ranks);
  int moved[kItems] = {};
  Exchange(storage).ScatterToStripedGuarded(items, moved, ranks);
  for (int i = 0; i < kItems; ++i) striped[threadIdx.x + i * kThreads] = moved[i];
  int block_suffix;
#if THRUST_VERSION < 300000
  __shared__ typename cub::BlockShuffle<int, kThreads>::TempStorage shuffle_storage;
  cub::BlockShuffle<int, kThreads>(shuffle_storage).Up(items, shifted, block_suffix);
#else  // CUB 3 has no BlockShuffle
  const int number = threadIdx.x * kItems;
  for (int i = 0; i < kItems; ++i) shifted[i] = number + i > 0 ? in[number + i - 1] : shifted[i];
  block_suffix = in[kThreads * kItems - 1];
#endif
  write(up, shifted);
  suffix[threadIdx.x] = block_suffix;
}

constexpr int kRuns = 2;

// Writes each item and its position in its run. Each thread has kRuns runs.
__global__ void decode(const int* values_in, const int* lengths_in, int* out, int* positions_out, int* total_out) {
  using Decode = cub::BlockRunLengthDecode<int, kThreads, kRuns, kItems>;
  __shared__ typename Decode::TempStorage storage;
  int values[kRuns], lengths[kRuns], items[kItems], positions[kItems], total = 0;
  for (int i = 0; i < kRuns; ++i) {
    values[i] = values_in[threadIdx.x * kRuns + i];
    lengths[i] = lengths_in[threadIdx.x * kRuns + i];
  }
  Decode decoder(storage, values, lengths, total);
  for (int from = 0; from < total; from += kCount) {
    decoder.RunLengthDecode(items, positions, from);
    write(out + from, items);
    write(positions_out + from, positions);
  }
  if (threadIdx.x == 0) *total_out = total;
}

void check_scans(const Ints& values) {
  const DeviceArray<int> in(values);
  DeviceArray<int> out(kCount), warps(kThreads), aggregates(kThreads);
  scans<<<1, kThreads>>>(in.get(), out.get(), warps.get(), aggregates.get());
  CUDA_CHECK_KERNEL();
  Ints expected(kCount), sums(kThreads), totals(kThreads);
  int largest = 50;
  for (int i = 0; i < kCount; ++i) expected[i] = largest = Larger()(largest, values[i]);
  for (int i = 0; i < kThreads; ++i) {
    sums[i] = i % 32 == 0 ? 0 : sums[i - 1] + values[i - 1];
    for (int j = 0; j < 32; ++j) totals[i] += values[i / 32 * 32 + j];
  }
  expect(out.host() == expected, "an inclusive scan with an initial value");
  expect(warps.host() == sums && aggregates.host() == totals, "scans of warps");
}

void check_neighbours(const Ints& values) {
  const DeviceArray<int> in(values);
  DeviceArray<int> heads(kCount), tails(kCount), left(kCount), right(kCount), last(kCount);
  // The item before the block equals the first one, and the item after it differs from the last one.
  flags<<<1, kThreads>>>(in.get(), values[0], values[kCount - 1] + 1, heads.get(), tails.get());
  const int valid = 100;  // not a multiple of kItems, so that one thread has valid and other items
  differences<<<1, kThreads>>>(in.get(), valid, left.get(), right.get(), last.get());
  CUDA_CHECK_KERNEL();
  Ints expected_heads(kCount), expected_tails(kCount), to_left(values), to_right(values), all(values);
  for (int i = 0; i < kCount; ++i) {
    expected_heads[i] = i == 0 ? 0 : values[i] != values[i - 1];
    expected_tails[i] = i + 1 == kCount ? 1 : values[i] != values[i + 1];
    if (i > 0 && i < valid) to_left[i] = values[i] - values[i - 1];
    if (i + 1 < valid) to_right[i] = values[i] - values[i + 1];
    all[i] = values[i] - (i + 1 < kCount ? values[i + 1] : 1000);
  }
  expect(heads.host() == expected_heads && tails.host() == expected_tails, "heads and tails with items from outside");
  expect(left.host() == to_left && right.host() == to_right, "differences of a partial tile");
  expect(last.host() == all, "differences with the next item of the block");
}

void check_exchanges(const Ints& values) {
  Ints ranks(kCount), expected(kCount), shifted(values);
  // 7 and kCount have no common factor, so the ranks differ. CUB ignores items with negative ranks.
  for (int i = 0; i < kCount; ++i) ranks[i] = i % 5 == 0 ? -1 : (i * 7) % kCount;
  const DeviceArray<int> in(values), device_ranks(ranks);
  DeviceArray<int> striped(kCount), up(kCount), suffix(kThreads);
  exchanges<<<1, kThreads>>>(in.get(), device_ranks.get(), striped.get(), up.get(), suffix.get());
  CUDA_CHECK_KERNEL();
  const Ints scattered = striped.host(), ups = up.host();
  bool right = true;
  for (int i = 0; i < kCount; ++i) right = right && (ranks[i] < 0 || scattered[ranks[i]] == values[i]);
  expect(right, "items with valid ranks are scattered");
  right = true;
  for (int i = 1; i < kCount; ++i) right = right && ups[i] == values[i - 1];
  expect(right && suffix.host() == Ints(kThreads, values[kCount - 1]), "items are shifted by one");
}

void check_decoding() {
  Numbers numbers(/*seed=*/8);
  Ints values(kThreads * kRuns), lengths(values.size()), expected, positions;
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = numbers.below(1000);
    lengths[i] = 1 + numbers.below(6);  // CUB does not accept empty runs
    for (int j = 0; j < lengths[i]; ++j) {
      expected.push_back(values[i]);
      positions.push_back(j);
    }
  }
  const DeviceArray<int> in(values), in_lengths(lengths);
  DeviceArray<int> out(expected.size() + kCount), positions_out(expected.size() + kCount), total(1);
  decode<<<1, kThreads>>>(in.get(), in_lengths.get(), out.get(), positions_out.get(), total.get());
  CUDA_CHECK_KERNEL();
  Ints decoded = out.host(), decoded_positions = positions_out.host();
  decoded.resize(expected.size());
  decoded_positions.resize(expected.size());
  expect(total.host()[0] == int(expected.size()), "the number of decoded items");
  expect(decoded == expected && decoded_positions == positions, "decoded items");
}

int main() {
  Numbers numbers(/*seed=*/9);
  Ints values(kCount);
  for (int& value : values) value = numbers.below(90);
  // Every third value equals the one before it.
  for (int i = 1; i < kCount; i += 3) values[i] = values[i - 1];
  check_scans(values);
  check_neighbours(values);
  check_exchanges(values);
  check_decoding();
  return verdict();
}
