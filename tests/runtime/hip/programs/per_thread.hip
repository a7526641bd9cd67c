// The functions whose null stream is the calling thread's own: those that -fgpu-default-stream=per-thread makes programs
// call.
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include "cases.hpp"
#include "check.hpp"

__device__ int elements[4];

// What cooperative_groups' grid.sync() calls.
extern "C" __device__ void __ockl_grid_sync();

namespace {

std::atomic<bool> released;

__global__ void twice_plus(int* data, int add) {
  data[threadIdx.x] = data[threadIdx.x] * 2 + add;
}

__global__ void sum_of_all(int* data, int n) {
  __ockl_grid_sync();
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += data[i];
  __ockl_grid_sync();
  if (threadIdx.x == 0) data[blockIdx.x] = sum;
}

void wait_until_released(hipStream_t, hipError_t, void*) {
  while (!released) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

void copies_and_fills() {
  // 6 rows of 32 bytes, or 2 slices of 3 rows.
  constexpr size_t pitch = 32, all = pitch * 6;
  auto* const device = managed<unsigned char>(all);
  std::vector<unsigned char> host(all), back(all);
  for (size_t i = 0; i < all; ++i) host[i] = static_cast<unsigned char>(i + 1);
  HIP_CHECK(hipMemcpy_spt(device, host.data(), all, hipMemcpyHostToDevice));
  CHECK(std::memcmp(device, host.data(), all) == 0);
  HIP_FAILS(hipErrorInvalidValue, hipMemcpy_spt(device, host.data(), all + 1, hipMemcpyHostToDevice));
  HIP_CHECK(hipMemcpyAsync_spt(back.data(), device, all, hipMemcpyDeviceToHost, nullptr));
  HIP_CHECK(hipStreamSynchronize_spt(nullptr));
  CHECK(back == host);
  HIP_FAILS(hipErrorInvalidValue, hipMemcpyAsync_spt(back.data(), device, all + 1, hipMemcpyDeviceToHost, nullptr));

  HIP_CHECK(hipMemset_spt(device, 7, all - 1));
  CHECK(device[0] == 7 && device[all - 2] == 7 && device[all - 1] == host[all - 1]);
  HIP_FAILS(hipErrorInvalidValue, hipMemset_spt(device, 7, all + 1));
  HIP_CHECK(hipMemset2D_spt(device + pitch, pitch, 8, 4, 2));
  CHECK(device[pitch] == 8 && device[2 * pitch + 3] == 8 && device[pitch + 4] == 7 && device[3 * pitch] == 7);
  HIP_FAILS(hipErrorInvalidValue, hipMemset2D_spt(device, pitch, 8, 4, 7));
  HIP_CHECK(hipMemset3D_spt(make_hipPitchedPtr(device, pitch, pitch, 3), 9, make_hipExtent(2, 1, 2)));
  CHECK(device[1] == 9 && device[2] == 7 && device[pitch] == 8 && device[3 * pitch + 1] == 9);
  HIP_FAILS(hipErrorInvalidValue,
            hipMemset3D_spt(make_hipPitchedPtr(device, pitch, pitch, 3), 9, make_hipExtent(2, 1, 3)));

  HIP_CHECK(hipMemset_spt(device, 0, all));
  HIP_CHECK(hipMemcpy2D_spt(device + 2, pitch, host.data(), 10, 10, 3, hipMemcpyHostToDevice));
  for (size_t y = 0; y < 3; ++y) CHECK(std::memcmp(device + y * pitch + 2, host.data() + 10 * y, 10) == 0);
  CHECK(device[1] == 0 && device[12] == 0 && device[3 * pitch + 2] == 0);
  HIP_FAILS(hipErrorInvalidPitchValue,
            hipMemcpy2D_spt(device, 9, host.data(), 10, 10, 3, hipMemcpyHostToDevice));
  hipMemcpy3DParms block{};
  block.srcPtr = make_hipPitchedPtr(host.data(), pitch, pitch, 3);
  block.dstPtr = make_hipPitchedPtr(device, pitch, pitch, 3);
  block.srcPos = make_hipPos(5, 1, 0);
  block.dstPos = make_hipPos(20, 0, 0);
  block.extent = make_hipExtent(6, 2, 2);
  block.kind = hipMemcpyHostToDevice;
  HIP_CHECK(hipMemcpy3D_spt(&block));
  for (size_t z = 0; z < 2; ++z)
    for (size_t y = 0; y < 2; ++y)
      CHECK(std::memcmp(device + (3 * z + y) * pitch + 20, host.data() + (3 * z + y + 1) * pitch + 5, 6) == 0);
  HIP_FAILS(hipErrorInvalidValue, hipMemcpy3D_spt(nullptr));

  const int values[2] = {11, 13};
  int symbol[2] = {};
  HIP_CHECK(hipMemcpyToSymbol_spt(HIP_SYMBOL(elements), values, sizeof values, 4, hipMemcpyHostToDevice));
  HIP_CHECK(hipMemcpyFromSymbol_spt(symbol, HIP_SYMBOL(elements), sizeof symbol, 8, hipMemcpyDeviceToHost));
  // Elements 1 and 2 were written, and elements 2 and 3 read.
  CHECK(symbol[0] == 13 && symbol[1] == 0);
  HIP_FAILS(hipErrorInvalidValue, hipMemcpyToSymbol_spt(HIP_SYMBOL(elements), values, 8, 12, hipMemcpyHostToDevice));
  HIP_FAILS(hipErrorInvalidSymbol,
            hipMemcpyFromSymbol_spt(symbol, &symbol, sizeof symbol, 0, hipMemcpyDeviceToHost));
  HIP_CHECK(hipFree(device));
}

}  // namespace

void per_thread() {
  copies_and_fills();
  int *data = managed<int>(4), add = 3;
  void* arguments[] = {&data, &add};
  const auto* const stub = reinterpret_cast<const void*>(twice_plus);
  HIP_CHECK(hipLaunchKernel_spt(stub, dim3(1), dim3(4), arguments, 0, nullptr));
  HIP_CHECK(hipLaunchKernel_spt(stub, dim3(1), dim3(4), arguments, 0, nullptr));
  HIP_CHECK(hipStreamSynchronize_spt(nullptr));
  CHECK(data[0] == 9 && data[3] == 9);  // (0 * 2 + 3) * 2 + 3
  HIP_FAILS(hipErrorInvalidDeviceFunction, hipLaunchKernel_spt(nullptr, dim3(1), dim3(4), arguments, 0, nullptr));

  int n = 4;
  void* cooperative[] = {&data, &n};
  const auto* const sums = reinterpret_cast<const void*>(sum_of_all);
  HIP_CHECK(hipLaunchCooperativeKernel_spt(sums, dim3(4), dim3(32), cooperative, 0, nullptr));
  HIP_CHECK(hipStreamSynchronize_spt(nullptr));
  for (int i = 0; i < 4; ++i) CHECK(data[i] == 36);  // the sum of four times 9
  HIP_FAILS(hipErrorCooperativeLaunchTooLarge,
            hipLaunchCooperativeKernel_spt(sums, dim3(1 << 20), dim3(32), cooperative, 0, nullptr));

  unsigned flags = 77;
  int priority = 77;
  HIP_CHECK(hipStreamGetFlags_spt(nullptr, &flags));
  CHECK(flags == hipStreamDefault);
  HIP_CHECK(hipStreamGetPriority_spt(nullptr, &priority));
  CHECK(priority == 0);
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreateWithPriority(&stream, hipStreamNonBlocking, -1));
  HIP_CHECK(hipStreamGetFlags_spt(stream, &flags));
  HIP_CHECK(hipStreamGetPriority_spt(stream, &priority));
  CHECK(flags == hipStreamNonBlocking && priority == -1);
  HIP_FAILS(hipErrorInvalidValue, hipStreamGetFlags_spt(nullptr, nullptr));
  HIP_FAILS(hipErrorInvalidValue, hipStreamGetPriority_spt(nullptr, nullptr));

  // The thread's own stream waits for the event of another stream.
  hipEvent_t event = nullptr;
  HIP_CHECK(hipEventCreate(&event));
  data[0] = 1;
  add = 1;
  HIP_CHECK(hipLaunchKernel_spt(stub, dim3(1), dim3(1), arguments, 0, stream));
  HIP_CHECK(hipEventRecord(event, stream));
  HIP_CHECK(hipStreamWaitEvent_spt(nullptr, event, 0));
  add = 10;
  HIP_CHECK(hipLaunchKernel_spt(stub, dim3(1), dim3(1), arguments, 0, nullptr));
  HIP_CHECK(hipStreamSynchronize_spt(nullptr));
  CHECK(data[0] == 16);  // (1 * 2 + 1) * 2 + 10
  HIP_FAILS(hipErrorInvalidHandle, hipStreamWaitEvent_spt(nullptr, nullptr, 0));

  HIP_CHECK(hipStreamQuery_spt(nullptr));
  HIP_FAILS(hipErrorInvalidHandle, hipStreamQuery_spt(reinterpret_cast<hipStream_t>(0x1234)));
  HIP_FAILS(hipErrorInvalidHandle, hipStreamSynchronize_spt(reinterpret_cast<hipStream_t>(0x1234)));
  if (synchronous()) return;
  // This thread's stream is busy; the null stream and another thread's stream are idle.
  HIP_CHECK(hipStreamAddCallback(hipStreamPerThread, wait_until_released, nullptr, 0));
  HIP_FAILS(hipErrorNotReady, hipStreamQuery_spt(nullptr));
  HIP_CHECK(hipStreamQuery(nullptr));
  std::thread([] {
    HIP_CHECK(hipStreamQuery_spt(nullptr));
    HIP_CHECK(hipStreamSynchronize_spt(nullptr));
  }).join();
  released = true;
  HIP_CHECK(hipStreamSynchronize_spt(nullptr));
  HIP_CHECK(hipStreamQuery_spt(nullptr));
}
