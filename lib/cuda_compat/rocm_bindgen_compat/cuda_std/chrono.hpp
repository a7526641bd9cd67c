// cuda::std's <chrono>: std's durations, and clocks that also work on a device.
#pragma once

#include <chrono>
#include <time.h>

#include <hip/hip_runtime.h>

#include "rocm_bindgen_compat/cuda_std/std.hpp"
#include "rocm_bindgen_compat/language/steady_counter.hpp"

namespace rocm_bindgen::detail {

/// Nanoseconds since an epoch: 1970 on the host, the start of the counter on a device.
__host__ __device__ inline long long nanoseconds() {
#if defined(__HIP_DEVICE_COMPILE__)
  return static_cast<long long>(steady_nanoseconds());
#else
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
#endif
}

}  // namespace rocm_bindgen::detail

namespace cuda {
namespace std {
namespace chrono {

using namespace ::std::chrono;

struct system_clock {
  using duration = ::std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = ::std::chrono::time_point<system_clock>;
  static constexpr bool is_steady = false;
  __host__ __device__ static time_point now() { return time_point(duration(rocm_bindgen::detail::nanoseconds())); }
};
// libcu++ has no monotonic clock either: there, too, high_resolution_clock is the system clock. steady_clock is defined
// because a program would otherwise get std's, whose now() cannot be called on a device.
using high_resolution_clock = system_clock;
using steady_clock = system_clock;

}  // namespace chrono
}  // namespace std
}  // namespace cuda
