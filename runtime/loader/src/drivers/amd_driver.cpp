#include "drivers/amd_driver.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "drivers/hip_api.hpp"
#include "environment.hpp"
#include "log.hpp"

namespace rocm_bindgen::runtime {
namespace {

/// Encodes a version like hipRuntimeGetVersion, which returns major * 10,000,000 + minor * 100,000 + patch.
constexpr int hip_version(int major, int minor) {
  return major * 10'000'000 + minor * 100'000;
}
constexpr int kOldest = hip_version(5, 0);
/// The first HIP whose compiler emits code object version 6 by default and whose loader supports generic targets.
constexpr int kFirstWithGenerics = hip_version(6, 4);

std::string version_text(int version) {
  return "HIP " + std::to_string(version / 10'000'000) + "." + std::to_string(version / 100'000 % 100) + "." +
         std::to_string(version % 100'000);
}

template <class T>
T field(const unsigned char* bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes + offset, sizeof value);
  return value;
}

/// Reads a text from a char array that may lack its terminating zero.
std::string text_field(const unsigned char* bytes, std::size_t offset, std::size_t length) {
  const auto* start = reinterpret_cast<const char*>(bytes + offset);
  return std::string(start, strnlen(start, length));
}

Dim3 sizes_field(const unsigned char* bytes, std::size_t offset) {
  std::array<std::uint32_t, 3> sizes{};
  for (std::size_t i = 0; i < 3; ++i)
    sizes[i] = static_cast<std::uint32_t>(std::max(0, field<int>(bytes, offset + i * sizeof(int))));
  return {sizes[0], sizes[1], sizes[2]};
}

class AmdDriver final : public Driver {
 public:
  explicit AmdDriver(const SharedLibrary& library)
      : library_(library.path),
        hip_(hip::find_functions(library)),
        emulated_(library.find(hip::kEmulatedMarker) != nullptr) {
    if (call(hip_.hipRuntimeGetVersion, &version_) != kSuccess) version_ = 0;
    if (version_ != 0 && version_ < kOldest)
      throw Error(ErrorCode::bad_driver,
                  "'" + library_ + "' is " + version_text(version_) + "; HIP 5.0 or newer is needed");
    if (const Status status = call(hip_.hipInit, 0U); status != kSuccess) throw_not_initialised(status);
  }

  const char* name() const override { return emulated_ ? "emulated" : "amd"; }
  const std::string& library() const override { return library_; }
  std::string version() const override { return version_ == 0 ? std::string() : version_text(version_); }
  bool takes_generic_code_objects() const override { return version_ >= kFirstWithGenerics; }

  std::string error_text(Status status) const override {
    if (status == kNoSuchFunction) return "this libamdhip64 has no such function";
    const char* name = hip_.hipGetErrorName(status);
    const char* text = hip_.hipGetErrorString(status);
    return described_error(status, name, text);
  }

  ErrorCode error_kind(Status status) const override {
    switch (status) {
      case kNoSuchFunction:
      case hip::kNotSupported:
        return ErrorCode::unsupported;
      case hip::kOutOfMemory:
        return ErrorCode::out_of_memory;
      case hip::kNoDevice:
        return ErrorCode::no_device;
      case hip::kInvalidImage:
      case hip::kInvalidKernelFile:
        return ErrorCode::bad_code_object;
      case hip::kNoBinaryForGpu:
        return ErrorCode::no_code_object;
      case hip::kEccNotCorrectable:
      case hip::kIllegalAddress:
      case hip::kLaunchTimeout:
      case hip::kContextIsDestroyed:
      case hip::kAssert:
      case hip::kLaunchFailure:
        return ErrorCode::device_lost;
      default:
        return ErrorCode::driver_failure;
    }
  }

  Status device_count(int& count) override {
    const Status status = call(hip_.hipGetDeviceCount, &count);
    if (status != hip::kNoDevice && status != hip::kInvalidDevice) return status;
    count = 0;
    return kSuccess;
  }

  Status device_info(int device, DeviceInfo& info) override;

  // HIP manages a device's context itself, so a context handle is just the device number.
  Status open_device(int device, ContextHandle& context) override {
    context = context_of(device);
    ContextHandle previous = nullptr;
    const Status status = enter_device(context, previous);
    if (status == kSuccess) leave_device(context, previous);
    return status;
  }
  Status close_device(int) override { return kSuccess; }
  Status enter_device(ContextHandle context, ContextHandle& previous) override {
    int current = -1;
    if (const Status status = call(hip_.hipGetDevice, &current); status != kSuccess) return status;
    previous = context_of(current);
    // The device is set even if it is current by default: old HIP versions abort when a module is loaded in a thread
    // that never set a device.
    return call(hip_.hipSetDevice, device_of(context));
  }
  void leave_device(ContextHandle context, ContextHandle previous) override {
    if (previous == context) return;
    log_failure(call(hip_.hipSetDevice, device_of(previous)), "making the caller's device current again");
  }
  Status synchronize_device() override { return call(hip_.hipDeviceSynchronize); }
  Status memory_info(std::size_t& free_bytes, std::size_t& total_bytes) override {
    return call(hip_.hipMemGetInfo, &free_bytes, &total_bytes);
  }

  Status allocate(void*& memory, std::size_t bytes) override { return call(hip_.hipMalloc, &memory, bytes); }
  Status release(void* memory) override { return call(hip_.hipFree, memory); }
  Status allocate_pinned(void*& memory, std::size_t bytes) override {
    // Memory that could not be freed must not be allocated.
    if (hip_.hipHostFree == nullptr) return kNoSuchFunction;
    return call(hip_.hipHostMalloc, &memory, bytes, hip::kHostMallocPortable);
  }
  Status release_pinned(void* memory) override { return call(hip_.hipHostFree, memory); }
  Status copy(void* to, const void* from, std::size_t bytes, CopyKind kind) override {
    return call(hip_.hipMemcpy, to, from, bytes, hip_kind(kind));
  }
  Status copy_async(void* to, const void* from, std::size_t bytes, CopyKind kind, StreamHandle stream) override {
    return call(hip_.hipMemcpyAsync, to, from, bytes, hip_kind(kind), stream);
  }
  Status copy_peer_async(void* to, ContextHandle to_device, const void* from, ContextHandle from_device,
                         std::size_t bytes, StreamHandle stream) override {
    return call(hip_.hipMemcpyPeerAsync, to, device_of(to_device), from, device_of(from_device), bytes, stream);
  }
  Status fill_async(void* memory, std::uint8_t value, std::size_t bytes, StreamHandle stream) override {
    return call(hip_.hipMemsetAsync, memory, static_cast<int>(value), bytes, stream);
  }
  Status can_access_peer(int device, int peer, bool& can) override {
    int answer = 0;
    const Status status = call(hip_.hipDeviceCanAccessPeer, &answer, device, peer);
    can = answer != 0;
    return status;
  }
  Status enable_peer_access(ContextHandle peer) override {
    const Status status = call(hip_.hipDeviceEnablePeerAccess, device_of(peer), 0U);
    return status == hip::kPeerAccessAlreadyEnabled ? kSuccess : status;
  }

  Status create_stream(StreamHandle& stream, bool independent) override {
    return call(hip_.hipStreamCreateWithFlags, &stream, independent ? hip::kStreamNonBlocking : 0U);
  }
  Status destroy_stream(StreamHandle stream) override { return call(hip_.hipStreamDestroy, stream); }
  Status synchronize_stream(StreamHandle stream) override { return call(hip_.hipStreamSynchronize, stream); }
  Status query_stream(StreamHandle stream, bool& done) override {
    return finished(call(hip_.hipStreamQuery, stream), done);
  }
  Status wait_event(StreamHandle stream, EventHandle event) override {
    return call(hip_.hipStreamWaitEvent, stream, event, 0U);
  }

  Status create_event(EventHandle& event) override { return call(hip_.hipEventCreateWithFlags, &event, 0U); }
  Status destroy_event(EventHandle event) override { return call(hip_.hipEventDestroy, event); }
  Status record_event(EventHandle event, StreamHandle stream) override {
    return call(hip_.hipEventRecord, event, stream);
  }
  Status synchronize_event(EventHandle event) override { return call(hip_.hipEventSynchronize, event); }
  Status query_event(EventHandle event, bool& done) override { return finished(call(hip_.hipEventQuery, event), done); }
  Status elapsed_milliseconds(float& milliseconds, EventHandle from, EventHandle to) override {
    return call(hip_.hipEventElapsedTime, &milliseconds, from, to);
  }

  /// hipModuleLoadData() does not promise to copy the image, and HIP's program objects refer to the bytes they were
  /// made from.
  bool reads_image_after_load() const override { return true; }
  Status load_module(ModuleHandle& module, const void* image, std::size_t) override {
    return call(hip_.hipModuleLoadData, &module, image);
  }
  Status unload_module(ModuleHandle module) override { return call(hip_.hipModuleUnload, module); }
  Status find_function(FunctionHandle& function, ModuleHandle module, const char* symbol) override {
    return call(hip_.hipModuleGetFunction, &function, module, symbol);
  }
  Status function_limits(FunctionHandle function, FunctionLimits& limits) override;
  Status allow_dynamic_lds(FunctionHandle, std::uint32_t) override { return kSuccess; }
  Status launch(FunctionHandle function, const LaunchConfig& config, StreamHandle stream,
                const void* const* arguments) override {
    const auto& [grid, workgroup, lds] = config;
    return call(hip_.hipModuleLaunchKernel, function, grid.x, grid.y, grid.z, workgroup.x, workgroup.y, workgroup.z,
                lds, stream, const_cast<void**>(arguments), nullptr);
  }

  Status begin_capture(StreamHandle stream) override {
    // A capture must not begin if it could not be ended, launched or destroyed.
    if (hip_.hipStreamEndCapture == nullptr || hip_.hipGraphInstantiate == nullptr || hip_.hipGraphLaunch == nullptr ||
        hip_.hipGraphExecDestroy == nullptr || hip_.hipGraphDestroy == nullptr)
      return kNoSuchFunction;
    return call(hip_.hipStreamBeginCapture, stream, hip::kCaptureThreadLocal);
  }
  Status end_capture(StreamHandle stream, GraphHandle& graph) override;
  Status launch_graph(GraphHandle graph, StreamHandle stream) override {
    return call(hip_.hipGraphLaunch, graph, stream);
  }
  Status destroy_graph(GraphHandle graph) override { return call(hip_.hipGraphExecDestroy, graph); }

 private:
  /// Calls a function that may be missing. Since HIP 7 an error stays recorded until it is read; the program's next
  /// hipGetLastError() would return it, although it belongs to our call. It is therefore read here.
  template <class... Parameters, class... Arguments>
  Status call(Status (*function)(Parameters...), Arguments... arguments) const {
    if (function == nullptr) return kNoSuchFunction;
    const Status status = function(arguments...);
    if (status != kSuccess) forget_error();
    return status;
  }
  void forget_error() const { hip_.hipGetLastError(); }

  /// Logs a failure that cannot be thrown.
  void log_failure(Status status, const char* doing) const {
    if (status != kSuccess) log(LogLevel::error, std::string(doing) + ": " + error_text(status));
  }

  // NOLINTNEXTLINE(performance-no-int-to-ptr): the handle is a number
  static ContextHandle context_of(int device) { return reinterpret_cast<void*>(static_cast<std::intptr_t>(device)); }
  static int device_of(ContextHandle context) { return static_cast<int>(reinterpret_cast<std::intptr_t>(context)); }

  static int hip_kind(CopyKind kind) {
    switch (kind) {
      case CopyKind::host_to_device:
        return hip::kHostToDevice;
      case CopyKind::device_to_host:
        return hip::kDeviceToHost;
      case CopyKind::device_to_device:
        break;
    }
    return hip::kDeviceToDevice;
  }
  static Status finished(Status status, bool& done) {
    done = status == kSuccess;
    return status == hip::kNotReady ? kSuccess : status;
  }

  [[noreturn]] void throw_not_initialised(Status status) const {
    // Which of the two errors a machine without a device reports depends on the version of HIP.
    if (status == hip::kNoDevice || status == hip::kInvalidDevice)
      throw Error(ErrorCode::no_device,
                  "'" + library_ + "' finds no device (" + error_text(status) +
                      "); check that the amdgpu kernel driver is loaded and that this user may open /dev/kfd",
                  status, error_text(status));
    throw Error(error_kind(status), "'" + library_ + "' cannot be initialised: " + error_text(status), status,
                error_text(status));
  }

  Status read_properties(int device, unsigned char* bytes, const hip::PropertiesLayout*& layout) const;

  std::string library_;
  hip::Functions hip_;
  bool emulated_ = false;  ///< it is HIP over the emulated device (runtime/hip/), and no GPU's
  int version_ = 0;
};

/// Larger than hipDeviceProp_t of any HIP, in case a later version grows it under the same symbol.
constexpr std::size_t kPropertiesRoom = std::size_t{16} * 1024;

Status AmdDriver::read_properties(int device, unsigned char* bytes, const hip::PropertiesLayout*& layout) const {
  struct Form {
    Status (*function)(void*, int);
    const hip::PropertiesLayout* layout;
  };
  const std::array<Form, 3> forms{{{hip_.hipGetDevicePropertiesR0600, &hip::kPropertiesR0600},
                                   {hip_.hipGetDevicePropertiesR0000, &hip::kPropertiesR0000},
                                   {hip_.hipGetDeviceProperties, &hip::kPropertiesR0000}}};
  Status status = kNoSuchFunction;
  for (const auto& form : forms) {
    if (form.function == nullptr) continue;
    std::memset(bytes, 0, kPropertiesRoom);
    layout = form.layout;
    status = call(form.function, static_cast<void*>(bytes), device);
    if (status == kSuccess) return status;
  }
  return status;
}

Status AmdDriver::device_info(int device, DeviceInfo& info) {
  alignas(16) std::array<unsigned char, kPropertiesRoom> properties;
  const auto* bytes = properties.data();
  const hip::PropertiesLayout* layout = nullptr;
  if (const Status status = read_properties(device, properties.data(), layout); status != kSuccess) return status;
  constexpr std::size_t kNameLength = 256;  // of both arrays, in all layouts
  info.name = text_field(bytes, layout->name, kNameLength);
  info.arch = text_field(bytes, layout->arch, kNameLength);
  const auto count = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(std::max(0, field<int>(bytes, offset)));
  };
  info.compute_units = count(layout->compute_units);
  info.wavefront_size = count(layout->wavefront_size);
  info.memory_bytes = field<std::size_t>(bytes, layout->total_memory);
  info.lds_bytes = info.max_lds_bytes = static_cast<std::uint32_t>(field<std::size_t>(bytes, layout->lds));
  info.max_workgroup_size = count(layout->workgroup_size);
  info.max_workgroup = sizes_field(bytes, layout->workgroup);
  info.max_grid = sizes_field(bytes, layout->grid);
  // The dispatch packet stores the size of a grid in work-items, with 32 bits per dimension (HSA specification, 2.9.6).
  info.max_grid_items = UINT32_MAX;
  std::array<char, 64> pci{};  // the last byte stays 0, whatever the driver writes
  if (call(hip_.hipDeviceGetPCIBusId, pci.data(), static_cast<int>(pci.size()) - 1, device) == kSuccess)
    info.pci = pci.data();
  return kSuccess;
}

Status AmdDriver::function_limits(FunctionHandle function, FunctionLimits& limits) {
  const auto attribute = [&](int which, std::uint32_t& value) {
    int answer = 0;
    if (call(hip_.hipFuncGetAttribute, &answer, which, function) == kSuccess && answer > 0)
      value = static_cast<std::uint32_t>(answer);
  };
  attribute(hip::kFuncMaxThreadsPerBlock, limits.workgroup_size);
  attribute(hip::kFuncSharedSizeBytes, limits.static_lds);
  return kSuccess;
}

Status AmdDriver::end_capture(StreamHandle stream, GraphHandle& graph) {
  void* recorded = nullptr;
  if (const Status status = call(hip_.hipStreamEndCapture, stream, &recorded); status != kSuccess) return status;
  const Status status = call(hip_.hipGraphInstantiate, &graph, recorded, nullptr, nullptr, std::size_t{0});
  log_failure(call(hip_.hipGraphDestroy, recorded), "destroying the recorded graph");
  return status;
}

}  // namespace

std::vector<std::string> hip_library_candidates() {
  if (const auto chosen = environment("ROCM_BINDGEN_HIP_LIBRARY"); !chosen.empty()) return {chosen};
  const std::array<const char*, 4> names{"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"};
  std::vector<std::string> candidates;
  // A HIP library that the process has already loaded comes first: ML frameworks bring their own, and a second copy
  // would not know the memory and streams of the first.
  if (auto loaded = loaded_library("libamdhip64.so"); !loaded.empty()) candidates.push_back(std::move(loaded));
  if (const auto root = environment("ROCM_PATH"); !root.empty())
    for (const char* name : names) candidates.push_back(root + "/lib/" + name);
  candidates.insert(candidates.end(), names.begin(), names.end());
  // ROCm's own packages do not register their folder with the dynamic linker.
  for (const char* name : names) candidates.push_back(std::string("/opt/rocm/lib/") + name);
  return candidates;
}

std::unique_ptr<Driver> open_amd_driver(const SharedLibrary& library) {
  return std::make_unique<AmdDriver>(library);
}

}  // namespace rocm_bindgen::runtime
