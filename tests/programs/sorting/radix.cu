// A stable radix sort of 32-bit keys, four bits in each pass: digit counts per block, their prefix sums, and
// scattering.
#include <algorithm>

#include "../program.cuh"

constexpr int kThreads = 128;
constexpr int kDigits = 16;

__device__ int digit_of(unsigned key, int shift) {
  return (key >> shift) & (kDigits - 1);
}

// Writes counts[digit][block]. In this order, the sum of all counts before counts[d][b] is the position in the output
// at which block b's keys with digit d begin.
__global__ void count_digits(const unsigned* keys, int count, int shift, int* counts) {
  __shared__ int block_counts[kDigits];
  if (threadIdx.x < kDigits) block_counts[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(&block_counts[digit_of(keys[i], shift)], 1);
  __syncthreads();
  if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = block_counts[threadIdx.x];
}

// Replaces the counts by their exclusive prefix sums. One block sums a section of blockDim.x counts after another.
__global__ void scan_counts(int* counts, int count) {
  __shared__ int sums[2][1024];  // for blocks of up to 1024 threads
  const int t = threadIdx.x;
  int carry = 0;
  for (int base = 0; base < count; base += blockDim.x) {
    const int value = base + t < count ? counts[base + t] : 0;
    int from = 0;
    sums[0][t] = value;
    __syncthreads();
    for (int distance = 1; distance < blockDim.x; distance *= 2) {
      sums[1 - from][t] = sums[from][t] + (t >= distance ? sums[from][t - distance] : 0);
      from = 1 - from;
      __syncthreads();
    }
    if (base + t < count) counts[base + t] = carry + sums[from][t] - value;
    carry += sums[from][blockDim.x - 1];
    __syncthreads();
  }
}

__global__ void scatter(const unsigned* keys, unsigned* out, int count, int shift, const int* starts) {
  __shared__ int digits[kThreads];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int digit = i < count ? digit_of(keys[i], shift) : -1;
  digits[threadIdx.x] = digit;
  __syncthreads();
  if (i >= count) return;
  int rank = 0;
  for (int earlier = 0; earlier < threadIdx.x; ++earlier) rank += digits[earlier] == digit;
  out[starts[digit * gridDim.x + blockIdx.x] + rank] = keys[i];
}

int main() {
  const int count = 6000;
  Numbers numbers(/*seed=*/4);
  std::vector<unsigned> keys(count);
  for (unsigned& key : keys) key = numbers.next();

  const int blocks = blocks_for(count, kThreads);
  DeviceArray<unsigned> first(keys), second(count);
  DeviceArray<int> counts(kDigits * blocks);
  unsigned* from = first.get();
  unsigned* to = second.get();
  for (int shift = 0; shift < 32; shift += 4) {
    count_digits<<<blocks, kThreads>>>(from, count, shift, counts.get());
    scan_counts<<<1, 256>>>(counts.get(), kDigits * blocks);
    scatter<<<blocks, kThreads>>>(from, to, count, shift, counts.get());
    std::swap(from, to);
  }
  CUDA_CHECK_KERNEL();

  std::sort(keys.begin(), keys.end());
  // Each pass moves the keys to the other array. After 32 / 4 = 8 passes, they are in `first` again.
  expect(first.host() == keys, "the keys are in order");
  std::printf("median %u\n", keys[count / 2]);
  return verdict();
}
