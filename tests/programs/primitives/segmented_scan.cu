// Prefix sums that restart at flags: pairs of a flag and a sum, combined in a scan in shared memory.
#include "../program.cuh"

constexpr int kThreads = 256;

struct Partial {
  int begins;  // whether a segment begins among the elements that are summed
  int sum;     // of the elements since the last begin
};

__device__ Partial combine(Partial left, Partial right) {
  return {left.begins | right.begins, right.begins ? right.sum : left.sum + right.sum};
}

// One block scans the array tile by tile. `carry` is the partial result of all tiles before.
__global__ void segmented_scan(const int* values, const int* begins, int* out, int count) {
  __shared__ Partial partials[2][kThreads];
  __shared__ Partial carry;
  const int t = threadIdx.x;
  if (t == 0) carry = {0, 0};
  for (int base = 0; base < count; base += kThreads) {
    const int i = base + t;
    int from = 0;
    partials[from][t] = i < count ? Partial{begins[i], values[i]} : Partial{0, 0};
    __syncthreads();
    for (int distance = 1; distance < kThreads; distance *= 2) {
      const Partial mine = partials[from][t];
      partials[1 - from][t] = t >= distance ? combine(partials[from][t - distance], mine) : mine;
      from = 1 - from;
      __syncthreads();
    }
    const Partial result = combine(carry, partials[from][t]);
    if (i < count) out[i] = result.sum;
    __syncthreads();
    if (t == kThreads - 1) carry = result;
    __syncthreads();
  }
}

int main() {
  const int count = 3000;
  Numbers numbers(/*seed=*/11);
  std::vector<int> values(count), begins(count), expected(count);
  int segments = 1;
  for (int i = 0; i < count; ++i) {
    values[i] = numbers.below(10);
    begins[i] = numbers.below(40) == 0;
    segments += i > 0 && begins[i];
    expected[i] = values[i] + (i == 0 || begins[i] ? 0 : expected[i - 1]);
  }
  DeviceArray<int> in(values), flags(begins), out(count);
  segmented_scan<<<1, kThreads>>>(in.get(), flags.get(), out.get(), count);
  CUDA_CHECK_KERNEL();
  expect(out.host() == expected, "the sums of each segment");
  std::printf("%d segments, the last sum is %d\n", segments, expected.back());
  return verdict();
}
