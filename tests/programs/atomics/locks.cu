// Locks: a spin lock that one thread of each block takes, a ticket lock, and a producer with consumers.
#include "../program.cuh"

__device__ int lock = 0;
__device__ unsigned next_ticket = 0, now_serving = 0;

__global__ void under_spin_lock(volatile long long* sum, int times) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < times; ++i) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum = *sum + blockIdx.x + 1;
    __threadfence();
    atomicExch(&lock, 0);
  }
}

__global__ void under_ticket_lock(volatile int* order) {
  if (threadIdx.x == 0) {
    const unsigned ticket = atomicAdd(&next_ticket, 1u);
    while (atomicAdd(&now_serving, 0u) != ticket) {
    }
    __threadfence();
    order[ticket] = blockIdx.x;
    __threadfence();
    atomicAdd(&now_serving, 1u);
  }
}

// Block 0 makes values, and the other blocks wait for them. The grid is so small that all blocks are resident at the
// same time.
__global__ void produce_and_consume(volatile int* values, volatile int* ready, int* sums, int count) {
  if (blockIdx.x == 0) {
    for (int i = threadIdx.x; i < count; i += blockDim.x) values[i] = i * i;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *ready = 1;
    return;
  }
  if (threadIdx.x == 0)
    while (*ready == 0) {
    }
  __syncthreads();
  __threadfence();
  int sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += values[i];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (threadIdx.x == 0) sums[blockIdx.x - 1] = sum;
}

int main() {
  const int blocks = 6, times = 20;
  DeviceArray<long long> sum(1);
  sum.clear();
  under_spin_lock<<<blocks, 32>>>(sum.get(), times);
  CUDA_CHECK_KERNEL();
  // Each block has added blockIdx.x + 1, that is 1 to `blocks`, `times` times.
  expect(sum.host()[0] == times * blocks * (blocks + 1) / 2, "no addition under the lock is lost");

  DeviceArray<int> order(blocks);
  under_ticket_lock<<<blocks, 32>>>(order.get());
  CUDA_CHECK_KERNEL();
  std::vector<bool> seen(blocks, false);
  for (int block : order.host()) seen[block] = true;
  expect(seen == std::vector<bool>(blocks, true), "each block was served once");

  const int count = 200;
  DeviceArray<int> values(count), ready(1), sums(3);
  ready.clear();
  produce_and_consume<<<4, 32>>>(values.get(), ready.get(), sums.get(), count);
  CUDA_CHECK_KERNEL();
  int expected = 0;
  for (int i = 0; i < count; ++i) expected += i * i;
  expect(sums.host() == std::vector<int>(3, expected), "each consumer sees all values");
  std::printf("sum %lld\n", sum.host()[0]);
  return verdict();
}
