// HIP's functions on contexts. The device's primary context is the only one, and it is always current in every thread.
#include <algorithm>

#include "core/device.hpp"
#include "core/stream.hpp"

using namespace rocm_bindgen::hip;

namespace rocm_bindgen::hip {
namespace {

hipCtx_t primary() {
  return reinterpret_cast<hipCtx_t>(&Device::get());
}

/// The entries of the calling thread's stack of contexts, all of which are the primary one. It is current even if there
/// are none.
thread_local unsigned stacked = 0;

hipError_t check_context(hipCtx_t context) {
  return context == nullptr || context == primary() ? hipSuccess : hipErrorInvalidContext;
}

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipCtxCreate(hipCtx_t* context, unsigned flags, hipDevice_t device) {
  return call(__func__, [&] {
    if (context == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    if (const auto result = hipSetDeviceFlags(flags); result != hipSuccess) return result;
    *context = primary();
    ++stacked;
    return hipSuccess;
  });
}

hipError_t hipCtxDestroy(hipCtx_t context) {
  return call(__func__, [&] {
    const auto result = context == nullptr ? hipErrorInvalidValue : check_context(context);
    if (result == hipSuccess && stacked > 0) --stacked;
    return result;
  });
}

hipError_t hipCtxPushCurrent(hipCtx_t context) {
  return call(__func__, [&] {
    const auto result = context == nullptr ? hipErrorInvalidContext : check_context(context);
    if (result == hipSuccess) ++stacked;
    return result;
  });
}

hipError_t hipCtxPopCurrent(hipCtx_t* context) {
  return call(__func__, [&] {
    if (stacked == 0) return hipErrorInvalidContext;
    if (context != nullptr) *context = primary();
    --stacked;
    return hipSuccess;
  });
}

hipError_t hipCtxSetCurrent(hipCtx_t context) {
  return call(__func__, [&] {
    const auto result = check_context(context);
    if (result != hipSuccess) return result;
    // Replaces the last entry, or takes it away.
    if (context != nullptr)
      stacked = std::max(stacked, 1u);
    else if (stacked > 0)
      --stacked;
    return result;
  });
}

hipError_t hipCtxGetCurrent(hipCtx_t* context) {
  return call(__func__, [&] {
    if (context == nullptr) return hipErrorInvalidValue;
    *context = primary();
    return hipSuccess;
  });
}

hipError_t hipCtxGetDevice(hipDevice_t* device) {
  return call(__func__, [&] {
    if (device == nullptr) return hipErrorInvalidValue;
    Device::get();  // throws without a device
    *device = 0;
    return hipSuccess;
  });
}

hipError_t hipCtxGetApiVersion(hipCtx_t context, int* version) {
  return call(__func__, [&] {
    if (version == nullptr) return hipErrorInvalidValue;
    *version = 4;  // as in ROCm's library
    return check_context(context);
  });
}

hipError_t hipCtxGetFlags(unsigned* flags) {
  return call(__func__, [&] {
    if (flags == nullptr) return hipErrorInvalidValue;
    return hipGetDeviceFlags(flags);
  });
}

hipError_t hipCtxGetCacheConfig(hipFuncCache_t* config) {
  return call(__func__, [&] { return hipDeviceGetCacheConfig(config); });
}

hipError_t hipCtxSetCacheConfig(hipFuncCache_t config) {
  return call(__func__, [&] { return hipDeviceSetCacheConfig(config); });
}

hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig* config) {
  return call(__func__, [&] { return hipDeviceGetSharedMemConfig(config); });
}

hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig config) {
  return call(__func__, [&] { return hipDeviceSetSharedMemConfig(config); });
}

hipError_t hipCtxSynchronize() {
  return call(__func__, [&] { return hipDeviceSynchronize(); });
}

hipError_t hipCtxEnablePeerAccess(hipCtx_t context, unsigned flags) {
  return call(__func__, [&] {
    if (flags != 0) return hipErrorInvalidValue;
    const auto result = check_context(context);
    return result == hipSuccess ? hipErrorInvalidDevice : result;  // a device is no peer of itself
  });
}

hipError_t hipCtxDisablePeerAccess(hipCtx_t context) {
  return call(__func__, [&] {
    const auto result = check_context(context);
    return result == hipSuccess ? hipErrorPeerAccessNotEnabled : result;
  });
}

hipError_t hipDevicePrimaryCtxRetain(hipCtx_t* context, hipDevice_t device) {
  return call(__func__, [&] {
    if (context == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    *context = primary();
    return hipSuccess;
  });
}

hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device) {
  return call(__func__, [&] {
    check_ordinal(device);
    return hipSuccess;
  });
}

hipError_t hipDevicePrimaryCtxReset(hipDevice_t device) {
  return call(__func__, [&] {
    check_ordinal(device);
    return hipDeviceReset();
  });
}

hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned flags) {
  return call(__func__, [&] {
    check_ordinal(device);
    return hipSetDeviceFlags(flags);
  });
}

hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned* flags, int* active) {
  return call(__func__, [&] {
    if (flags == nullptr || active == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    *active = Device::opened() == nullptr ? 0 : 1;
    return hipGetDeviceFlags(flags);
  });
}

}  // extern "C"
