// A GPU of this machine: its properties, its memory, and the kernels of modules that are loaded on it.
#ifndef ROCM_BINDGEN_RUNTIME_DEVICE_HPP
#define ROCM_BINDGEN_RUNTIME_DEVICE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocm_bindgen/device_info.hpp"
#include "rocm_bindgen/error.hpp"
#include "rocm_bindgen/export.h"
#include "rocm_bindgen/module.hpp"

#if ROCM_BINDGEN_MODULE_LAYOUT != 2
#error "A header emitted by another version of rocm-bindgen was included before: emit it again with this one"
#endif

/// The runtime: devices, streams, memory and kernels.
namespace rocm_bindgen {

namespace runtime {
struct DeviceState;
}

class Kernel;
struct CompileOptions;

/// Counters of a device's module cache since the device was opened.
struct LoadStatistics {
  std::uint64_t loads = 0;  ///< modules loaded, those since unloaded included
  /// All other uses of modules: the module was loaded already, or the caller waited while another thread loaded it.
  std::uint64_t hits = 0;
  std::uint64_t bytes = 0;  ///< total size of the loaded images, after decompression
  double milliseconds = 0;  ///< time spent loading: choosing, decompressing, checking, and in the driver
};

/// Sizes of a device's global memory.
struct MemoryInfo {
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
};

/// An open device. Copies refer to the same device, and opening ordinal 0 twice gives the same device with one module
/// cache. Objects made on a device (streams, events, buffers) keep it open. When the last reference is released, its
/// modules are unloaded and the driver's context is released.
///
/// A driver is selected when devices are first counted, listed or opened, and kept while a device is open. It is the
/// one that the environment variable ROCM_BINDGEN_DRIVER names (amd, nvidia, emulated:TARGET), or else the first driver
/// that has a device.
///
/// Every function may throw rocm_bindgen::Error and may be called from any thread. In a process that was forked after a
/// driver was started, every function throws Error with ErrorCode::after_fork.
class ROCM_BINDGEN_API Device {
 public:
  /// The number of devices; 0 if no driver is installed. Throws if a driver is installed but does not work, or if the
  /// driver that ROCM_BINDGEN_DRIVER names is not installed.
  static int count();

  /// The properties of all devices, in the order of their ordinals; empty if count() is 0.
  static std::vector<DeviceInfo> list();

  /// Opens a device. Throws Error: no_driver, bad_driver or no_device, whose message lists what was searched and what
  /// was found; bad_argument if ROCM_BINDGEN_DRIVER names no driver.
  static Device open(int ordinal = 0);

  /// The properties of the device, read once when it was opened.
  const DeviceInfo& info() const noexcept;

  /// Returns the kernel `name` of `module`. The first use of a module on a device loads it, exactly once even if
  /// several threads ask for it at the same time; later look-ups take no lock. `name` is the kernel's name in the
  /// emitted header or its symbol in the code objects. `module` must stay at its address, unchanged, until the device
  /// is closed or the module is unloaded, which holds for constants of an emitted header. The kernel is valid while the
  /// module is loaded.
  /// Throws Error: no_code_object, bad_code_object, unknown_kernel, or what the driver reports. After a failure the
  /// next call tries again.
  Kernel get_or_load_func(std::string_view name, const Module& module) const&;
  /// Deleted: the kernel would outlive a temporary device.
  Kernel get_or_load_func(std::string_view name, const Module& module) const&& = delete;

  /// Does the same as get_or_load_func(), with the arguments in reading order: the module, then the name of its kernel.
  Kernel kernel(const Module& module, std::string_view name) const&;
  Kernel kernel(const Module& module, std::string_view name) const&& = delete;

  /// Loads `module` now, if it is not loaded, and looks up all its kernels, so that later look-ups do neither.
  void preload(const Module& module) const;

  /// Unloads `module`; a later use loads it again. This is for modules of a plugin that is about to be closed. The
  /// module's kernels become invalid: no thread may be looking one up or launching one, and none may still be running.
  void unload(const Module& module) const;

  /// Compiles a source for this device and returns a module with its kernels. An equal source that was compiled before,
  /// in this process or by another one (see rtc.hpp), is not compiled again. The device owns the module. Kernels are
  /// found by their symbols: declare them extern "C", or use mangled names.
  /// Throws Error: compile_failed with the compiler's messages, or no_compiler if hipRTC or NVRTC is not found or does
  /// not support the device.
  const Module& compile(const std::string& source, const CompileOptions& options) const&;
  /// Does the same with default options.
  const Module& compile(const std::string& source) const&;
  const Module& compile(const std::string& source, const CompileOptions& options) const&& = delete;
  /// Deleted: the module would be destroyed with a temporary device.
  const Module& compile(const std::string& source) const&& = delete;

  /// The counters of the device's module cache since the device was opened.
  LoadStatistics statistics() const;

  /// Waits for all work of this process on the device.
  void synchronize() const;

  /// The free and the total size of the device's memory.
  MemoryInfo memory() const;

  /// Whether kernels on this device can be allowed to read and write the memory of `peer`.
  bool can_access(const Device& peer) const;

  /// Allows kernels on this device to read and write the memory of `peer`; the opposite direction needs its own call.
  /// Without it, copies between the two devices may pass through host memory. Further calls have no effect. Throws what
  /// the driver reports if can_access() is false.
  void enable_access(const Device& peer) const;

  /// Whether both refer to the same device.
  friend bool operator==(const Device& a, const Device& b) noexcept { return a.state_ == b.state_; }
  /// Whether they refer to different devices.
  friend bool operator!=(const Device& a, const Device& b) noexcept { return a.state_ != b.state_; }

  /// For the runtime's own classes only.
  explicit Device(std::shared_ptr<runtime::DeviceState> state) noexcept : state_(std::move(state)) {}
  /// For the runtime's own classes only.
  const std::shared_ptr<runtime::DeviceState>& state() const noexcept { return state_; }

 private:
  std::shared_ptr<runtime::DeviceState> state_;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_RUNTIME_DEVICE_HPP
