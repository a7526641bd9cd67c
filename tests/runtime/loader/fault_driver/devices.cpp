// Initialisation, devices and their properties, error texts, peers.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "runtime/loader/fault_driver/driver_state.hpp"

using namespace fault;

namespace {

struct ErrorText {
  Status status;
  const char* name;
  const char* text;
};

constexpr ErrorText kErrorTexts[] = {
    {kSuccess, "hipSuccess", "no error"},
    {kInvalidValue, "hipErrorInvalidValue", "invalid argument"},
    {kOutOfMemory, "hipErrorOutOfMemory", "out of memory"},
    {kNotInitialized, "hipErrorNotInitialized", "initialization error"},
    {kInvalidConfiguration, "hipErrorInvalidConfiguration", "invalid configuration argument"},
    {kInvalidMemcpyDirection, "hipErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {kInvalidDeviceFunction, "hipErrorInvalidDeviceFunction", "invalid device function"},
    {kNoDevice, "hipErrorNoDevice", "no ROCm-capable device is detected"},
    {kInvalidDevice, "hipErrorInvalidDevice", "invalid device ordinal"},
    {kInvalidImage, "hipErrorInvalidImage", "device kernel image is invalid"},
    {kNoBinaryForGpu, "hipErrorNoBinaryForGpu", "no kernel image is available for execution on the device"},
    {kPeerAccessUnsupported, "hipErrorPeerAccessUnsupported", "peer access is not supported between these two devices"},
    {kInvalidHandle, "hipErrorInvalidHandle", "invalid resource handle"},
    {kIllegalState, "hipErrorIllegalState", "the operation cannot be performed in the present state"},
    {kNotFound, "hipErrorNotFound", "named symbol not found"},
    {kNotReady, "hipErrorNotReady", "device not ready"},
    {kPeerAccessAlreadyEnabled, "hipErrorPeerAccessAlreadyEnabled", "peer access is already enabled"},
    {kLaunchFailure, "hipErrorLaunchFailure", "unspecified launch failure"},
    {kNotSupported, "hipErrorNotSupported", "operation not supported"},
    {kStreamCaptureUnsupported, "hipErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"},
    {kStreamCaptureWrongThread, "hipErrorStreamCaptureWrongThread",
     "attempt to terminate a thread-local capture sequence from another thread"},
    {kUnknown, "hipErrorUnknown", "unknown error"},
};

const ErrorText* find_error(Status status) {
  const auto* const found = std::find_if(std::begin(kErrorTexts), std::end(kErrorTexts),
                                         [&](const ErrorText& entry) { return entry.status == status; });
  return found == std::end(kErrorTexts) ? nullptr : found;
}

template <typename Value>
void put(void* properties, std::size_t offset, const Value& value) {
  std::memcpy(static_cast<char*>(properties) + offset, &value, sizeof value);
}

void put_text(void* properties, std::size_t offset, const std::string& text, std::size_t room) {
  std::memcpy(static_cast<char*>(properties) + offset, text.data(), std::min(text.size(), room - 1));
}

Status properties_of(const char* function, void* properties, int device, const PropertyLayout& layout) {
  return enter(function, CallKind::host_only, [&](Call& call) {
    if (properties == nullptr) return call.misuse(kInvalidValue, "null for the properties");
    if (!call.has_device(device)) return kInvalidDevice;
    const Device& described = call.driver.devices[device];
    // Writes the whole structure, so that the address sanitizer reports a caller that reserves too little.
    std::memset(properties, 0, layout.size);
    put_text(properties, 0, described.name, kNameBytes);
    put_text(properties, layout.arch, described.arch, kArchBytes);
    put(properties, layout.total_memory, std::size_t{described.memory_bytes});
    put(properties, layout.lds_per_workgroup, std::size_t{kLdsPerWorkgroup});
    put(properties, layout.wavefront_size, described.wavefront_size);
    put(properties, layout.max_workgroup_size, static_cast<int>(kMaxWorkgroupSize));
    put(properties, layout.max_workgroup, kMaxWorkgroup);
    put(properties, layout.max_grid, kMaxGrid);
    put(properties, layout.compute_units, 104);  // those of an MI210
    return kSuccess;
  });
}

}  // namespace

int hipInit(unsigned flags) {
  return enter(__func__, CallKind::host_only, [&](Call& call) {
    if (flags != 0) return call.misuse(kInvalidValue, "flags that are not 0");
    return call.driver.devices.empty() ? kNoDevice : kSuccess;
  });
}

int hipRuntimeGetVersion(int* version) {
  return enter(__func__, CallKind::host_only, [&](Call& call) {
    if (version == nullptr) return call.misuse(kInvalidValue, "null for the version");
    *version = call.driver.runtime_version;
    return kSuccess;
  });
}

const char* hipGetErrorName(int status) {
  const Call call(__func__);
  if (call.refusal(CallKind::host_only) != kSuccess) return nullptr;
  const ErrorText* const error = find_error(status);
  return error == nullptr ? "hipErrorUnknown" : error->name;
}

const char* hipGetErrorString(int status) {
  const Call call(__func__);
  if (call.refusal(CallKind::host_only) != kSuccess) return nullptr;
  const ErrorText* const error = find_error(status);
  return error == nullptr ? "unrecognized error code" : error->text;
}

int hipGetLastError() {
  Call call(__func__);
  const Status refusal = call.refusal(CallKind::host_only);
  return refusal != kSuccess ? refusal : std::exchange(call.thread.last_error, kSuccess);
}

int hipGetDeviceCount(int* count) {
  return enter(__func__, CallKind::host_only, [&](Call& call) {
    if (count == nullptr) return call.misuse(kInvalidValue, "null for the count");
    *count = static_cast<int>(call.driver.devices.size());
    return call.driver.devices.empty() ? kNoDevice : kSuccess;
  });
}

int hipGetDevice(int* device) {
  return enter(__func__, CallKind::host_only, [&](Call& call) {
    if (device == nullptr) return call.misuse(kInvalidValue, "null for the device");
    if (call.driver.devices.empty()) return kNoDevice;
    *device = call.thread.device;
    return kSuccess;
  });
}

int hipSetDevice(int device) {
  return enter(__func__, CallKind::host_only, [&](Call& call) {
    if (call.driver.devices.empty()) return kNoDevice;
    if (!call.has_device(device)) return kInvalidDevice;
    call.thread.device = device;
    call.thread.device_set = true;
    return kSuccess;
  });
}

// In HIP 6 too, the symbol without a version has HIP 5's layout; hip_runtime_api.h maps the name to R0600.
int hipGetDeviceProperties(void* properties, int device) {
  return properties_of(__func__, properties, device, kProperties5);
}

#ifndef FAULT_HIP_5
int hipGetDevicePropertiesR0600(void* properties, int device) {
  return properties_of(__func__, properties, device, kProperties6);
}

int hipGetDevicePropertiesR0000(void* properties, int device) {
  return properties_of(__func__, properties, device, kProperties5);
}
#endif

int hipDeviceGetPCIBusId(char* text, int length, int device) {
  return enter(__func__, CallKind::host_only, [&](Call& call) {
    if (text == nullptr || length <= 0) return call.misuse(kInvalidValue, "no room for the text");
    if (!call.has_device(device)) return kInvalidDevice;
    char id[sizeof "0000:c1:00.0"];
    std::snprintf(id, sizeof id, "0000:%02x:00.0", static_cast<unsigned char>(0xc1 + device));
    if (static_cast<std::size_t>(length) < sizeof id) return call.misuse(kInvalidValue, "too little room for the text");
    std::memcpy(text, id, sizeof id);
    return kSuccess;
  });
}

int hipDeviceCanAccessPeer(int* can, int device, int peer) {
  return enter(__func__, CallKind::host_only, [&](Call& call) {
    if (can == nullptr) return call.misuse(kInvalidValue, "null for the answer");
    if (!call.has_device(device) || !call.has_device(peer)) return kInvalidDevice;
    *can = call.driver.peer_access && device != peer ? 1 : 0;
    return kSuccess;
  });
}

int hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (flags != 0) return call.misuse(kInvalidValue, "flags that are not 0");
    if (!call.has_device(peer) || peer == call.thread.device) return kInvalidDevice;
    if (!call.driver.peer_access) return kPeerAccessUnsupported;
    const bool fresh = call.driver.peers.emplace(call.thread.device, peer).second;
    return fresh ? kSuccess : kPeerAccessAlreadyEnabled;
  });
}

int hipDeviceSynchronize() {
  return enter(__func__, CallKind::device_work,
               [](Call& call) { return call.capture_forbids() ? kStreamCaptureUnsupported : kSuccess; });
}
