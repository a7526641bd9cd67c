// The two ends of a driver's life that are not ours to choose: a fork, which leaves the child a driver that does not
// work, and the exit of the process, after which it is gone.
#pragma once

#include <atomic>

namespace rocm_bindgen::runtime {

/// Around the opening of drivers: from begin_driver() on, a child of a fork is refused, also while the driver starts;
/// no_driver() takes that back where there is none with a device.
void begin_driver();
void no_driver();

/// To be called once a driver has been initialised, so that its own exit handlers run after ours.
void watch_exit();

/// Set in a child of a process that had begun to start a driver.
extern std::atomic<bool> forked;

[[noreturn]] void throw_after_fork();

/// Throws after_fork in such a child. On every hot path, so it costs a load and a branch.
inline void refuse_after_fork() {
  if (forked.load(std::memory_order_relaxed)) throw_after_fork();
}

/// True when the driver must not be called any more, not even to give things back.
bool driver_is_gone() noexcept;

}  // namespace rocm_bindgen::runtime
