// Stream compaction that keeps the order: positions within a warp by ballots, and of warps and blocks by prefix sums.
#include "../program.cuh"

constexpr int kThreads = 128;
constexpr int kWarps = kThreads / 32;

__device__ bool wanted(int value) {
  return value % 3 == 0;
}

__global__ void count_wanted(const int* in, int count, int* block_counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int wanted_here = __syncthreads_count(i < count && wanted(in[i]));
  if (threadIdx.x == 0) block_counts[blockIdx.x] = wanted_here;
}

__global__ void move_wanted(const int* in, int count, const int* block_starts, int* out) {
  __shared__ int warp_counts[kWarps];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const bool mine = i < count && wanted(in[i]);
  const unsigned ballot = __ballot_sync(0xffffffffu, mine);
  if (lane == 0) warp_counts[warp] = __popc(ballot);
  __syncthreads();
  if (!mine) return;
  int position = block_starts[blockIdx.x] + __popc(ballot & ((1u << lane) - 1));
  for (int earlier = 0; earlier < warp; ++earlier) position += warp_counts[earlier];
  out[position] = in[i];
}

int main() {
  const int count = 20011;
  Numbers numbers(/*seed=*/3);
  std::vector<int> values(count);
  for (int& value : values) value = numbers.below(1000000);
  std::vector<int> expected;
  for (int value : values)
    if (value % 3 == 0) expected.push_back(value);

  const int blocks = blocks_for(count, kThreads);
  DeviceArray<int> in(values), block_counts(blocks);
  count_wanted<<<blocks, kThreads>>>(in.get(), count, block_counts.get());
  CUDA_CHECK_KERNEL();

  std::vector<int> starts = block_counts.host();
  int total = 0;
  for (int& start : starts) {
    const int here = start;
    start = total;
    total += here;
  }
  expect(total == int(expected.size()), "the number of values that are kept");

  DeviceArray<int> block_starts(starts), out(total);
  move_wanted<<<blocks, kThreads>>>(in.get(), count, block_starts.get(), out.get());
  CUDA_CHECK_KERNEL();
  expect(out.host() == expected, "the values that are kept, in order");
  std::printf("%d of %d kept\n", total, count);
  return verdict();
}
