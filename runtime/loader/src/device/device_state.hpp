#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cache/module_cache.hpp"
#include "drivers/driver.hpp"
#include "rtc/compiled_modules.hpp"

namespace rocm_bindgen::runtime {

/// A device in use. Everything made on it shares its ownership; its end unloads the modules and gives the context back.
struct DeviceState {
  /// Claims the device. Throws no_device with the devices that there are.
  DeviceState(std::shared_ptr<Driver> driver, int ordinal);
  DeviceState(const DeviceState&) = delete;
  DeviceState& operator=(const DeviceState&) = delete;
  ~DeviceState();

  std::shared_ptr<Driver> driver;
  DeviceInfo info;
  ContextHandle context = nullptr;
  CompiledModules compiled;  ///< behind the cache, which refers to them, when the device ends
  ModuleCache modules;
};

/// What the driver says of a device. Throws no_device with how many there are.
DeviceInfo read_info(Driver& driver, int ordinal);

/// "device 0 (AMD Instinct MI210, gfx90a:sramecc+:xnack-)"
std::string described(const DeviceInfo& info);

/// What a stream, event or buffer is of. Throws bad_argument for one that was moved from.
DeviceState& owner_of(const std::shared_ptr<DeviceState>& state);

/// Throws what the driver reported while `doing` something: "loading module 'unary'".
[[noreturn]] void throw_driver_error(const DeviceState& device, Status status, const std::string& doing);

/// Makes a device current in this thread for as long as it lives, and then what was current before. Throws after_fork,
/// or the driver's error.
class DeviceScope {
 public:
  explicit DeviceScope(DeviceState& device);
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;
  ~DeviceScope() { device_.driver->leave_device(device_.context, previous_); }

 private:
  DeviceState& device_;
  ContextHandle previous_ = nullptr;
};

/// For destructors: calls `release` with the device current, if there still is a driver. A failure is logged, as
/// "`doing` on device 0 (...): ...", and what was to be released is left to the driver.
void give_back(DeviceState& device, const char* doing, const std::function<Status(Driver&)>& release) noexcept;

}  // namespace rocm_bindgen::runtime
