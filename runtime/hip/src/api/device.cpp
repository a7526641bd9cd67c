// HIP's functions on the device: its number, properties, attributes and flags.
#include "core/device.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/properties.hpp"
#include "core/stream.hpp"

using namespace rocm_bindgen::hip;

namespace rocm_bindgen::hip {
namespace {

/// In the form that programs parse. There is no PCI device.
constexpr const char* kPciBusId = "0000:00:00.0";

std::atomic<unsigned> device_flags{hipDeviceScheduleAuto};

hipError_t copy_text(char* to, int length, const std::string& text) {
  if (to == nullptr || length <= 0) return hipErrorInvalidValue;
  std::snprintf(to, static_cast<std::size_t>(length), "%s", text.c_str());
  return hipSuccess;
}

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipGetDeviceCount(int* count) {
  return call(__func__, [&] {
    if (count == nullptr) return hipErrorInvalidValue;
    *count = 0;
    Device::get();  // throws without a device
    *count = 1;
    return hipSuccess;
  });
}

hipError_t hipGetDevice(int* device) {
  return call(__func__, [&] {
    if (device == nullptr) return hipErrorInvalidValue;
    Device::get();  // throws without a device
    *device = 0;
    return hipSuccess;
  });
}

hipError_t hipSetDevice(int device) {
  return call(__func__, [&] {
    check_ordinal(device);
    Device::get();  // throws without a device
    return hipSuccess;
  });
}

hipError_t hipDeviceGet(hipDevice_t* device, int ordinal) {
  return call(__func__, [&] {
    if (device == nullptr) return hipErrorInvalidValue;
    check_ordinal(ordinal);
    Device::get();  // throws without a device
    *device = 0;
    return hipSuccess;
  });
}

hipError_t hipDeviceSynchronize() {
  return call(__func__, [&] {
    auto& device = Device::get();
    Streams::get().refuse_in_capture(hipErrorStreamCaptureUnsupported);
    finish_all_streams();
    return device.fault();
  });
}

hipError_t hipDeviceReset() {
  return call(__func__, [&] {
    auto& device = Device::get();
    Streams::get().abandon_captures();
    finish_all_streams();
    device.clear_fault();
    return hipSuccess;
  });
}

hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device) {
  return call(__func__, [&] {
    if (properties == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    *properties = device_properties(Device::get().info());
    return hipSuccess;
  });
}

hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device) {
  return call(__func__, [&] {
    if (value == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    const auto found = device_attribute(Device::get().info(), attribute);
    if (!found) return hipErrorInvalidValue;
    *value = *found;
    return hipSuccess;
  });
}

hipError_t hipDeviceGetName(char* name, int length, hipDevice_t device) {
  return call(__func__, [&] {
    check_ordinal(device);
    return copy_text(name, length, Device::get().info().name);
  });
}

hipError_t hipDeviceGetUuid(hipUUID* uuid, hipDevice_t device) {
  return call(__func__, [&] {
    if (uuid == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    // "emu", a zero, and the target, so that two targets have different IDs.
    std::memset(uuid->bytes, 0, sizeof uuid->bytes);
    const auto& arch = Device::get().info().arch;
    std::memcpy(uuid->bytes, "emu", 3);
    std::memcpy(uuid->bytes + 4, arch.data(), std::min(arch.size(), sizeof uuid->bytes - 4));
    return hipSuccess;
  });
}

hipError_t hipDeviceComputeCapability(int* major, int* minor, hipDevice_t device) {
  return call(__func__, [&] {
    if (major == nullptr || minor == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    const auto properties = device_properties(Device::get().info());
    *major = properties.major;
    *minor = properties.minor;
    return hipSuccess;
  });
}

hipError_t hipDeviceTotalMem(size_t* bytes, hipDevice_t device) {
  return call(__func__, [&] {
    if (bytes == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    *bytes = Device::get().info().memory_bytes;
    return hipSuccess;
  });
}

hipError_t hipDeviceGetPCIBusId(char* text, int length, int device) {
  return call(__func__, [&] {
    check_ordinal(device);
    return copy_text(text, length, kPciBusId);
  });
}

hipError_t hipDeviceGetByPCIBusId(int* device, const char* text) {
  return call(__func__, [&] {
    if (device == nullptr || text == nullptr) return hipErrorInvalidValue;
    if (std::strcmp(text, kPciBusId) != 0) return hipErrorInvalidDevice;
    *device = 0;
    return hipSuccess;
  });
}

hipError_t hipChooseDevice(int* device, const hipDeviceProp_t* wanted) {
  return call(__func__, [&] {
    if (device == nullptr || wanted == nullptr) return hipErrorInvalidValue;
    Device::get();  // throws without a device
    *device = 0;
    return hipSuccess;
  });
}

hipError_t hipDeviceCanAccessPeer(int* can, int device, int peer) {
  return call(__func__, [&] {
    if (can == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    check_ordinal(peer);
    *can = 0;
    return hipSuccess;
  });
}

hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  return call(__func__, [&] {
    if (flags != 0) return hipErrorInvalidValue;
    check_ordinal(peer);
    return hipErrorInvalidDevice;  // a device is no peer of itself
  });
}

hipError_t hipDeviceDisablePeerAccess(int peer) {
  return call(__func__, [&] {
    check_ordinal(peer);
    return hipErrorPeerAccessNotEnabled;
  });
}

hipError_t hipDeviceGetP2PAttribute(int* value, hipDeviceP2PAttr, int device, int peer) {
  return call(__func__, [&] {
    if (value == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    check_ordinal(peer);
    return hipErrorInvalidDevice;  // a device is no peer of itself
  });
}

hipError_t hipExtGetLinkTypeAndHopCount(int device, int peer, uint32_t* type, uint32_t* hops) {
  return call(__func__, [&] {
    if (type == nullptr || hops == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    check_ordinal(peer);
    return hipErrorInvalidDevice;  // there is no link from a device to itself
  });
}

hipError_t hipGetDeviceFlags(unsigned* flags) {
  return call(__func__, [&] {
    if (flags == nullptr) return hipErrorInvalidValue;
    *flags = device_flags;
    return hipSuccess;
  });
}

hipError_t hipSetDeviceFlags(unsigned flags) {
  return call(__func__, [&] {
    constexpr unsigned kKnown = hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax;
    const auto schedule = flags & hipDeviceScheduleMask;
    // At most one bit of hipDeviceScheduleMask may be set: one way of waiting.
    if ((flags & ~kKnown) != 0 || (schedule & (schedule - 1)) != 0) return hipErrorInvalidValue;
    device_flags = flags;
    return hipSuccess;
  });
}

// Preferences of caches and of shared-memory banks are hints, which AMD's devices ignore. Only their values are
// checked.
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config) {
  return call(__func__, [&] {
    return config < hipFuncCachePreferNone || config > hipFuncCachePreferEqual ? hipErrorInvalidValue : hipSuccess;
  });
}

hipError_t hipDeviceGetCacheConfig(hipFuncCache_t* config) {
  return call(__func__, [&] {
    if (config == nullptr) return hipErrorInvalidValue;
    *config = hipFuncCachePreferNone;
    return hipSuccess;
  });
}

hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config) {
  return call(__func__, [&] {
    return config < hipSharedMemBankSizeDefault || config > hipSharedMemBankSizeEightByte ? hipErrorInvalidValue
                                                                                          : hipSuccess;
  });
}

hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig* config) {
  return call(__func__, [&] {
    if (config == nullptr) return hipErrorInvalidValue;
    *config = hipSharedMemBankSizeFourByte;
    return hipSuccess;
  });
}

hipError_t hipProfilerStart() {
  return call(__func__, [&] { return hipSuccess; });
}

hipError_t hipProfilerStop() {
  return call(__func__, [&] { return hipSuccess; });
}

}  // extern "C"
