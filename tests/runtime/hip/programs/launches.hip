// Launches with arguments, grids and dynamic shared memory of several kinds, and variables of the device.
#include <vector>

#include "cases.hpp"
#include "check.hpp"

__constant__ int factors[4];
__device__ unsigned counter = 3;
__managed__ int managed_value = 7;
__managed__ float managed_array[300];

namespace {

__global__ void axpy(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

struct Mixed {
  char first;
  double second;
  short third;
};

__global__ void mixed(char c, Mixed m, short s, double* out, float f) {
  out[0] = c + m.first + m.second + m.third + s + f;
}

__global__ void reverse_block(int* data) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}

__global__ void places(unsigned* out) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 1000 + thread;
}

__global__ void scale(int* data) {
  data[threadIdx.x] *= factors[threadIdx.x];
  atomicAdd(&counter, 1u);
}

__global__ void use_managed(int n) {
  if (threadIdx.x == 0) managed_value += 5;
  for (int i = threadIdx.x; i < n; i += blockDim.x) managed_array[i] += i;
}

}  // namespace

void launches() {
  constexpr int n = 1000;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i, y[i] = 2;
  float *dx = nullptr, *dy = nullptr;
  HIP_CHECK(hipMalloc(&dx, n * sizeof(float)));
  HIP_CHECK(hipMalloc(&dy, n * sizeof(float)));
  HIP_CHECK(hipMemcpy(dx, x.data(), n * sizeof(float), hipMemcpyHostToDevice));
  HIP_CHECK(hipMemcpy(dy, y.data(), n * sizeof(float), hipMemcpyHostToDevice));
  axpy<<<(n + 255) / 256, 256>>>(dx, dy, 3.0f, n);
  HIP_CHECK(hipGetLastError());
  HIP_CHECK(hipMemcpy(y.data(), dy, n * sizeof(float), hipMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) CHECK(y[i] == 3.0f * i + 2);

  double* sum = nullptr;
  HIP_CHECK(hipMallocManaged(&sum, sizeof(double)));
  mixed<<<1, 1>>>(1, Mixed{2, 3.5, 4}, 5, sum, 0.25f);
  HIP_CHECK(hipDeviceSynchronize());
  CHECK(*sum == 15.75);  // 1 + 2 + 3.5 + 4 + 5 + 0.25

  int* data = nullptr;
  HIP_CHECK(hipMallocManaged(&data, 128 * sizeof(int)));
  for (int i = 0; i < 128; ++i) data[i] = i;
  reverse_block<<<2, 64, 64 * sizeof(int)>>>(data);
  HIP_CHECK(hipDeviceSynchronize());
  for (int i = 0; i < 128; ++i) CHECK(data[i] == i / 64 * 64 + 63 - i % 64);

  unsigned* where = nullptr;
  // 24 blocks of 30 threads.
  HIP_CHECK(hipMallocManaged(&where, 24 * 30 * sizeof(unsigned)));
  places<<<dim3(2, 3, 4), dim3(5, 3, 2)>>>(where);
  HIP_CHECK(hipDeviceSynchronize());
  for (unsigned i = 0; i < 24 * 30; ++i) CHECK(where[i] == i / 30 * 1000 + i % 30);
  HIP_CHECK(hipFree(dx));
  HIP_CHECK(hipFree(dy));
  HIP_CHECK(hipFree(sum));
  HIP_CHECK(hipFree(data));
  HIP_CHECK(hipFree(where));
}

void symbols() {
  const int values[4] = {2, 3, 5, 7};
  HIP_CHECK(hipMemcpyToSymbol(HIP_SYMBOL(factors), values, sizeof values));
  const int changed = 11;
  HIP_CHECK(hipMemcpyToSymbol(HIP_SYMBOL(factors), &changed, sizeof changed, 2 * sizeof(int)));
  int* data = nullptr;
  HIP_CHECK(hipMallocManaged(&data, sizeof values));
  for (int i = 0; i < 4; ++i) data[i] = 10;
  scale<<<1, 4>>>(data);
  HIP_CHECK(hipDeviceSynchronize());
  CHECK(data[0] == 20 && data[1] == 30 && data[2] == 110 && data[3] == 70);
  unsigned count = 0;
  HIP_CHECK(hipMemcpyFromSymbol(&count, HIP_SYMBOL(counter), sizeof count));
  CHECK(count == 7);  // 3, and 1 for each of four threads
  void* address = nullptr;
  size_t bytes = 0;
  HIP_CHECK(hipGetSymbolAddress(&address, HIP_SYMBOL(counter)));
  HIP_CHECK(hipGetSymbolSize(&bytes, HIP_SYMBOL(factors)));
  CHECK(bytes == sizeof factors);
  const unsigned next = 40;
  HIP_CHECK(hipMemcpy(address, &next, sizeof next, hipMemcpyHostToDevice));
  HIP_CHECK(hipMemcpyFromSymbol(&count, HIP_SYMBOL(counter), sizeof count));
  CHECK(count == 40);
  HIP_FAILS(hipErrorInvalidValue, hipMemcpyToSymbol(HIP_SYMBOL(factors), values, sizeof values, 4));
  HIP_FAILS(hipErrorInvalidSymbol, hipGetSymbolSize(&bytes, &next));

  CHECK(managed_value == 7);
  for (int i = 0; i < 300; ++i) managed_array[i] = 1;
  use_managed<<<1, 64>>>(300);
  HIP_CHECK(hipDeviceSynchronize());
  CHECK(managed_value == 12);
  const int other = 30;
  HIP_CHECK(hipMemcpyToSymbol(HIP_SYMBOL(managed_value), &other, sizeof other));
  CHECK(managed_value == 30);
  HIP_CHECK(hipGetSymbolSize(&bytes, HIP_SYMBOL(managed_array)));
  CHECK(bytes == sizeof managed_array);
  for (int i = 0; i < 300; ++i) CHECK(managed_array[i] == 1 + i);
}
