// Guards against driver calls that must not happen: after a fork, since drivers do not work in the child, and while the
// process exits, when the driver may already be unloaded.
//
// A fork handler (pthread_atfork) marks the child of a process that had started a driver, and an exit handler marks the
// exit of the process. In a forked child, functions of the API throw; destructors ask driver_is_gone() and then release
// nothing.
#pragma once

#include <atomic>

namespace rocm_bindgen::runtime {

/// To be called around the opening of drivers. begin_driver() marks the process, so that a child forked from then on is
/// refused, also while the driver is still starting. no_driver() reverts the mark if no driver with a device was found.
void begin_driver();
void no_driver();

/// To be called once a driver is initialised. Exit handlers run in reverse order of registration, so ours then runs
/// before the driver's.
void watch_exit();

/// True in a child that was forked after its parent began to start a driver.
extern std::atomic<bool> forked;

/// Throws Error with ErrorCode::after_fork.
[[noreturn]] void throw_after_fork();

/// Throws Error with ErrorCode::after_fork in a forked child. Called on every hot path; it costs one load and one
/// branch.
inline void refuse_after_fork() {
  if (forked.load(std::memory_order_relaxed)) throw_after_fork();
}

/// Whether the driver must not be called any more, not even to release resources.
bool driver_is_gone() noexcept;

}  // namespace rocm_bindgen::runtime
