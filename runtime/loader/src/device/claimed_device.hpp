#pragma once

#include <functional>
#include <memory>
#include <string>

#include "drivers/driver.hpp"

namespace rocm_bindgen::runtime {

/// A device of a driver, and the context that is held of it.
struct ClaimedDevice {
  std::shared_ptr<Driver> driver;
  DeviceInfo info;
  ContextHandle context = nullptr;
};

/// What the driver says of a device. Throws no_device with how many there are.
DeviceInfo read_info(Driver& driver, int ordinal);

/// "device 0 (AMD Instinct MI210, gfx90a:sramecc+:xnack-)"
std::string described(const DeviceInfo& info);

/// Throws what the driver reported while `doing` something: "loading module 'unary'".
[[noreturn]] void throw_driver_error(const ClaimedDevice& device, Status status, const std::string& doing);

/// Makes a device current in this thread for as long as it lives, and then what was current before. Throws after_fork,
/// or the driver's error.
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

/// For destructors: calls `release` with the device current, if there still is a driver. A failure is logged, as
/// "`doing` on device 0 (...): ...", and what was to be released is left to the driver.
void give_back(ClaimedDevice& device, const char* doing, const std::function<Status(Driver&)>& release) noexcept;

}  // namespace rocm_bindgen::runtime
