// The interface between the runtime and a GPU driver. It is implemented over libamdhip64 (amd_driver), over libcuda
// (nvidia_driver), and by the emulated device in a separate shared library. Nothing outside this folder calls a
// vendor's library, except rtc/ for the compilers.
//
// Functions return a status and throw nothing; callers turn a status into an Error by error_text() and error_kind().
// Results are returned through references.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rocm_bindgen/device_info.hpp"
#include "rocm_bindgen/error.hpp"
#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// The driver's own result code; 0 is success in all drivers.
using Status = int;
constexpr Status kSuccess = 0;

/// The driver has no such function. It is none of the drivers' own codes, which are not negative.
constexpr Status kNoSuchFunction = -1;

/// Handles of the driver, opaque to the runtime.
using ContextHandle = void*;  ///< of a device, in this process
using StreamHandle = void*;
using EventHandle = void*;
using ModuleHandle = void*;
using FunctionHandle = void*;
using GraphHandle = void*;  ///< of an instantiated graph

/// The source and the destination of a copy.
enum class CopyKind { host_to_device, device_to_host, device_to_device };

/// The limits for launching a loaded function, as the driver reports them; 0 = it does not report the limit.
struct FunctionLimits {
  std::uint32_t workgroup_size = 0;             ///< work-items per workgroup
  std::uint32_t static_lds = 0;                 ///< LDS that the kernel declares statically, in bytes per workgroup
  std::vector<std::uint32_t> argument_bytes;    ///< size of each argument that launch() reads; empty = not reported
  std::vector<std::uint32_t> argument_offsets;  ///< offset of each in a packed buffer; empty = not reported
};

/// The resources that a loaded function uses; 0 = none, or the driver does not report it.
struct FunctionResources {
  std::uint32_t vector_registers = 0;  ///< per work-item
  std::uint32_t scalar_registers = 0;  ///< per wave
  std::uint32_t private_bytes = 0;     ///< of scratch, per work-item
  std::uint32_t wavefront_size = 0;    ///< lanes
};

/// The kind of an allocation in a device's address space.
enum class MemoryKind { device, pinned, managed, registered, code_object };

/// One allocation.
struct MemoryRange {
  void* begin = nullptr;
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::device;
};

/// What a kernel did that made its launch fail.
enum class KernelFault { none, memory_access, assertion, trap, other };

/// Formats an error: "hipErrorUnknown: unknown error (999)". Drivers return null for numbers that they do not know.
inline std::string described_error(Status status, const char* name, const char* text) {
  return std::string(name == nullptr ? "an error without a name" : name) +
         (text == nullptr ? "" : std::string(": ") + text) + " (" + std::to_string(status) + ")";
}

/// Every function requires a DeviceScope, that is, that the device is current in this thread, except name(), library(),
/// version(), takes_generic_code_objects(), error_text(), error_kind(), device_count() and device_info(). Functions are
/// as thread safe as the driver itself.
class Driver {
 public:
  Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  virtual ~Driver() = default;

  virtual const char* name() const = 0;  ///< "amd", "nvidia", "emulated"
  virtual const std::string& library() const = 0;
  virtual std::string version() const = 0;  ///< "HIP 6.2.1"; empty if the driver does not report it
  /// Whether the driver loads code object version 6, which generic targets need.
  virtual bool takes_generic_code_objects() const = 0;
  virtual std::string error_text(Status status) const = 0;
  virtual ErrorCode error_kind(Status status) const = 0;

  virtual Status device_count(int& count) = 0;
  virtual Status device_info(int device, DeviceInfo& info) = 0;

  /// Acquires and releases what the driver keeps per device in this process. Calls must be paired; any thread may make
  /// them.
  virtual Status open_device(int device, ContextHandle& context) = 0;
  virtual Status close_device(int device) = 0;
  /// Makes the device current in this thread, and restores what was current before; `previous` is passed from the first
  /// to the second.
  virtual Status enter_device(ContextHandle context, ContextHandle& previous) = 0;
  virtual void leave_device(ContextHandle context, ContextHandle previous) = 0;
  virtual Status synchronize_device() = 0;
  virtual Status memory_info(std::size_t& free_bytes, std::size_t& total_bytes) = 0;

  virtual Status allocate(void*& memory, std::size_t bytes) = 0;
  virtual Status release(void* memory) = 0;
  virtual Status allocate_pinned(void*& memory, std::size_t bytes) = 0;
  virtual Status release_pinned(void* memory) = 0;
  /// The functions from here to kernel_fault() are for a HIP host API (runtime/hip); the loader does not call them. A
  /// driver that lacks them keeps these definitions.
  virtual Status allocate_managed(void*&, std::size_t) { return kNoSuchFunction; }
  virtual Status release_managed(void*) { return kNoSuchFunction; }
  /// Lets kernels use memory of the host at the host's addresses, which stays the caller's.
  virtual Status register_memory(void*, std::size_t) { return kNoSuchFunction; }
  virtual Status unregister_memory(void*) { return kNoSuchFunction; }
  /// The allocation that has the byte at `address`; a failure if there is none.
  virtual Status find_memory(const void*, MemoryRange&) { return kNoSuchFunction; }
  virtual Status function_resources(FunctionHandle, FunctionResources&) { return kNoSuchFunction; }
  /// The address and size of a variable of a loaded module.
  virtual Status find_variable(void*&, std::size_t&, ModuleHandle, const char*) { return kNoSuchFunction; }
  /// As launch(), with all workgroups on the device at the same time, so that they can wait for one another at a
  /// barrier of the whole grid.
  virtual Status launch_cooperative(FunctionHandle, const LaunchConfig&, StreamHandle, const void* const*) {
    return kNoSuchFunction;
  }
  /// Returns what the kernel did, for a status that a launch returned.
  virtual KernelFault kernel_fault(Status) const { return KernelFault::none; }

  virtual Status copy(void* to, const void* from, std::size_t bytes, CopyKind kind) = 0;
  virtual Status copy_async(void* to, const void* from, std::size_t bytes, CopyKind kind, StreamHandle stream) = 0;
  virtual Status copy_peer_async(void* to, ContextHandle to_device, const void* from, ContextHandle from_device,
                                 std::size_t bytes, StreamHandle stream) = 0;
  virtual Status fill_async(void* memory, std::uint8_t value, std::size_t bytes, StreamHandle stream) = 0;
  virtual Status can_access_peer(int device, int peer, bool& can) = 0;
  /// Enables access from the current device to the peer's memory. Returns success if it is already enabled.
  virtual Status enable_peer_access(ContextHandle peer) = 0;

  /// Creates a stream. Unless it is `independent`, the stream and the null stream wait for each other's work.
  virtual Status create_stream(StreamHandle& stream, bool independent) = 0;
  virtual Status destroy_stream(StreamHandle stream) = 0;
  virtual Status synchronize_stream(StreamHandle stream) = 0;
  virtual Status query_stream(StreamHandle stream, bool& done) = 0;
  virtual Status wait_event(StreamHandle stream, EventHandle event) = 0;

  virtual Status create_event(EventHandle& event) = 0;
  virtual Status destroy_event(EventHandle event) = 0;
  virtual Status record_event(EventHandle event, StreamHandle stream) = 0;
  virtual Status synchronize_event(EventHandle event) = 0;
  virtual Status query_event(EventHandle event, bool& done) = 0;
  virtual Status elapsed_milliseconds(float& milliseconds, EventHandle from, EventHandle to) = 0;

  /// Whether the driver continues to read the image after load_module(), until the module is unloaded.
  virtual bool reads_image_after_load() const = 0;
  /// Loads an image of `bytes` bytes. Drivers that accept a pointer only rely on the sizes in the image's headers.
  virtual Status load_module(ModuleHandle& module, const void* image, std::size_t bytes) = 0;
  virtual Status unload_module(ModuleHandle module) = 0;
  virtual Status find_function(FunctionHandle& function, ModuleHandle module, const char* symbol) = 0;
  /// Reads the limits of a function; what the driver does not report stays 0.
  virtual Status function_limits(FunctionHandle function, FunctionLimits& limits) = 0;
  /// Allows launches with up to `bytes` bytes of dynamic LDS; does nothing if the driver has no such limit.
  virtual Status allow_dynamic_lds(FunctionHandle function, std::uint32_t bytes) = 0;
  /// `arguments[i]` points to the value of argument i.
  virtual Status launch(FunctionHandle function, const LaunchConfig& config, StreamHandle stream,
                        const void* const* arguments) = 0;

  virtual Status begin_capture(StreamHandle stream) = 0;
  virtual Status end_capture(StreamHandle stream, GraphHandle& graph) = 0;
  virtual Status launch_graph(GraphHandle graph, StreamHandle stream) = 0;
  virtual Status destroy_graph(GraphHandle graph) = 0;
};

/// The number of devices. Throws Error with what the driver reports.
inline int count_devices(Driver& driver) {
  int count = 0;
  if (const Status status = driver.device_count(count); status != kSuccess)
    throw Error(driver.error_kind(status),
                "counting the devices of '" + driver.library() + "': " + driver.error_text(status), status,
                driver.error_text(status));
  return count;
}

}  // namespace rocm_bindgen::runtime
