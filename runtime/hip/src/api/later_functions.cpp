// Functions that were added to HIP after 5.2. HIP 5.2's headers, with which this library is compiled, do not declare
// them.
#include <dlfcn.h>
#include <string_view>

#include <hip/hip_ext.h>

#include "api/per_thread_stream.hpp"
#include "core/device.hpp"
#include "core/properties.hpp"
#include "core/properties_r0600.hpp"
#include "core/stream.hpp"

using namespace rocm_bindgen::hip;

namespace rocm_bindgen::hip {
namespace {

/// The values of HIP's hipDriverProcAddressQueryResult.
enum QueryResult : int { kSymbolFound = 0, kSymbolNotFound = 1 };

/// HIP's hipEventRecordExternal, the only flag of hipEventRecordWithFlags(). It is about captures.
constexpr unsigned kEventRecordExternal = 1;

/// HIP 6.0, the first version with hipDeviceProp_tR0600. hipGetProcAddress() takes a version as 100 * major + minor.
constexpr int kVersionOfR0600 = 600;

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipGetDevicePropertiesR0600(DevicePropertiesR0600* properties, int device) {
  return call(__func__, [&] {
    if (properties == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    *properties = properties_r0600(Device::get().info());
    return hipSuccess;
  });
}

hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_t* properties, int device) {
  return hipGetDeviceProperties(properties, device);
}

hipError_t hipChooseDeviceR0600(int* device, const DevicePropertiesR0600* wanted) {
  return call(__func__, [&] {
    if (device == nullptr || wanted == nullptr) return hipErrorInvalidValue;
    Device::get();  // throws without a device
    *device = 0;
    return hipSuccess;
  });
}

hipError_t hipChooseDeviceR0000(int* device, const hipDeviceProp_t* wanted) {
  return hipChooseDevice(device, wanted);
}

hipError_t hipDrvGetErrorName(hipError_t code, const char** text) {
  return call(__func__, [&] {
    if (text == nullptr) return hipErrorInvalidValue;
    *text = hipGetErrorName(code);
    return hipSuccess;
  });
}

hipError_t hipDrvGetErrorString(hipError_t code, const char** text) {
  return call(__func__, [&] {
    if (text == nullptr) return hipErrorInvalidValue;
    *text = hipGetErrorString(code);
    return hipSuccess;
  });
}

hipError_t hipExtGetLastError() {
  return take_last_result();
}

hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t* device) {
  return call(__func__, [&] {
    if (device == nullptr) return hipErrorInvalidValue;
    Device::get();  // throws without a device
    Streams::get().find(stream);
    *device = 0;
    return hipSuccess;
  });
}

hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned flags) {
  if (flags > kEventRecordExternal) return remember(hipErrorInvalidValue);
  const auto result = call(__func__, [&] {
    if (flags == kEventRecordExternal && Streams::get().capture(Streams::get().find(stream)) != nullptr)
      throw Failure(hipErrorNotSupported, "events that launches of a graph record are not served");
    return hipSuccess;
  });
  return result == hipSuccess ? hipEventRecord(event, stream) : result;
}

hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream) {
  return hipEventRecord(event, or_per_thread(stream));
}

hipError_t hipMemsetAsync_spt(void* to, int value, size_t bytes, hipStream_t stream) {
  return hipMemsetAsync(to, value, bytes, or_per_thread(stream));
}

hipError_t hipMemset2DAsync_spt(void* to, size_t pitch, int value, size_t width, size_t height, hipStream_t stream) {
  return hipMemset2DAsync(to, pitch, value, width, height, or_per_thread(stream));
}

hipError_t hipMemset3DAsync_spt(hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream) {
  return hipMemset3DAsync(to, value, extent, or_per_thread(stream));
}

hipError_t hipMemcpy2DAsync_spt(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                                size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, or_per_thread(stream));
}

hipError_t hipMemcpy3DAsync_spt(const hipMemcpy3DParms* parameters, hipStream_t stream) {
  return hipMemcpy3DAsync(parameters, or_per_thread(stream));
}

hipError_t hipMemcpyToSymbolAsync_spt(const void* symbol, const void* from, size_t bytes, size_t offset,
                                      hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, or_per_thread(stream));
}

hipError_t hipMemcpyFromSymbolAsync_spt(void* to, const void* symbol, size_t bytes, size_t offset, hipMemcpyKind kind,
                                        hipStream_t stream) {
  return hipMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, or_per_thread(stream));
}

hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback, void* data, unsigned flags) {
  return hipStreamAddCallback(or_per_thread(stream), callback, data, flags);
}

hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t function, void* data) {
  return hipLaunchHostFunc(or_per_thread(stream), function, data);
}

hipError_t hipStreamIsCapturing_spt(hipStream_t stream, hipStreamCaptureStatus* status) {
  return hipStreamIsCapturing(or_per_thread(stream), status);
}

hipError_t hipStreamBeginCapture_spt(hipStream_t stream, hipStreamCaptureMode mode) {
  return hipStreamBeginCapture(or_per_thread(stream), mode);
}

hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t* graph) {
  return hipStreamEndCapture(or_per_thread(stream), graph);
}

hipError_t hipStreamGetCaptureInfo_spt(hipStream_t stream, hipStreamCaptureStatus* status, unsigned long long* id) {
  return hipStreamGetCaptureInfo(or_per_thread(stream), status, id);
}

hipError_t hipGraphLaunch_spt(hipGraphExec_t executable, hipStream_t stream) {
  return hipGraphLaunch(executable, or_per_thread(stream));
}

hipError_t hipGetProcAddress(const char* symbol, void** function, int version, uint64_t, int* result) {
  return call(__func__, [&] {
    if (symbol == nullptr || function == nullptr || *symbol == '\0') return hipErrorInvalidValue;
    // Programs that were built with HIP 6 pass its structure of a device's properties.
    const std::string_view name = symbol;
    if (version >= kVersionOfR0600 && (name == "hipGetDeviceProperties" || name == "hipChooseDevice"))
      symbol = name == "hipChooseDevice" ? "hipChooseDeviceR0600" : "hipGetDevicePropertiesR0600";
    // The function is looked up in this library alone, because the program may have loaded another one that exports it.
    Dl_info own{};
    void* library = nullptr;
    if (dladdr(reinterpret_cast<const void*>(&or_per_thread), &own) != 0)
      library = dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    *function = library == nullptr ? nullptr : dlsym(library, symbol);
    if (library != nullptr) dlclose(library);
    if (result != nullptr) *result = *function == nullptr ? kSymbolNotFound : kSymbolFound;
    return *function == nullptr ? hipErrorInvalidValue : hipSuccess;
  });
}

}  // extern "C"

// HIP 6 exports these two functions with C names, too. HIP 5's headers declare C++ functions of the same names, so the
// C functions have other names in this source, and asm() sets the names that are exported.
extern "C" hipError_t launch_function_with_events(hipFunction_t function, uint32_t items_x, uint32_t items_y,
                                                  uint32_t items_z, uint32_t block_x, uint32_t block_y,
                                                  uint32_t block_z, size_t lds, hipStream_t stream, void** arguments,
                                                  void** extra, hipEvent_t start, hipEvent_t stop,
                                                  uint32_t flags) asm("hipExtModuleLaunchKernel");
hipError_t launch_function_with_events(hipFunction_t function, uint32_t items_x, uint32_t items_y, uint32_t items_z,
                                       uint32_t block_x, uint32_t block_y, uint32_t block_z, size_t lds,
                                       hipStream_t stream, void** arguments, void** extra, hipEvent_t start,
                                       hipEvent_t stop, uint32_t flags) {
  return hipExtModuleLaunchKernel(function, items_x, items_y, items_z, block_x, block_y, block_z, lds, stream,
                                  arguments, extra, start, stop, flags);
}

extern "C" hipError_t launch_function_with_hcc(hipFunction_t function, uint32_t items_x, uint32_t items_y,
                                               uint32_t items_z, uint32_t block_x, uint32_t block_y, uint32_t block_z,
                                               size_t lds, hipStream_t stream, void** arguments, void** extra,
                                               hipEvent_t start, hipEvent_t stop) asm("hipHccModuleLaunchKernel");
hipError_t launch_function_with_hcc(hipFunction_t function, uint32_t items_x, uint32_t items_y, uint32_t items_z,
                                    uint32_t block_x, uint32_t block_y, uint32_t block_z, size_t lds,
                                    hipStream_t stream, void** arguments, void** extra, hipEvent_t start,
                                    hipEvent_t stop) {
  return hipExtModuleLaunchKernel(function, items_x, items_y, items_z, block_x, block_y, block_z, lds, stream,
                                  arguments, extra, start, stop, 0);
}
