// Initialisation, error texts, devices and contexts.
#include <algorithm>
#include <cstdio>

#include "runtime/loader/fault_cuda/state.hpp"

using namespace fault_cuda;

namespace {

struct ErrorText {
  Status status;
  const char* name;
  const char* text;
};

constexpr ErrorText kErrorTexts[] = {
    {kInvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {kNotInitialized, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {kInvalidDevice, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {kInvalidImage, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {kInvalidContext, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
    {kInvalidHandle, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {kNotFound, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
    {kContextIsDestroyed, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {801, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    {kStreamCaptureUnsupported, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
     "operation not permitted when stream is capturing"},
    {999, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

/// For an unknown number, CUDA returns null and an error.
Status text_of(const char* function, Status status, const char** text, const char* ErrorText::* member) {
  return enter(function, Needs::nothing, [&](Call&) {
    const auto* const found = std::find_if(std::begin(kErrorTexts), std::end(kErrorTexts),
                                           [&](const ErrorText& entry) { return entry.status == status; });
    *text = found == std::end(kErrorTexts) ? nullptr : found->*member;
    return *text == nullptr ? kInvalidValue : kSuccess;
  });
}

/// The attributes by their CUdevice_attribute.
const std::map<int, int>& attributes() {
  static const std::map<int, int> table{{1, kMaxWorkgroupSize},
                                        {2, kMaxWorkgroup.x},
                                        {3, kMaxWorkgroup.y},
                                        {4, kMaxWorkgroup.z},
                                        {5, kMaxGrid.x},
                                        {6, kMaxGrid.y},
                                        {7, kMaxGrid.z},
                                        {8, kLds},
                                        {10, 32},   // WARP_SIZE
                                        {16, 132},  // MULTIPROCESSOR_COUNT
                                        {75, 9},    // COMPUTE_CAPABILITY_MAJOR
                                        {76, 0},    // COMPUTE_CAPABILITY_MINOR
                                        {97, kMaxLds}};
  return table;
}

template <class Body>
Status on_device(const char* function, int device, Body&& body, OnFailure on_failure = OnFailure::does_nothing) {
  const auto checked = [&](Call& call) {
    return device >= 0 && device < kDevices ? body(call) : call.misuse(kInvalidDevice, "a device that is not there");
  };
  return enter(function, Needs::driver, checked, on_failure);
}

Context& primary_of(Call& call, int device) {
  return call.driver.contexts.at(call.driver.primary[static_cast<std::size_t>(device)]);
}

}  // namespace

FAULT_CUDA_API cuInit(unsigned flags) {
  return enter(__func__, Needs::nothing, [&](Call& call) {
    if (flags != 0) return call.misuse(kInvalidValue, "flags that are not 0");
    call.driver.is_initialised = true;
    return kSuccess;
  });
}

FAULT_CUDA_API cuDriverGetVersion(int* version) {
  return enter(__func__, Needs::nothing, [&](Call&) {
    *version = 12040;  // CUDA 12.4
    return kSuccess;
  });
}

FAULT_CUDA_API cuGetErrorName(int status, const char** text) {
  return text_of(__func__, status, text, &ErrorText::name);
}

FAULT_CUDA_API cuGetErrorString(int status, const char** text) {
  return text_of(__func__, status, text, &ErrorText::text);
}

FAULT_CUDA_API cuDeviceGetCount(int* count) {
  return enter(__func__, Needs::driver, [&](Call&) {
    *count = kDevices;
    return kSuccess;
  });
}

FAULT_CUDA_API cuDeviceGet(int* device, int ordinal) {
  return on_device(__func__, ordinal, [&](Call&) {
    *device = ordinal;
    return kSuccess;
  });
}

FAULT_CUDA_API cuDeviceGetName(char* text, int length, int device) {
  return on_device(__func__, device, [&](Call&) {
    std::snprintf(text, static_cast<std::size_t>(length), "NVIDIA H100 80GB HBM3");
    return kSuccess;
  });
}

FAULT_CUDA_API cuDeviceGetAttribute(int* value, int attribute, int device) {
  return on_device(__func__, device, [&](Call& call) {
    const auto found = attributes().find(attribute);
    if (found == attributes().end()) return call.misuse(kInvalidValue, "unknown attribute");
    *value = found->second;
    return kSuccess;
  });
}

FAULT_CUDA_API cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
  return on_device(__func__, device, [&](Call&) {
    *bytes = kMemoryBytes;
    return kSuccess;
  });
}

FAULT_CUDA_API cuDeviceGetPCIBusId(char* text, int length, int device) {
  return on_device(__func__, device, [&](Call&) {
    std::snprintf(text, static_cast<std::size_t>(length), "0000:%02x:00.0", 0x1b + device);
    return kSuccess;
  });
}

FAULT_CUDA_API cuDeviceCanAccessPeer(int* can, int device, int peer) {
  return on_device(__func__, device, [&](Call&) {
    *can = device != peer ? 1 : 0;
    return kSuccess;
  });
}

FAULT_CUDA_API cuDevicePrimaryCtxRetain(void** context, int device) {
  return on_device(__func__, device, [&](Call& call) {
    ++primary_of(call, device).retained;
    *context = call.driver.primary[static_cast<std::size_t>(device)];
    return kSuccess;
  });
}

FAULT_CUDA_API cuDevicePrimaryCtxRelease_v2(int device) {
  const auto body = [&](Call& call) {
    auto& context = primary_of(call, device);
    if (context.retained == 0) return call.misuse(kInvalidContext, "a context that is not retained");
    if (--context.retained == 0) context.peers.clear();
    return kSuccess;
  };
  return on_device(__func__, device, body, OnFailure::releases);
}

FAULT_CUDA_API cuCtxGetCurrent(void** context) {
  return enter(__func__, Needs::driver, [&](Call& call) {
    *context = call.current;
    return kSuccess;
  });
}

/// A primary context may be made current before it is retained.
FAULT_CUDA_API cuCtxSetCurrent(void* context) {
  return enter(__func__, Needs::driver, [&](Call& call) {
    if (context != nullptr && call.find(call.driver.contexts, context, "a context") == nullptr) return kInvalidContext;
    call.current = context;
    return kSuccess;
  });
}

FAULT_CUDA_API cuCtxSynchronize() {
  return enter(__func__, Needs::context, [&](Call& call) {
    call.flush(call.current);
    return kSuccess;
  });
}

FAULT_CUDA_API cuCtxEnablePeerAccess(void* peer, unsigned flags) {
  return enter(__func__, Needs::context, [&](Call& call) {
    if (flags != 0) return call.misuse(kInvalidValue, "flags that are not 0");
    const Context* const found = call.find(call.driver.contexts, peer, "a context");
    if (found == nullptr || !found->is_alive() || peer == call.current)
      return call.misuse(kInvalidContext, "a peer that is released, or the current context itself");
    return call.driver.contexts.at(call.current).peers.insert(peer).second ? kSuccess : kPeerAccessAlreadyEnabled;
  });
}
