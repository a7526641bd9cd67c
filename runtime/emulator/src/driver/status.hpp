// The emulated device's result codes. A function of the driver interface returns only a number; error_text() returns
// the text for it later. Instead of a fixed list of codes, each failure gets a new number, so that its text can name
// the addresses, sizes and kernels of that one failure.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <string>

#include "drivers/driver.hpp"
#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::emulator {

/// All functions are thread safe. Only the latest kKept failures are kept, so that the memory of a program that causes
/// failures without end stays bounded.
class Failures {
 public:
  /// Stores a failure and returns its new status.
  runtime::Status add(ErrorCode kind, std::string text, runtime::KernelFault fault = runtime::KernelFault::none);
  /// The text of a status that add() returned. If the failure is no longer kept, the text has only the number.
  std::string text(runtime::Status status) const;
  /// The kind of a status that add() returned; `driver_failure` if the failure is no longer kept.
  ErrorCode kind(runtime::Status status) const;
  /// What stopped the kernel, if the failure is that of a launch; `none` for other failures, and if it is not kept.
  runtime::KernelFault fault(runtime::Status status) const;

 private:
  struct Failure {
    ErrorCode kind;
    std::string text;
    runtime::KernelFault fault;
  };
  const Failure* find(runtime::Status status) const;

  static constexpr std::size_t kKept = 4096;
  mutable std::mutex mutex_;
  std::deque<Failure> failures_;
  runtime::Status first_ = 1;  ///< the status of the oldest failure in failures_
};

}  // namespace rocm_bindgen::emulator
