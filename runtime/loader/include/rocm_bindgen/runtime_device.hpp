// A GPU of this machine: what it is, its memory, and the kernels of modules on it.
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

/// What the module cache of a device has done since it was opened.
struct LoadStatistics {
  std::uint64_t loads = 0;  ///< modules loaded, unloaded ones included
  std::uint64_t hits = 0;   ///< other uses of modules: those that found theirs loaded, or waited for it
  std::uint64_t bytes = 0;  ///< of the images loaded, decompressed
  double milliseconds = 0;  ///< spent loading: choosing, decompressing, checking, and in the driver
};

/// A device's global memory.
struct MemoryInfo {
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
};

/// A device that is in use. Copies are the same device: opening ordinal 0 twice gives one device with one module cache.
/// What is made on a device (streams, events, buffers) keeps it open. When the last goes, its modules are unloaded and
/// the driver's context is given back.
///
/// The driver is found when the first device is counted, listed or opened, and kept while a device is open: the one
/// that the environment variable ROCM_BINDGEN_DRIVER names (amd, nvidia, emulated:TARGET), else the first with a
/// device.
///
/// Every function throws rocm_bindgen::Error and may be called from any thread. A process that was forked after a
/// driver had been started gets Error with ErrorCode::after_fork from all of them.
class ROCM_BINDGEN_API Device {
 public:
  /// How many devices there are. 0 where there is no driver; a driver that is there and does not work is an error, and
  /// so is one that ROCM_BINDGEN_DRIVER names and that is not there.
  static int count();

  /// What they are, in the order of their ordinals; empty where count() is 0.
  static std::vector<DeviceInfo> list();

  /// no_driver or no_device say what was looked for and what was there.
  static Device open(int ordinal = 0);

  /// What it is, read once when it was opened.
  const DeviceInfo& info() const noexcept;

  /// The kernel `name` of `module`, which is loaded if this is its first use on this device: exactly once, whatever the
  /// number of threads asking. Later look-ups take no lock. `module` must stay where it is, unchanged, until the
  /// device is closed or the module is unloaded; an emitted constant does. `name` is that in the emitted header or the
  /// symbol in the code objects. The kernel is valid as long as the module is loaded.
  /// Throws no_code_object, bad_code_object, unknown_kernel, or what the driver says; the next call tries again.
  Kernel get_or_load_func(std::string_view name, const Module& module) const&;
  Kernel get_or_load_func(std::string_view name, const Module& module) const&& = delete;  ///< would outlive its device

  /// The same, in the order in which one says it.
  Kernel kernel(const Module& module, std::string_view name) const&;
  Kernel kernel(const Module& module, std::string_view name) const&& = delete;

  /// Loads `module` now, if it is not loaded, and finds all its kernels, so that no later look-up does either.
  void preload(const Module& module) const;

  /// Unloads `module`; a later use loads it again. For modules of a plugin that is about to be closed. Its kernels are
  /// invalid from here on: no thread may be looking one up or launching one, and none may still be running.
  void unload(const Module& module) const;

  /// The kernels of a source, compiled now for this device unless they were before, in this process or (see rtc.hpp) by
  /// another one. The module is the device's, and there as long as it is. Kernels are known by their symbols: declare
  /// them extern "C", or ask for mangled names.
  /// Throws compile_failed with the compiler's messages, no_compiler where hipRTC or NVRTC is not to be found, or
  /// does not know the device.
  const Module& compile(const std::string& source, const CompileOptions& options) const&;
  /// The same, with the options that CompileOptions begins with.
  const Module& compile(const std::string& source) const&;
  const Module& compile(const std::string& source, const CompileOptions& options) const&& = delete;
  const Module& compile(const std::string& source) const&& = delete;  ///< would go with its device

  /// What its module cache has done since it was opened.
  LoadStatistics statistics() const;

  /// Waits for all work of this process on the device.
  void synchronize() const;

  /// How much of its memory is free now.
  MemoryInfo memory() const;

  /// Can kernels on this device read and write `peer`'s memory?
  bool can_access(const Device& peer) const;

  /// Lets them, from now on; without it, copies between the two may go through the host. Once is enough.
  void enable_access(const Device& peer) const;

  /// Are they the same device?
  friend bool operator==(const Device& a, const Device& b) noexcept { return a.state_ == b.state_; }
  /// Are they different devices?
  friend bool operator!=(const Device& a, const Device& b) noexcept { return a.state_ != b.state_; }

  /// For the runtime's own classes.
  explicit Device(std::shared_ptr<runtime::DeviceState> state) noexcept : state_(std::move(state)) {}
  /// For the runtime's own classes.
  const std::shared_ptr<runtime::DeviceState>& state() const noexcept { return state_; }

 private:
  std::shared_ptr<runtime::DeviceState> state_;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_RUNTIME_DEVICE_HPP
