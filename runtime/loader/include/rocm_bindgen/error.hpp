// The exception type of the runtime.
#ifndef ROCM_BINDGEN_ERROR_HPP
#define ROCM_BINDGEN_ERROR_HPP

#include <stdexcept>
#include <string>

#include "rocm_bindgen/export.h"

// A program with the old layout of std::string would link with the library and read garbage.
#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#error "The rocm_bindgen runtime is built with _GLIBCXX_USE_CXX11_ABI=1; programs with the old ABI can use its C API"
#endif

namespace rocm_bindgen {

/// The kind of a failure, for programs; the message is for people. The numbers are those of the C API and never change.
enum class ErrorCode : int {
  no_driver = 1,        ///< no GPU driver library could be opened, or the selected one could not
  bad_driver = 2,       ///< the library lacks a required symbol, or is older than the oldest supported version
  no_device = 3,        ///< the driver has no device, or none with that ordinal
  no_code_object = 4,   ///< the module has no code object that the device can run
  bad_code_object = 5,  ///< a code object is missing, truncated, corrupt, or not for the target it names
  unknown_kernel = 6,   ///< the module has no kernel with that name
  bad_argument = 7,     ///< a value that the call does not accept, kernel arguments included
  bad_launch = 8,       ///< a grid, workgroup or LDS size that is zero or exceeds a limit of the device or kernel
  out_of_memory = 9,    ///< device memory or pinned host memory is exhausted
  device_lost = 10,     ///< the device no longer answers this process: a kernel faulted, or it was reset
  driver_failure = 11,  ///< any other failure reported by the driver
  unsupported = 12,     ///< the driver does not have the requested function
  after_fork = 13,      ///< the process was forked after the driver was started
  no_compiler = 14,     ///< no library for compilation at run time could be opened, or it does not support the device
  compile_failed = 15,  ///< the source has errors; the message contains the compiler's messages
};

/// Thrown for every failure of the runtime. Exceptions of the standard library, such as std::bad_alloc, may be thrown
/// as well. `what()` is a complete message: what was being done, on which device, module and kernel, what the driver
/// reported, and what would help.
class ROCM_BINDGEN_API Error : public std::runtime_error {
 public:
  /// Makes an error that did not come from the driver.
  Error(ErrorCode code, const std::string& message);
  /// Makes an error that the driver reported: `driver_code` is the driver's error number, `driver_text` its name and
  /// description.
  Error(ErrorCode code, const std::string& message, int driver_code, std::string driver_text);
  Error(const Error&) = default;
  Error& operator=(const Error&) = default;
  ~Error() override;

  /// The kind of the failure.
  ErrorCode code() const noexcept { return code_; }
  /// The driver's error number; 0 if the error did not come from the driver.
  int driver_code() const noexcept { return driver_code_; }
  /// The driver's name and description, "hipErrorOutOfMemory: out of memory"; empty if the error did not come from the
  /// driver.
  const std::string& driver_text() const noexcept { return driver_text_; }

 private:
  ErrorCode code_;
  int driver_code_ = 0;
  std::string driver_text_;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_ERROR_HPP
