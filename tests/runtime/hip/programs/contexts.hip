// Contexts. The device's primary context is the only one: every function returns it.
#include "cases.hpp"
#include "check.hpp"

// The functions on contexts are deprecated in HIP, but still exported.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

namespace {

__global__ void store(int* out, int value) {
  out[threadIdx.x] = value;
}

}  // namespace

void contexts() {
  unsigned flags = 77;
  int active = 77;
  HIP_CHECK(hipDevicePrimaryCtxGetState(0, &flags, &active));
  CHECK(flags == hipDeviceScheduleAuto && (active == 0 || active == 1));
  HIP_FAILS(hipErrorInvalidValue, hipDevicePrimaryCtxGetState(0, nullptr, &active));
  HIP_FAILS(hipErrorInvalidDevice, hipDevicePrimaryCtxGetState(1, &flags, &active));

  hipCtx_t primary = nullptr, created = nullptr, current = nullptr, popped = nullptr;
  HIP_CHECK(hipDevicePrimaryCtxRetain(&primary, 0));
  CHECK(primary != nullptr);
  HIP_FAILS(hipErrorInvalidDevice, hipDevicePrimaryCtxRetain(&current, 1));
  HIP_CHECK(hipDevicePrimaryCtxGetState(0, &flags, &active));
  CHECK(active == 1);
  HIP_CHECK(hipCtxCreate(&created, 0, 0));
  CHECK(created != nullptr);
  HIP_FAILS(hipErrorInvalidDevice, hipCtxCreate(&current, 0, 1));
  HIP_FAILS(hipErrorInvalidValue, hipCtxCreate(nullptr, 0, 0));
  HIP_CHECK(hipCtxGetCurrent(&current));
  CHECK(current == created);
  HIP_FAILS(hipErrorInvalidValue, hipCtxGetCurrent(nullptr));

  // The stack of contexts has one entry, that of hipCtxCreate().
  HIP_CHECK(hipCtxPopCurrent(nullptr));
  HIP_FAILS(hipErrorInvalidContext, hipCtxPopCurrent(&popped));
  HIP_FAILS(hipErrorInvalidValue, hipCtxCreate(&current, hipDeviceScheduleSpin | hipDeviceScheduleYield, 0));
  HIP_CHECK(hipCtxPushCurrent(primary));
  HIP_CHECK(hipCtxGetCurrent(&current));
  CHECK(current == primary);
  HIP_CHECK(hipCtxPopCurrent(&popped));
  CHECK(popped == primary);
  HIP_CHECK(hipCtxSetCurrent(created));
  HIP_CHECK(hipCtxGetCurrent(&current));
  CHECK(current == created);
  const auto none = reinterpret_cast<hipCtx_t>(&flags);
  HIP_FAILS(hipErrorInvalidContext, hipCtxPushCurrent(none));
  HIP_FAILS(hipErrorInvalidContext, hipCtxSetCurrent(none));
  HIP_FAILS(hipErrorInvalidContext, hipCtxDestroy(none));

  hipDevice_t device = 77;
  HIP_CHECK(hipCtxGetDevice(&device));
  CHECK(device == 0);
  HIP_FAILS(hipErrorInvalidValue, hipCtxGetDevice(nullptr));
  int version = 0;
  HIP_CHECK(hipCtxGetApiVersion(created, &version));
  CHECK(version > 0);
  HIP_FAILS(hipErrorInvalidContext, hipCtxGetApiVersion(none, &version));

  // The flags of the context are the device's.
  HIP_CHECK(hipDevicePrimaryCtxSetFlags(0, hipDeviceScheduleYield));
  HIP_CHECK(hipCtxGetFlags(&flags));
  CHECK(flags == hipDeviceScheduleYield);
  HIP_FAILS(hipErrorInvalidValue, hipDevicePrimaryCtxSetFlags(0, hipDeviceScheduleSpin | hipDeviceScheduleYield));
  HIP_CHECK(hipDevicePrimaryCtxGetState(0, &flags, &active));
  CHECK(flags == hipDeviceScheduleYield && active == 1);
  HIP_FAILS(hipErrorInvalidDevice, hipDevicePrimaryCtxSetFlags(1, 0));
  HIP_CHECK(hipDevicePrimaryCtxSetFlags(0, hipDeviceScheduleAuto));

  // AMD's devices have neither a choice between cache and shared memory nor one of bank sizes, so setting it has no
  // effect.
  hipFuncCache_t cache = hipFuncCachePreferL1;
  HIP_CHECK(hipCtxSetCacheConfig(hipFuncCachePreferShared));
  HIP_CHECK(hipCtxGetCacheConfig(&cache));
  CHECK(cache == hipFuncCachePreferNone);
  HIP_FAILS(hipErrorInvalidValue, hipCtxSetCacheConfig(static_cast<hipFuncCache_t>(77)));
  hipSharedMemConfig banks = hipSharedMemBankSizeDefault;
  HIP_CHECK(hipCtxSetSharedMemConfig(hipSharedMemBankSizeEightByte));
  HIP_CHECK(hipCtxGetSharedMemConfig(&banks));
  CHECK(banks == hipSharedMemBankSizeFourByte);
  HIP_FAILS(hipErrorInvalidValue, hipCtxSetSharedMemConfig(static_cast<hipSharedMemConfig>(77)));

  HIP_FAILS(hipErrorInvalidDevice, hipCtxEnablePeerAccess(primary, 0));
  HIP_FAILS(hipErrorInvalidValue, hipCtxEnablePeerAccess(primary, 1));
  HIP_FAILS(hipErrorPeerAccessNotEnabled, hipCtxDisablePeerAccess(primary));
  HIP_FAILS(hipErrorInvalidContext, hipCtxDisablePeerAccess(none));

  int* data = managed<int>(32);
  store<<<1, 32>>>(data, 6);
  HIP_CHECK(hipCtxSynchronize());
  for (int i = 0; i < 32; ++i) CHECK(data[i] == 6);

  HIP_CHECK(hipCtxDestroy(created));
  HIP_CHECK(hipDevicePrimaryCtxRelease(0));
  HIP_FAILS(hipErrorInvalidDevice, hipDevicePrimaryCtxRelease(1));
  // A reset clears the error of a kernel's fault.
  int* small = nullptr;
  HIP_CHECK(hipMalloc(&small, sizeof(int)));
  store<<<1, 32>>>(small, 7);
  HIP_FAILS(hipErrorIllegalAddress, hipCtxSynchronize());
  HIP_FAILS(hipErrorIllegalAddress, hipFree(small));
  HIP_CHECK(hipDevicePrimaryCtxReset(0));
  HIP_FAILS(hipErrorInvalidDevice, hipDevicePrimaryCtxReset(1));
  int* after = managed<int>(32);
  store<<<1, 32>>>(after, 8);
  HIP_CHECK(hipCtxSynchronize());
  CHECK(after[31] == 8);
}
