// What the runtime asks of a GPU driver: one small interface, implemented over libamdhip64, over libcuda and, as a
// shared library of its own, by the emulated device.
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

/// The driver's own result code; 0 is success in all of them.
using Status = int;
constexpr Status kSuccess = 0;

/// Not a driver's code: this driver has no such function. Drivers number from 0 up.
constexpr Status kNoSuchFunction = -1;

/// The driver's own handles, opaque to us.
using ContextHandle = void*;  ///< of a device in this process
using StreamHandle = void*;
using EventHandle = void*;
using ModuleHandle = void*;
using FunctionHandle = void*;
using GraphHandle = void*;  ///< of an instantiated graph

/// Where a copy goes from and to.
enum class CopyKind { host_to_device, device_to_host, device_to_device };

/// What a loaded function may be launched with, as far as the driver says; 0 = it does not.
struct FunctionLimits {
  std::uint32_t workgroup_size = 0;           ///< work-items per workgroup
  std::uint32_t static_lds = 0;               ///< bytes per workgroup that the kernel itself declares
  std::vector<std::uint32_t> argument_bytes;  ///< of each argument that launch() will read; empty = it does not say
};

/// "hipErrorUnknown: unknown error (999)"; drivers give null for numbers that they do not know.
inline std::string described_error(Status status, const char* name, const char* text) {
  return std::string(name == nullptr ? "an error that the driver has no name for" : name) +
         (text == nullptr ? "" : std::string(": ") + text) + " (" + std::to_string(status) + ")";
}

/// Every function but name(), library(), version(), takes_generic_code_objects(), error_text(), error_kind(),
/// device_count() and device_info() needs a DeviceScope around it: the device current in this thread. All are thread
/// safe as far as the driver is. Status codes go through error_text() and error_kind().
class Driver {
 public:
  Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  virtual ~Driver() = default;

  virtual const char* name() const = 0;  ///< "amd", "nvidia", "emulated"
  virtual const std::string& library() const = 0;
  virtual std::string version() const = 0;  ///< "HIP 6.2.1"; empty if it does not say
  /// Does it load code object version 6, the one that generic targets need?
  virtual bool takes_generic_code_objects() const = 0;
  virtual std::string error_text(Status status) const = 0;
  virtual ErrorCode error_kind(Status status) const = 0;

  virtual Status device_count(int& count) = 0;
  virtual Status device_info(int device, DeviceInfo& info) = 0;

  /// Claims what the driver keeps per device in this process, and gives it back. In pairs, from any thread.
  virtual Status open_device(int device, ContextHandle& context) = 0;
  virtual Status close_device(int device) = 0;
  /// Makes the device current in this thread; `previous` is for leave_device().
  virtual Status enter_device(ContextHandle context, ContextHandle& previous) = 0;
  virtual void leave_device(ContextHandle context, ContextHandle previous) = 0;
  virtual Status synchronize_device() = 0;
  virtual Status memory_info(std::size_t& free_bytes, std::size_t& total_bytes) = 0;

  virtual Status allocate(void*& memory, std::size_t bytes) = 0;
  virtual Status release(void* memory) = 0;
  virtual Status allocate_pinned(void*& memory, std::size_t bytes) = 0;
  virtual Status release_pinned(void* memory) = 0;
  virtual Status copy(void* to, const void* from, std::size_t bytes, CopyKind kind) = 0;
  virtual Status copy_async(void* to, const void* from, std::size_t bytes, CopyKind kind, StreamHandle stream) = 0;
  virtual Status copy_peer_async(void* to, ContextHandle to_device, const void* from, ContextHandle from_device,
                                 std::size_t bytes, StreamHandle stream) = 0;
  virtual Status fill_async(void* memory, std::uint8_t value, std::size_t bytes, StreamHandle stream) = 0;
  virtual Status can_access_peer(int device, int peer, bool& can) = 0;
  /// From the current device to the peer's memory; success if it already is enabled.
  virtual Status enable_peer_access(ContextHandle peer) = 0;

  /// One that is not `independent` waits for work on the null stream, and that for it.
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

  /// Does it go on reading the image after load_module(), until the module is unloaded?
  virtual bool keeps_image() const = 0;
  /// `bytes`: of the image. Drivers that take a pointer alone go by what the image's headers say.
  virtual Status load_module(ModuleHandle& module, const void* image, std::size_t bytes) = 0;
  virtual Status unload_module(ModuleHandle module) = 0;
  virtual Status find_function(FunctionHandle& function, ModuleHandle module, const char* symbol) = 0;
  /// Best effort: what the driver does not tell stays 0.
  virtual Status function_limits(FunctionHandle function, FunctionLimits& limits) = 0;
  /// Lets launches have that much dynamic LDS; a no-op where the driver has no such rule.
  virtual Status allow_dynamic_lds(FunctionHandle function, std::uint32_t bytes) = 0;
  /// `arguments[i]` points to the value of argument i.
  virtual Status launch(FunctionHandle function, const LaunchConfig& config, StreamHandle stream,
                        const void* const* arguments) = 0;

  virtual Status begin_capture(StreamHandle stream) = 0;
  virtual Status end_capture(StreamHandle stream, GraphHandle& graph) = 0;
  virtual Status launch_graph(GraphHandle graph, StreamHandle stream) = 0;
  virtual Status destroy_graph(GraphHandle graph) = 0;
};

/// How many devices there are. Throws what the driver says instead.
inline int count_devices(Driver& driver) {
  int count = 0;
  if (const Status status = driver.device_count(count); status != kSuccess)
    throw Error(driver.error_kind(status),
                "counting the devices of '" + driver.library() + "': " + driver.error_text(status), status,
                driver.error_text(status));
  return count;
}

}  // namespace rocm_bindgen::runtime
