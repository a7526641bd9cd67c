// Pointers to device functions, in a table on the device, and read by the host from a symbol and passed to a kernel;
// and pointers to kernels.
#include "../program.cuh"

typedef int (*Operation)(int, int);

__device__ int add(int a, int b) {
  return a + b;
}
__device__ int subtract(int a, int b) {
  return a - b;
}
__device__ int multiply(int a, int b) {
  return a * b;
}
__device__ int larger(int a, int b) {
  return a > b ? a : b;
}

__device__ Operation operations[] = {add, subtract, multiply, larger};
__device__ Operation pointer_to_multiply = multiply;

__global__ void apply_by_thread(const int* a, const int* b, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = operations[i % 4](a[i], b[i]);
}

__global__ void apply_one(Operation operation, const int* a, const int* b, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = operation(a[i], b[i]);
}

__global__ void add_kernel(int* value) {
  *value += 5;
}
__global__ void multiply_kernel(int* value) {
  *value *= 3;
}

int main() {
  const int count = 500;
  Numbers numbers(/*seed=*/100);
  std::vector<int> a(count), b(count), mixed(count), products(count);
  for (int i = 0; i < count; ++i) {
    a[i] = numbers.below(100);
    b[i] = numbers.below(100);
    const int results[] = {a[i] + b[i], a[i] - b[i], a[i] * b[i], a[i] > b[i] ? a[i] : b[i]};
    mixed[i] = results[i % 4];
    products[i] = a[i] * b[i];
  }
  DeviceArray<int> device_a(a), device_b(b), out(count);
  apply_by_thread<<<blocks_for(count, 128), 128>>>(device_a.get(), device_b.get(), out.get(), count);
  CUDA_CHECK_KERNEL();
  expect(out.host() == mixed, "neighbouring threads call different functions");

  Operation operation = nullptr;
  CUDA_CHECK(cudaMemcpyFromSymbol(&operation, pointer_to_multiply, sizeof(operation)));
  apply_one<<<blocks_for(count, 128), 128>>>(operation, device_a.get(), device_b.get(), out.get(), count);
  CUDA_CHECK_KERNEL();
  expect(out.host() == products, "the host passes a device function's pointer to a kernel");

  DeviceArray<int> value(std::vector<int>{1});
  void (*const kernels[])(int*) = {add_kernel, multiply_kernel, add_kernel};
  for (auto kernel : kernels) kernel<<<1, 1>>>(value.get());
  CUDA_CHECK_KERNEL();
  expect(value.host()[0] == 23, "kernels by pointer");  // (1 + 5) * 3 + 5
  std::printf("value %d\n", value.host()[0]);
  return verdict();
}
