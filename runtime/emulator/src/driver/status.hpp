// The emulated device's result codes: each failure gets a number of its own, so that its text can say all there is to
// say.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <string>

#include "drivers/driver.hpp"
#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::emulator {

/// Thread safe. Of a program that provokes failures without end the latest are kept.
class Failures {
 public:
  /// A new status with this text.
  runtime::Status add(ErrorCode kind, std::string text);
  std::string text(runtime::Status status) const;
  ErrorCode kind(runtime::Status status) const;

 private:
  struct Failure {
    ErrorCode kind;
    std::string text;
  };
  const Failure* find(runtime::Status status) const;

  static constexpr std::size_t kKept = 4096;
  mutable std::mutex mutex_;
  std::deque<Failure> failures_;
  runtime::Status first_ = 1;  ///< status of the oldest one kept
};

}  // namespace rocm_bindgen::emulator
