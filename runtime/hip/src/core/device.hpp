// The one device of the process: opened when it is first needed, and closed when the process exits.
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

/// What the device needs of the code that the program registered. Functions, because that code is built on the device.
struct RegisteredCode {
  /// The targets that there is code for, in the order in which it was registered.
  std::vector<std::string> (*targets)() = nullptr;
  /// Unloads all of it.
  void (*unload)() = nullptr;
};
void set_registered_code(const RegisteredCode& functions);

class Device {
 public:
  /// Opens it at the first call. Throws Failure where there is none, or where the process is exiting.
  static Device& get();
  /// Null before it was opened, from the process's exit on, and in a process that was forked.
  static Device* opened();

  runtime::Driver& driver() { return *driver_; }
  const DeviceInfo& info() const { return info_; }
  /// ROCM_BINDGEN_EMULATOR_SYNC=1: everything is done when the call returns.
  bool synchronous() const { return synchronous_; }

  /// Throws Failure with the driver's explanation unless `status` is a success.
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
  pid_t process_ = 0;  ///< that opened it: a forked one has its memory, and none of its threads
  std::atomic<hipError_t> fault_{hipSuccess};
};

/// Throws Failure(hipErrorInvalidDevice) unless it is the device's number.
void check_ordinal(int ordinal);

}  // namespace rocm_bindgen::hip
