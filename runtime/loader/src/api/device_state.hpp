#pragma once

#include <memory>

#include "cache/module_cache.hpp"
#include "device/claimed_device.hpp"
#include "rtc/compiled_modules.hpp"

namespace rocm_bindgen::runtime {

/// An open device. Everything made on the device shares its ownership. The destructor unloads the modules and releases
/// the context.
struct DeviceState : ClaimedDevice {
  /// Opens the device. Throws Error: no_device with the number of devices, or what the driver reports.
  DeviceState(const std::shared_ptr<Driver>& driver, int ordinal);
  DeviceState(const DeviceState&) = delete;
  DeviceState& operator=(const DeviceState&) = delete;
  ~DeviceState();

  /// Declared before `modules`, and so destroyed after it, because `modules` refers to these modules.
  CompiledModules compiled;
  ModuleCache modules;
};

/// The device of a stream, event, graph or buffer. Throws Error(bad_argument) if the object was moved from.
DeviceState& owner_of(const std::shared_ptr<DeviceState>& state);

}  // namespace rocm_bindgen::runtime
