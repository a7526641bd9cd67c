// A stable radix sort of 32-bit keys, four bits in each pass: digit counts per block, their prefix sums, and
// scattering.
#include <algorithm>

#include "../program.cuh"

constexpr int kThreads = 128;
constexpr int kDigits = 16;

__device__ int digit_of(unsigned key, int shift) {
  return (key >> shift) & (kDigits - 1);
}

// Writes counts[digit][block]. The prefix sums in this order are the positions at which the keys of a block with a
// digit begin.
__global__ void count_digits(const unsigned* keys, int count, int shift, int* counts) {
  __shared__ int own[kDigits];
  if (threadIdx.x < kDigits) own[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(&own[digit_of(keys[i], shift)], 1);
  __syncthreads();
  if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = own[threadIdx.x];
}

__global__ void scan_counts(int* counts, int count) {
  __shared__ int sums[2][1024];
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
  Numbers numbers(4);
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
  expect(first.host() == keys, "the keys are in order");  // after eight passes, an even number
  std::printf("median %u\n", keys[count / 2]);
  return verdict();
}
