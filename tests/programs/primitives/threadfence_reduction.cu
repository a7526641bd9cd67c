// A sum in one launch: an atomic counter determines the block that finishes last, which adds the sums of all blocks.
#include "../program.cuh"

constexpr int kThreads = 128;

__device__ unsigned int finished_blocks = 0;

__device__ float sum_of_block(float value) {
  __shared__ float shared[kThreads];
  shared[threadIdx.x] = value;
  __syncthreads();
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) shared[threadIdx.x] += shared[threadIdx.x + stride];
    __syncthreads();
  }
  const float sum = shared[0];
  __syncthreads();
  return sum;
}

__global__ void sum_in_one_launch(const float* in, int count, volatile float* sums, float* total) {
  __shared__ bool is_last;
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) mine += in[i];
  const float block_sum = sum_of_block(mine);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = block_sum;
    __threadfence();
    is_last = atomicInc(&finished_blocks, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  float rest = 0;
  for (int block = threadIdx.x; block < gridDim.x; block += blockDim.x) rest += sums[block];
  const float sum = sum_of_block(rest);
  if (threadIdx.x == 0) {
    *total = sum;
    finished_blocks = 0;
  }
}

int main() {
  const int count = 30000;
  const int blocks = 40;
  std::vector<float> values(count);
  double expected = 0;
  Numbers numbers(/*seed=*/5);
  // Small whole numbers, whose sum is the same in every order.
  for (float& value : values) expected += value = float(numbers.below(16));

  DeviceArray<float> in(values), sums(blocks), total(1);
  for (int round = 0; round < 3; ++round) {
    total.clear();
    sum_in_one_launch<<<blocks, kThreads>>>(in.get(), count, sums.get(), total.get());
    CUDA_CHECK_KERNEL();
    expect(total.host()[0] == expected, "the sum, in each round");
  }
  std::printf("sum %.0f\n", expected);
  return verdict();
}
