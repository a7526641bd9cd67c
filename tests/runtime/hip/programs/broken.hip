// Cases with one mistake each. The emulated device's checks must report the line that "broken: NAME" marks.
#include "cases.hpp"
#include "check.hpp"

namespace {

__global__ void past_the_end(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) data[i] = i;  // broken: past_the_end
}

__global__ void read_freed(const int* data, int* sum) {
  *sum = data[3];  // broken: read_freed
}

__global__ void missing_barrier(int* out) {
  __shared__ int values[128];
  values[threadIdx.x] = threadIdx.x;  // broken: missing_barrier
  out[threadIdx.x] = values[127 - threadIdx.x];
}

__global__ void read_unwritten(const int* data, int* sum) {
  *sum = data[threadIdx.x];  // broken: read_unwritten
}

__global__ void write_some(int* data) {
  data[threadIdx.x] = 1;
}

__global__ void half_a_barrier(int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  // 70 is inside a wave of either size, so some of its lanes reach the barrier and others do not.
  if (threadIdx.x < 70) {
    atomicAdd(&total, 1);
    __syncthreads();  // broken: half_a_barrier
    out[threadIdx.x] = total;
  }
}

int* device_numbers(int count) {
  int* memory = nullptr;
  HIP_CHECK(hipMalloc(&memory, count * sizeof(int)));
  return memory;
}

// A check that finds a mistake ends the kernel, which is an error of the next call that waits.
void must_fail() {
  CHECK(hipDeviceSynchronize() != hipSuccess);
}

}  // namespace

void broken_bounds() {
  int* const data = device_numbers(100);
  past_the_end<<<1, 128>>>(data, 100);
  must_fail();
}

void broken_free() {
  int *const data = device_numbers(100), *const sum = device_numbers(1);
  HIP_CHECK(hipMemset(data, 0, 100 * sizeof(int)));
  HIP_CHECK(hipFree(data));
  read_freed<<<1, 1>>>(data, sum);
  must_fail();
}

void broken_race() {
  missing_barrier<<<1, 128>>>(device_numbers(128));
  must_fail();
}

void broken_uninit() {
  int *const data = device_numbers(100), *const sum = device_numbers(1);
  HIP_CHECK(hipMemset(data, 0, 50 * sizeof(int)));
  // Thread 50 reads the first element that was not written.
  read_unwritten<<<1, 51>>>(data, sum);
  must_fail();
}

// The kernel leaves out the last elements of the array that the host then reads.
void broken_uninit_copy() {
  int *const data = device_numbers(100), *const copy = device_numbers(100);
  int host[100];
  write_some<<<1, 97>>>(data);
  HIP_CHECK(hipMemcpy(host, data, 97 * sizeof(int), hipMemcpyDeviceToHost));
  // A copy inside of the device's memory is no mistake yet, but has the same gap.
  HIP_CHECK(hipMemcpy(copy, data, sizeof host, hipMemcpyDeviceToDevice));
  HIP_CHECK(hipMemcpy(host, copy, 97 * sizeof(int), hipMemcpyDeviceToHost));
  HIP_FAILS(hipErrorIllegalAddress, hipMemcpy(host, copy, sizeof host, hipMemcpyDeviceToHost));
}

void broken_barrier() {
  half_a_barrier<<<1, 128>>>(device_numbers(128));
  must_fail();
}
