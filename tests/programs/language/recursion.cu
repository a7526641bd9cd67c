// Recursive device functions: Ackermann, quicksort with a stack per thread, and functions that call each other.
#include <algorithm>

#include "../program.cuh"

__host__ __device__ inline int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

__device__ bool is_odd(unsigned n);
__device__ __noinline__ bool is_even(unsigned n) {
  return n == 0 ? true : is_odd(n - 1);
}
__device__ __noinline__ bool is_odd(unsigned n) {
  return n == 0 ? false : is_even(n - 1);
}

__device__ void quicksort(int* values, int left, int right) {
  if (left >= right) return;
  const int pivot = values[(left + right) / 2];
  int i = left, j = right;
  while (i <= j) {
    while (values[i] < pivot) ++i;
    while (values[j] > pivot) --j;
    if (i <= j) {
      const int value = values[i];
      values[i++] = values[j];
      values[j--] = value;
    }
  }
  quicksort(values, left, j);
  quicksort(values, i, right);
}

__global__ void compute(int* numbers, bool* parity) {
  const int i = threadIdx.x;
  numbers[i] = ackermann(i / 4, i % 4);
  parity[i] = is_even(i);
}

/// Each call keeps 64 bytes on the stack until the calls that it makes have returned.
__device__ __noinline__ int sum_below(int n) {
  if (n == 0) return 0;
  volatile int digits[16];
  for (int i = 0; i < 16; ++i) digits[i] = n >> i & 1;
  const int rest = sum_below(n - 1);
  int value = 0;
  for (int i = 0; i < 16; ++i) value |= digits[i] << i;
  return rest + value;
}

__global__ void sum(int* result) {
  result[threadIdx.x] = sum_below(300 - threadIdx.x);
}

__global__ void sort_rows(int* rows, int length) {
  quicksort(rows + (blockIdx.x * blockDim.x + threadIdx.x) * length, 0, length - 1);
}

int main() {
  // CUDA's default of 1 KiB is too small for sum_below(), whose 300 calls need more than 20 KiB.
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 96 * 1024));
  DeviceArray<int> numbers(12);
  bool* parity = nullptr;
  CUDA_CHECK(cudaMalloc(&parity, 12 * sizeof(bool)));
  compute<<<1, 12>>>(numbers.get(), parity);
  CUDA_CHECK_KERNEL();
  const std::vector<int> found = numbers.host();
  bool even[12];
  CUDA_CHECK(cudaMemcpy(even, parity, sizeof(even), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(parity));
  bool right = true;
  for (int i = 0; i < 12; ++i) right = right && found[i] == ackermann(i / 4, i % 4) && even[i] == (i % 2 == 0);
  expect(right, "Ackermann's function, and functions that call each other");

  DeviceArray<int> sums(2);
  sum<<<1, 2>>>(sums.get());
  CUDA_CHECK_KERNEL();
  expect(sums.host() == std::vector<int>{300 * 301 / 2, 299 * 300 / 2}, "three hundred nested calls");

  const int rows = 64, length = 40;
  Numbers generator(/*seed=*/101);
  std::vector<int> values(rows * length);
  for (int& value : values) value = generator.below(1000);
  DeviceArray<int> device(values);
  sort_rows<<<2, rows / 2>>>(device.get(), length);
  CUDA_CHECK_KERNEL();
  for (int row = 0; row < rows; ++row) std::sort(values.begin() + row * length, values.begin() + (row + 1) * length);
  expect(device.host() == values, "each row is in order");
  std::printf("A(2, 3) = %d\n", found[11]);
  return verdict();
}
