// Services that kernels need from the host (printf, assert) or from the driver (clocks, grid synchronisation), and traps.
#include <cassert>

#include "cases.hpp"
#include "check.hpp"

// cooperative_groups' grid.sync() calls this function. It is called directly because HIP 5.2's cooperative_groups header does
// not compile with clang 19.
extern "C" __device__ void __ockl_grid_sync();

namespace {

// A packet to the host has room for 56 bytes of a string.
__global__ void print(const char* word, double number) {
  if (threadIdx.x % 16 != 3) return;
  printf("[%d|%5u|%-4d|%04x] %s and %s\n", -static_cast<int>(threadIdx.x), 7u, 12, 0xbeefu, "a literal longer than fifty-six bytes, so that it comes in pieces", word);
  printf("%.3f %e %g %c%% %lld %hhd %*d|%.2s|%p\n", number, number, number, 'x', -5000000000ll, static_cast<signed char>(-3), 6, 42, "cut", static_cast<void*>(nullptr));
}

__global__ void print_without_arguments(int* result) {
  *result = printf("no arguments\n");
}

__global__ void print_null() {
  const char* none = nullptr;
  printf("<%s>\n", none);
}

__global__ void check_below(int limit) {
  assert(static_cast<int>(threadIdx.x) < limit);
}

__global__ void trap_above(int limit) {
  if (static_cast<int>(threadIdx.x) > limit) __builtin_trap();
}

__global__ void measure(long long* times) {
  times[0] = clock64();
  for (int i = 0; i < 100; ++i) __builtin_amdgcn_s_sleep(10);
  times[1] = clock64();
}

/// Each step reads what other blocks wrote in the step before, so it is right only if grid synchronisation works. Any
/// distance other than 37 would do, if it is no multiple of the number of elements.
__global__ void shift_all(int* one, int* other, int steps) {
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 0; step < steps; ++step) {
    other[i] = one[(i + 37) % n] + 1;
    __ockl_grid_sync();
    int* const read = one;
    one = other;
    other = read;
  }
}

__global__ void leave_early(int* data) {
  if (blockIdx.x == 1) return;
  __ockl_grid_sync();
  data[0] = 1;
}

}  // namespace

void cooperative() {
  constexpr int blocks = 6, threads = 64, n = blocks * threads;
  int *one = nullptr, *other = nullptr, steps = 4;
  HIP_CHECK(hipMallocManaged(&one, n * sizeof(int)));
  HIP_CHECK(hipMallocManaged(&other, n * sizeof(int)));
  for (int i = 0; i < n; ++i) one[i] = 10 * i;
  void* arguments[] = {&one, &other, &steps};
  HIP_CHECK(hipLaunchCooperativeKernel(reinterpret_cast<const void*>(shift_all), dim3(blocks), dim3(threads), arguments, 0,
                                       nullptr));
  HIP_CHECK(hipDeviceSynchronize());
  // After an even number of steps, the result is in `one`: each step moved it by 37 places and added 1.
  for (int i = 0; i < n; ++i) CHECK(one[i] == 10 * ((i + 4 * 37) % n) + 4);
  hipLaunchParams launch{};
  launch.func = reinterpret_cast<void*>(shift_all);
  launch.gridDim = dim3(blocks);
  launch.blockDim = dim3(threads);
  launch.args = arguments;
  HIP_CHECK(hipLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
  HIP_CHECK(hipDeviceSynchronize());
  for (int i = 0; i < n; ++i) CHECK(one[i] == 10 * ((i + 8 * 37) % n) + 8);
  HIP_FAILS(hipErrorInvalidValue, hipLaunchCooperativeKernelMultiDevice(&launch, 2, 0));
  HIP_FAILS(hipErrorCooperativeLaunchTooLarge,
            hipLaunchCooperativeKernel(reinterpret_cast<const void*>(shift_all), dim3(1 << 20), dim3(threads), arguments,
                                       0, nullptr));
  // One block ends early, so the barrier fails. With ROCM_BINDGEN_EMULATOR_SYNC=1 the launch itself returns the failure.
  static_cast<void>(hipLaunchCooperativeKernel(reinterpret_cast<const void*>(leave_early), dim3(3), dim3(32), arguments,
                                               0, nullptr));
  HIP_FAILS(hipErrorLaunchFailure, hipDeviceSynchronize());
  HIP_CHECK(hipDeviceReset());
  // In an ordinary launch, blocks need not run at the same time, so the grid barrier is an error.
  shift_all<<<blocks, threads>>>(one, other, steps);
  HIP_FAILS(hipErrorLaunchFailure, hipDeviceSynchronize());
}

void printing() {
  char* word = nullptr;
  HIP_CHECK(hipMallocManaged(&word, 16));
  std::snprintf(word, 16, "memory");
  print<<<1, 32>>>(word, 1234.5678);
  HIP_CHECK(hipDeviceSynchronize());
  int* result = nullptr;
  HIP_CHECK(hipMallocManaged(&result, sizeof(int)));
  print_without_arguments<<<1, 1>>>(result);
  print_null<<<1, 1>>>();
  HIP_CHECK(hipDeviceSynchronize());
  CHECK(*result == 13);  // the length of "no arguments\n"
}

void assertion() {
  check_below<<<1, 8>>>(8);
  HIP_CHECK(hipDeviceSynchronize());
  check_below<<<1, 8>>>(7);
  HIP_FAILS(hipErrorAssert, hipDeviceSynchronize());
  HIP_CHECK(hipDeviceReset());
}

void trap() {
  trap_above<<<1, 8>>>(8);
  HIP_CHECK(hipDeviceSynchronize());
  trap_above<<<1, 8>>>(3);
  HIP_FAILS(hipErrorLaunchFailure, hipDeviceSynchronize());
}

void clocks() {
  long long* times = nullptr;
  HIP_CHECK(hipMallocManaged(&times, 2 * sizeof(long long)));
  measure<<<1, 1>>>(times);
  HIP_CHECK(hipDeviceSynchronize());
  CHECK(times[1] > times[0]);
}
