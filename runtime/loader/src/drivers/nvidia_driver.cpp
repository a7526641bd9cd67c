#include "drivers/nvidia_driver.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "drivers/cuda_api.hpp"
#include "environment.hpp"
#include "log.hpp"

namespace rocm_bindgen::runtime {
namespace {

cuda::Pointer pointer(const void* memory) {
  return reinterpret_cast<cuda::Pointer>(memory);
}

class NvidiaDriver final : public Driver {
 public:
  explicit NvidiaDriver(const SharedLibrary& library) : library_(library.path), cuda_(cuda::find_functions(library)) {
    if (const Status status = cuda_.cuInit(0); status != kSuccess)
      throw Error(status == cuda::kNoDevice ? ErrorCode::no_device : ErrorCode::driver_failure,
                  "'" + library_ + "' cannot be initialised: " + error_text(status), status, error_text(status));
    if (cuda_.cuDriverGetVersion(&version_) != kSuccess) version_ = 0;
  }

  const char* name() const override { return "nvidia"; }
  const std::string& library() const override { return library_; }
  /// cuDriverGetVersion encodes the version as major * 1000 + minor * 10.
  std::string version() const override {
    if (version_ == 0) return {};
    return "CUDA " + std::to_string(version_ / 1000) + "." + std::to_string(version_ % 1000 / 10);
  }
  bool takes_generic_code_objects() const override { return false; }

  std::string error_text(Status status) const override {
    if (status == kNoSuchFunction) return "this libcuda has no such function";
    const char* name = nullptr;
    const char* text = nullptr;
    cuda_.cuGetErrorName(status, &name);
    cuda_.cuGetErrorString(status, &text);
    return described_error(status, name, text);
  }

  ErrorCode error_kind(Status status) const override {
    // After a fault of a kernel every call fails until the process ends.
    if (status >= cuda::kHardwareStackError && status <= cuda::kLastHardwareError) return ErrorCode::device_lost;
    switch (status) {
      case kNoSuchFunction:
      case cuda::kNotSupported:
        return ErrorCode::unsupported;
      case cuda::kOutOfMemory:
        return ErrorCode::out_of_memory;
      case cuda::kNoDevice:
        return ErrorCode::no_device;
      case cuda::kInvalidImage:
        return ErrorCode::bad_code_object;
      case cuda::kNoBinaryForGpu:
        return ErrorCode::no_code_object;
      case cuda::kEccUncorrectable:
      case cuda::kIllegalAddress:
      case cuda::kLaunchTimeout:
      case cuda::kContextIsDestroyed:
      case cuda::kAssert:
        return ErrorCode::device_lost;
      default:
        return ErrorCode::driver_failure;
    }
  }

  Status device_count(int& count) override { return cuda_.cuDeviceGetCount(&count); }
  Status device_info(int device, DeviceInfo& info) override;

  Status open_device(int ordinal, ContextHandle& context) override {
    cuda::Device device = 0;
    if (const Status status = cuda_.cuDeviceGet(&device, ordinal); status != kSuccess) return status;
    if (const Status status = cuda_.cuDevicePrimaryCtxRetain(&context, device); status != kSuccess) return status;
    const std::lock_guard lock(devices_mutex_);
    devices_[ordinal] = device;
    return kSuccess;
  }
  Status close_device(int ordinal) override {
    cuda::Device device = 0;
    {
      const std::lock_guard lock(devices_mutex_);
      device = devices_.at(ordinal);
    }
    return cuda_.cuDevicePrimaryCtxRelease(device);
  }
  Status enter_device(ContextHandle context, ContextHandle& previous) override {
    if (const Status status = cuda_.cuCtxGetCurrent(&previous); status != kSuccess) return status;
    return previous == context ? kSuccess : cuda_.cuCtxSetCurrent(context);
  }
  /// "No context" is restored as well: CUDA's runtime, in the same thread, would otherwise use our context and its
  /// device.
  void leave_device(ContextHandle context, ContextHandle previous) override {
    if (previous == context) return;
    log_failure(cuda_.cuCtxSetCurrent(previous), "making the caller's context current again");
  }
  Status synchronize_device() override { return cuda_.cuCtxSynchronize(); }
  Status memory_info(std::size_t& free_bytes, std::size_t& total_bytes) override {
    return cuda_.cuMemGetInfo(&free_bytes, &total_bytes);
  }

  Status allocate(void*& memory, std::size_t bytes) override {
    cuda::Pointer address = 0;
    const Status status = cuda_.cuMemAlloc(&address, bytes);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): CUDA's addresses are numbers
    memory = reinterpret_cast<void*>(address);
    return status;
  }
  Status release(void* memory) override { return cuda_.cuMemFree(pointer(memory)); }
  Status allocate_pinned(void*& memory, std::size_t bytes) override {
    return cuda_.cuMemHostAlloc(&memory, bytes, cuda::kMemHostAllocPortable);
  }
  Status release_pinned(void* memory) override { return cuda_.cuMemFreeHost(memory); }
  Status copy(void* to, const void* from, std::size_t bytes, CopyKind kind) override {
    if (kind == CopyKind::device_to_host) return cuda_.cuMemcpyDtoH(to, pointer(from), bytes);
    // Both calls return before the copy is complete: the first once the bytes are staged, the second immediately.
    const Status status = kind == CopyKind::host_to_device ? cuda_.cuMemcpyHtoD(pointer(to), from, bytes)
                                                           : cuda_.cuMemcpyDtoD(pointer(to), pointer(from), bytes);
    return status == kSuccess ? cuda_.cuStreamSynchronize(nullptr) : status;
  }
  Status copy_async(void* to, const void* from, std::size_t bytes, CopyKind kind, StreamHandle stream) override {
    switch (kind) {
      case CopyKind::host_to_device:
        return cuda_.cuMemcpyHtoDAsync(pointer(to), from, bytes, stream);
      case CopyKind::device_to_host:
        return cuda_.cuMemcpyDtoHAsync(to, pointer(from), bytes, stream);
      case CopyKind::device_to_device:
        break;
    }
    return cuda_.cuMemcpyDtoDAsync(pointer(to), pointer(from), bytes, stream);
  }
  Status copy_peer_async(void* to, ContextHandle to_device, const void* from, ContextHandle from_device,
                         std::size_t bytes, StreamHandle stream) override {
    return optional(cuda_.cuMemcpyPeerAsync, pointer(to), to_device, pointer(from), from_device, bytes, stream);
  }
  Status fill_async(void* memory, std::uint8_t value, std::size_t bytes, StreamHandle stream) override {
    return cuda_.cuMemsetD8Async(pointer(memory), value, bytes, stream);
  }
  Status can_access_peer(int device, int peer, bool& can) override {
    int answer = 0;
    const Status status = optional(cuda_.cuDeviceCanAccessPeer, &answer, device, peer);
    can = answer != 0;
    return status;
  }
  Status enable_peer_access(ContextHandle peer) override {
    const Status status = optional(cuda_.cuCtxEnablePeerAccess, peer, 0U);
    return status == cuda::kPeerAccessAlreadyEnabled ? kSuccess : status;
  }

  Status create_stream(StreamHandle& stream, bool independent) override {
    return cuda_.cuStreamCreate(&stream, independent ? cuda::kStreamNonBlocking : 0U);
  }
  Status destroy_stream(StreamHandle stream) override { return cuda_.cuStreamDestroy(stream); }
  Status synchronize_stream(StreamHandle stream) override { return cuda_.cuStreamSynchronize(stream); }
  Status query_stream(StreamHandle stream, bool& done) override { return finished(cuda_.cuStreamQuery(stream), done); }
  Status wait_event(StreamHandle stream, EventHandle event) override {
    return cuda_.cuStreamWaitEvent(stream, event, 0);
  }

  Status create_event(EventHandle& event) override { return cuda_.cuEventCreate(&event, 0); }
  Status destroy_event(EventHandle event) override { return cuda_.cuEventDestroy(event); }
  Status record_event(EventHandle event, StreamHandle stream) override { return cuda_.cuEventRecord(event, stream); }
  Status synchronize_event(EventHandle event) override { return cuda_.cuEventSynchronize(event); }
  Status query_event(EventHandle event, bool& done) override { return finished(cuda_.cuEventQuery(event), done); }
  Status elapsed_milliseconds(float& milliseconds, EventHandle from, EventHandle to) override {
    return cuda_.cuEventElapsedTime(&milliseconds, from, to);
  }

  bool reads_image_after_load() const override { return false; }
  Status load_module(ModuleHandle& module, const void* image, std::size_t) override {
    return cuda_.cuModuleLoadData(&module, image);
  }
  Status unload_module(ModuleHandle module) override { return cuda_.cuModuleUnload(module); }
  Status find_function(FunctionHandle& function, ModuleHandle module, const char* symbol) override {
    return cuda_.cuModuleGetFunction(&function, module, symbol);
  }
  Status function_limits(FunctionHandle function, FunctionLimits& limits) override {
    const auto attribute = [&](int which, std::uint32_t& value) {
      int answer = 0;
      if (cuda_.cuFuncGetAttribute(&answer, which, function) == kSuccess && answer > 0)
        value = static_cast<std::uint32_t>(answer);
    };
    attribute(cuda::kFuncMaxThreadsPerBlock, limits.workgroup_size);
    attribute(cuda::kFuncSharedSizeBytes, limits.static_lds);
    return kSuccess;
  }
  Status allow_dynamic_lds(FunctionHandle function, std::uint32_t bytes) override {
    return cuda_.cuFuncSetAttribute(function, cuda::kFuncMaxDynamicSharedSizeBytes, static_cast<int>(bytes));
  }
  Status launch(FunctionHandle function, const LaunchConfig& config, StreamHandle stream,
                const void* const* arguments) override {
    const auto& [grid, workgroup, lds] = config;
    return cuda_.cuLaunchKernel(function, grid.x, grid.y, grid.z, workgroup.x, workgroup.y, workgroup.z, lds, stream,
                                const_cast<void**>(arguments), nullptr);
  }

  Status begin_capture(StreamHandle stream) override {
    // A capture must not begin if it could not be ended, launched or destroyed.
    if (cuda_.cuStreamEndCapture == nullptr || cuda_.cuGraphInstantiateWithFlags == nullptr ||
        cuda_.cuGraphLaunch == nullptr || cuda_.cuGraphExecDestroy == nullptr || cuda_.cuGraphDestroy == nullptr)
      return kNoSuchFunction;
    return optional(cuda_.cuStreamBeginCapture, stream, cuda::kCaptureThreadLocal);
  }
  Status end_capture(StreamHandle stream, GraphHandle& graph) override {
    void* recorded = nullptr;
    if (const Status status = optional(cuda_.cuStreamEndCapture, stream, &recorded); status != kSuccess) return status;
    const Status status = optional(cuda_.cuGraphInstantiateWithFlags, &graph, recorded, 0ULL);
    log_failure(cuda_.cuGraphDestroy(recorded), "destroying the recorded graph");
    return status;
  }
  Status launch_graph(GraphHandle graph, StreamHandle stream) override {
    return optional(cuda_.cuGraphLaunch, graph, stream);
  }
  Status destroy_graph(GraphHandle graph) override { return optional(cuda_.cuGraphExecDestroy, graph); }

 private:
  template <class... Parameters, class... Arguments>
  static Status optional(Status (*function)(Parameters...), Arguments... arguments) {
    return function == nullptr ? kNoSuchFunction : function(arguments...);
  }
  static Status finished(Status status, bool& done) {
    done = status == kSuccess;
    return status == cuda::kNotReady ? kSuccess : status;
  }
  /// Logs a failure that cannot be thrown.
  void log_failure(Status status, const char* doing) const {
    if (status != kSuccess) log(LogLevel::error, std::string(doing) + ": " + error_text(status));
  }

  std::string library_;
  cuda::Functions cuda_;
  int version_ = 0;
  std::mutex devices_mutex_;
  std::map<int, cuda::Device> devices_;  ///< the opened devices, by ordinal
};

Status NvidiaDriver::device_info(int ordinal, DeviceInfo& info) {
  cuda::Device device = 0;
  if (const Status status = cuda_.cuDeviceGet(&device, ordinal); status != kSuccess) return status;
  Status first_failure = kSuccess;
  const auto note = [&](Status status) {
    if (first_failure == kSuccess) first_failure = status;
    return status == kSuccess;
  };
  const auto attribute = [&](int which) {
    int value = 0;
    return note(cuda_.cuDeviceGetAttribute(&value, which, device)) ? static_cast<std::uint32_t>(std::max(0, value)) : 0;
  };
  const auto sizes = [&](int first) { return Dim3{attribute(first), attribute(first + 1), attribute(first + 2)}; };
  std::array<char, 256> text{};  // the last byte stays 0, whatever the driver writes
  if (note(cuda_.cuDeviceGetName(text.data(), static_cast<int>(text.size()) - 1, device))) info.name = text.data();
  info.arch = "sm_" + std::to_string(attribute(cuda::kComputeCapabilityMajor)) +
              std::to_string(attribute(cuda::kComputeCapabilityMinor));
  info.compute_units = attribute(cuda::kMultiprocessorCount);
  info.wavefront_size = attribute(cuda::kWarpSize);
  std::size_t memory = 0;
  note(cuda_.cuDeviceTotalMem(&memory, device));
  info.memory_bytes = memory;
  info.lds_bytes = attribute(cuda::kMaxSharedMemoryPerBlock);
  info.max_lds_bytes = std::max(info.lds_bytes, attribute(cuda::kMaxSharedMemoryPerBlockOptin));
  info.max_workgroup_size = attribute(cuda::kMaxThreadsPerBlock);
  info.max_workgroup = sizes(cuda::kMaxBlockDimX);
  info.max_grid = sizes(cuda::kMaxGridDimX);
  text = {};
  if (optional(cuda_.cuDeviceGetPCIBusId, text.data(), static_cast<int>(text.size()) - 1, device) == kSuccess)
    info.pci = text.data();
  return first_failure;
}

}  // namespace

std::vector<std::string> cuda_library_candidates() {
  if (const auto chosen = environment("ROCM_BINDGEN_CUDA_LIBRARY"); !chosen.empty()) return {chosen};
  return {"libcuda.so.1"};
}

std::unique_ptr<Driver> open_nvidia_driver(const SharedLibrary& library) {
  return std::make_unique<NvidiaDriver>(library);
}

}  // namespace rocm_bindgen::runtime
