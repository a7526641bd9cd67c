// The one exception type of the runtime.
#ifndef ROCM_BINDGEN_ERROR_HPP
#define ROCM_BINDGEN_ERROR_HPP

#include <stdexcept>
#include <string>

#include "rocm_bindgen/export.h"

// With the old layout of std::string a program would link and read garbage.
#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#error "The rocm_bindgen runtime is built with _GLIBCXX_USE_CXX11_ABI=1; programs with the old ABI can use its C API"
#endif

namespace rocm_bindgen {

/// What kind of thing went wrong, for programs; the message is for people. The numbers are those of the C API and stay.
enum class ErrorCode : int {
  no_driver = 1,        ///< no GPU driver library could be opened, or the one asked for could not
  bad_driver = 2,       ///< the library lacks a required symbol, or is older than what is supported
  no_device = 3,        ///< the driver has no device, or none of that ordinal
  no_code_object = 4,   ///< the module has no code object that the device can run
  bad_code_object = 5,  ///< a code object is truncated, corrupt, or not for the target it names
  unknown_kernel = 6,   ///< the module has no kernel of that name
  bad_argument = 7,     ///< a value that the call cannot take; kernel arguments included
  bad_launch = 8,       ///< a grid, workgroup or LDS size that is zero or beyond the device's or kernel's limit
  out_of_memory = 9,    ///< of the device or of pinned host memory
  device_lost = 10,     ///< the device no longer answers this process: a kernel faulted, or it was reset
  driver_failure = 11,  ///< any other failure that the driver reports
  unsupported = 12,     ///< this driver has no such function
  after_fork = 13,      ///< the process was forked after the driver was started
  no_compiler = 14,     ///< no library that compiles at run time could be opened, or none for the device
  compile_failed = 15,  ///< a source has errors; the message has the compiler's
};

/// Every failure of the runtime. `what()` is a whole message: what was being done, on which device, module and kernel,
/// what the driver said, and what would help.
class ROCM_BINDGEN_API Error : public std::runtime_error {
 public:
  /// One in which the driver had no part.
  Error(ErrorCode code, const std::string& message);
  /// One that the driver reported: `driver_code` is its number, `driver_text` its name and text for it.
  Error(ErrorCode code, const std::string& message, int driver_code, std::string driver_text);
  Error(const Error&) = default;
  Error& operator=(const Error&) = default;
  ~Error() override;

  /// What kind of thing went wrong.
  ErrorCode code() const noexcept { return code_; }
  /// The driver's error number; 0 if the driver had no part in it.
  int driver_code() const noexcept { return driver_code_; }
  /// "hipErrorOutOfMemory: out of memory"; empty if the driver had no part in it.
  const std::string& driver_text() const noexcept { return driver_text_; }

 private:
  ErrorCode code_;
  int driver_code_ = 0;
  std::string driver_text_;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_ERROR_HPP
