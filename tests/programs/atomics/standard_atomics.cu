// libcu++'s cuda::atomic and cuda::atomic_ref: counters with scopes, exchange, and waiting for a flag.
#include <cuda/atomic>

#include "../program.cuh"

__global__ void count(int* counter, unsigned long long* sum) {
  cuda::atomic_ref<int, cuda::thread_scope_device> device_counter(*counter);
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> device_sum(*sum);
  const int i = device_counter.fetch_add(1, cuda::memory_order_relaxed);
  device_sum.fetch_add((unsigned long long)i, cuda::memory_order_relaxed);
}

// Blocks take turns in the order of their indices. The grid is so small that all blocks are resident at the same time.
__global__ void hand_on(int* turn, int* order) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> now(*turn);
  const int block = blockIdx.x;
  while (now.load(cuda::memory_order_acquire) != block) {
  }
  order[block] = block == 0 ? 1 : order[block - 1] * 3;
  now.store(block + 1, cuda::memory_order_release);
}

__global__ void largest(const int* values, int* result, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> most(*result);
  int seen = most.load(cuda::memory_order_relaxed);
  while (seen < values[i] && !most.compare_exchange_weak(seen, values[i], cuda::memory_order_relaxed)) {
  }
}

int main() {
  DeviceArray<int> counter(1), turn(1), order(4), result(1);
  DeviceArray<unsigned long long> sum(1);
  counter.clear();
  sum.clear();
  count<<<5, 100>>>(counter.get(), sum.get());
  CUDA_CHECK_KERNEL();
  expect(counter.host()[0] == 500 && sum.host()[0] == 500 * 499 / 2, "each number is counted once");
  turn.clear();
  hand_on<<<4, 32>>>(turn.get(), order.get());
  CUDA_CHECK_KERNEL();
  expect(order.host() == std::vector<int>({1, 3, 9, 27}), "blocks take turns");

  Numbers numbers(/*seed=*/121);
  std::vector<int> values(1000);
  int expected = 0;
  for (int& value : values) {
    value = numbers.below(1000000);
    expected = value > expected ? value : expected;
  }
  DeviceArray<int> in(values);
  result.clear();
  largest<<<blocks_for(1000, 128), 128>>>(in.get(), result.get(), 1000);
  CUDA_CHECK_KERNEL();
  expect(result.host()[0] == expected, "the largest number by compare and exchange");
  std::printf("largest %d\n", expected);
  return verdict();
}
