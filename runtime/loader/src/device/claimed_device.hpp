#pragma once

#include <functional>
#include <memory>
#include <string>

#include "drivers/driver.hpp"

namespace rocm_bindgen::runtime {

/// A device of a driver, with the context that is held while the device is open.
struct ClaimedDevice {
  std::shared_ptr<Driver> driver;
  DeviceInfo info;
  ContextHandle context = nullptr;
};

/// Reads the properties of a device from the driver. Throws Error(no_device), with the number of devices, if it does
/// not exist.
DeviceInfo read_info(Driver& driver, int ordinal);

/// "device 0 (AMD Instinct MI210, gfx90a:sramecc+:xnack-)"
std::string described(const DeviceInfo& info);

/// Throws what the driver reported while `doing` something: "loading module 'unary'".
[[noreturn]] void throw_driver_error(const ClaimedDevice& device, Status status, const std::string& doing);

/// Makes a device current in this thread, and restores what was current before when destroyed. The constructor throws
/// Error: after_fork, or what the driver reports.
class DeviceScope {
 public:
  explicit DeviceScope(ClaimedDevice& device);
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;
  ~DeviceScope() { device_.driver->leave_device(device_.context, previous_); }

 private:
  ClaimedDevice& device_;
  ContextHandle previous_ = nullptr;
};

/// For destructors: calls `release` with the device current, unless the driver must not be called any more. A failure
/// is logged as "`doing` on device 0 (...): ...", and the resource is left to the driver.
void give_back(ClaimedDevice& device, const char* doing, const std::function<Status(Driver&)>& release) noexcept;

}  // namespace rocm_bindgen::runtime
