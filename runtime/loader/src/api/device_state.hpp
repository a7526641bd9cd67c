#pragma once

#include <memory>

#include "cache/module_cache.hpp"
#include "device/claimed_device.hpp"
#include "rtc/compiled_modules.hpp"

namespace rocm_bindgen::runtime {

/// A device in use. Everything made on it shares its ownership; its end unloads the modules and gives the context back.
struct DeviceState : ClaimedDevice {
  /// Claims the device. Throws no_device with the devices that there are.
  DeviceState(const std::shared_ptr<Driver>& driver, int ordinal);
  DeviceState(const DeviceState&) = delete;
  DeviceState& operator=(const DeviceState&) = delete;
  ~DeviceState();

  CompiledModules compiled;  ///< behind the cache, which refers to them, when the device ends
  ModuleCache modules;
};

/// What a stream, event or buffer is of. Throws bad_argument for one that was moved from.
DeviceState& owner_of(const std::shared_ptr<DeviceState>& state);

}  // namespace rocm_bindgen::runtime
