#pragma once

#include <cstdint>
#include <ctime>

namespace rocm_bindgen::build {

/// As one number: since 1970, of the times of files and clocks.
inline std::int64_t nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

}  // namespace rocm_bindgen::build
