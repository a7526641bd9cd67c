// The sum of an array in the ways that are usual in CUDA, from an interleaved tree to shuffles and atomics.
#include "../program.cuh"

constexpr int kThreads = 256;

__global__ void reduce_interleaved(const int* in, int* sums, int count) {
  extern __shared__ int shared[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  shared[threadIdx.x] = i < count ? in[i] : 0;
  __syncthreads();
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    if (threadIdx.x % (2 * stride) == 0) shared[threadIdx.x] += shared[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = shared[0];
}

__global__ void reduce_sequential(const int* in, int* sums, int count) {
  extern __shared__ int shared[];
  const int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  if (i + blockDim.x < count) sum += in[i + blockDim.x];
  shared[threadIdx.x] = sum;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) shared[threadIdx.x] += shared[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = shared[0];
}

// Threads of a single warp perform the last steps, so these need a barrier of the warp and none of the block.
template <int kBlock>
__global__ void reduce_unrolled(const int* in, int* sums, int count) {
  __shared__ int shared[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = blockIdx.x * kBlock + t; i < count; i += gridDim.x * kBlock) sum += in[i];
  shared[t] = sum;
  __syncthreads();
#pragma unroll
  for (int stride = kBlock / 2; stride > 32; stride /= 2) {
    if (t < stride) shared[t] += shared[t + stride];
    __syncthreads();
  }
  if (t < 32) {
    volatile int* values = shared;
#pragma unroll
    for (int stride = 32; stride > 0; stride /= 2) {
      const int right = values[t + stride];
      __syncwarp();
      values[t] += right;
      __syncwarp();
    }
  }
  if (t == 0) sums[blockIdx.x] = shared[0];
}

__device__ int reduce_warp(int value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

__global__ void reduce_shuffle_atomic(const int4* in, int* total, int quads) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
    const int4 four = in[i];
    sum += four.x + four.y + four.z + four.w;
  }
  sum = reduce_warp(sum);
  if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
}

int sum_of(const std::vector<int>& values) {
  int sum = 0;
  for (int value : values) sum += value;
  return sum;
}

int main() {
  const int count = 40000;
  Numbers numbers(/*seed=*/1);
  std::vector<int> values(count);
  for (int& value : values) value = numbers.below(2001) - 1000;
  const int expected = sum_of(values);
  DeviceArray<int> in(values);

  const int blocks = blocks_for(count, kThreads);
  DeviceArray<int> sums(blocks);
  reduce_interleaved<<<blocks, kThreads, kThreads * sizeof(int)>>>(in.get(), sums.get(), count);
  CUDA_CHECK_KERNEL();
  expect(sum_of(sums.host()) == expected, "the sum by interleaved addresses");

  DeviceArray<int> half_sums(blocks_for(count, 2 * kThreads));
  reduce_sequential<<<half_sums.size(), kThreads, kThreads * sizeof(int)>>>(in.get(), half_sums.get(), count);
  CUDA_CHECK_KERNEL();
  expect(sum_of(half_sums.host()) == expected, "the sum by sequential addresses");

  DeviceArray<int> few_sums(16);
  reduce_unrolled<kThreads><<<16, kThreads>>>(in.get(), few_sums.get(), count);
  CUDA_CHECK_KERNEL();
  expect(sum_of(few_sums.host()) == expected, "the sum with the last warp unrolled");
  reduce_unrolled<64><<<16, 64>>>(in.get(), few_sums.get(), count);
  CUDA_CHECK_KERNEL();
  expect(sum_of(few_sums.host()) == expected, "the sum with the last warp unrolled, small blocks");

  DeviceArray<int> total(1);
  total.clear();
  reduce_shuffle_atomic<<<16, kThreads>>>(reinterpret_cast<const int4*>(in.get()), total.get(), count / 4);
  CUDA_CHECK_KERNEL();
  expect(total.host()[0] == expected, "the sum by shuffles and atomics");
  std::printf("sum %d\n", expected);
  return verdict();
}
