// The emulated device. A process has one, which is opened when a HIP function first needs it and closed when the
// process exits.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <vector>

#include "core/failure.hpp"
#include "core/hip_types.hpp"
#include "drivers/driver.hpp"

namespace rocm_bindgen::hip {

/// What the device needs from the program's registered fat binaries (program/program.hpp). It gets pointers to
/// functions because program/ depends on this file, and not the other way round.
struct RegisteredCode {
  /// Returns the targets of the registered code, in the order of registration.
  std::vector<std::string> (*targets)() = nullptr;
  /// Unloads all registered code from the device.
  void (*unload)() = nullptr;
};
void set_registered_code(const RegisteredCode& functions);

class Device {
 public:
  /// Opens the device at the first call. Throws Failure if it cannot be opened, if the process is exiting, and in a
  /// process that was forked after its parent opened the device. Functions of HIP that only have to fail in these cases
  /// ignore the result.
  static Device& get();
  /// Returns the device without opening it: null before the first get(), when the process exits, and in a process that
  /// was forked.
  static Device* opened();

  runtime::Driver& driver() { return *driver_; }
  const DeviceInfo& info() const { return info_; }
  /// With ROCM_BINDGEN_EMULATOR_SYNC=1, the work of a call is done when the call returns.
  bool synchronous() const { return synchronous_; }

  /// Throws Failure with the driver's explanation unless `status` is a success. If `what` is not empty, the message
  /// begins with it.
  void check(runtime::Status status, const std::string& what = {});

  /// A kernel's failure makes every later call that needs the device fail, as in CUDA and HIP, until hipDeviceReset().
  void set_fault(hipError_t code);
  hipError_t fault() const { return fault_; }
  void clear_fault() { fault_.store(hipSuccess); }

 private:
  Device(std::unique_ptr<runtime::Driver> driver, DeviceInfo info);
  static Device* open();
  static void close();
  void check_process() const;

  std::unique_ptr<runtime::Driver> driver_;
  DeviceInfo info_;
  bool synchronous_ = false;
  pid_t process_ = 0;  ///< the one that opened the device; a forked process has none of its threads
  std::atomic<hipError_t> fault_{hipSuccess};
};

/// Throws Failure(hipErrorInvalidDevice) unless `ordinal` is 0, the number of the only device.
void check_ordinal(int ordinal);

}  // namespace rocm_bindgen::hip
