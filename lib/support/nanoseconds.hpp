#pragma once

#include <cstdint>
#include <ctime>

namespace rocm_bindgen::build {

/// A time of a file or clock as one number, in nanoseconds since its epoch.
inline std::int64_t nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

}  // namespace rocm_bindgen::build
