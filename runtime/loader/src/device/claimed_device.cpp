#include "device/claimed_device.hpp"

#include "log.hpp"
#include "process_guard.hpp"

namespace rocm_bindgen::runtime {
namespace {

/// What a user can do about an error; empty if the driver's own text is enough.
std::string remedy(const DeviceInfo& info, ErrorCode kind, Status status) {
  // The emulated device has its own error numbers, and stays usable after a kernel's fault.
  if (info.driver == "emulated") return {};
  // The numbers of hipErrorStreamCapture... and CUDA_ERROR_STREAM_CAPTURE_... are the same.
  constexpr Status kFirstCaptureError = 900, kLastCaptureError = 908;
  if (status >= kFirstCaptureError && status <= kLastCaptureError)
    return "; a stream is being captured: allocate, load modules, wait and copy without a stream before "
           "begin_capture()";
  switch (kind) {
    case ErrorCode::device_lost:
      return "; a kernel that ran before faulted (an address out of bounds, most likely) or the device was reset: this "
             "process can no longer use the device";
    case ErrorCode::unsupported:
      return "; a newer driver may support it";
    default:
      return {};
  }
}
}  // namespace

DeviceInfo read_info(Driver& driver, int ordinal) {
  const int count = count_devices(driver);
  if (ordinal < 0 || ordinal >= count)
    throw Error(ErrorCode::no_device,
                "device " + std::to_string(ordinal) + " does not exist: '" + driver.library() + "' has " +
                    std::to_string(count) +
                    (count == 0 ? "; check that the device's kernel driver is loaded and that this user may use it"
                                : ", numbered from 0"));
  DeviceInfo info;
  info.ordinal = ordinal;
  info.driver = driver.name();
  info.driver_version = driver.version();
  if (const Status status = driver.device_info(ordinal, info); status != kSuccess)
    throw Error(driver.error_kind(status),
                "reading the properties of device " + std::to_string(ordinal) + " through '" + driver.library() +
                    "': " + driver.error_text(status),
                status, driver.error_text(status));
  return info;
}

std::string described(const DeviceInfo& info) {
  return "device " + std::to_string(info.ordinal) + " (" + info.name + ", " + info.arch + ")";
}

void throw_driver_error(const ClaimedDevice& device, Status status, const std::string& doing) {
  const auto& driver = *device.driver;
  const auto kind = driver.error_kind(status);
  const auto text = driver.error_text(status);
  throw Error(kind, doing + " on " + described(device.info) + ": " + text + remedy(device.info, kind, status),
              status == kNoSuchFunction ? 0 : status, text);
}

DeviceScope::DeviceScope(ClaimedDevice& device) : device_(device) {
  refuse_after_fork();
  if (const Status status = device.driver->enter_device(device.context, previous_); status != kSuccess)
    throw_driver_error(device, status, "making the context current");
}

void give_back(ClaimedDevice& device, const char* doing, const std::function<Status(Driver&)>& release) noexcept {
  if (driver_is_gone()) return;
  try {
    const DeviceScope scope(device);
    if (const Status status = release(*device.driver); status != kSuccess) throw_driver_error(device, status, doing);
  } catch (const std::exception& error) {
    log(LogLevel::error, error.what());
  }
}

}  // namespace rocm_bindgen::runtime
