#include "process_guard.hpp"

#include <cstdlib>
#include <mutex>
#include <pthread.h>

#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::runtime {

std::atomic<bool> forked{false};

namespace {

std::atomic<bool> started{false};
std::atomic<bool> exiting{false};

}  // namespace

void begin_driver() {
  static std::once_flag once;
  std::call_once(once, [] {
    pthread_atfork(nullptr, nullptr, [] {
      if (started.load(std::memory_order_relaxed)) forked.store(true, std::memory_order_relaxed);
    });
  });
  started.store(true, std::memory_order_relaxed);
}

void no_driver() {
  started.store(false, std::memory_order_relaxed);
}

void watch_exit() {
  static std::once_flag once;
  std::call_once(once, [] { std::atexit([] { exiting.store(true, std::memory_order_relaxed); }); });
}

void throw_after_fork() {
  throw Error(ErrorCode::after_fork,
              "this process was forked after a GPU driver was started in its parent; drivers do not survive a fork: "
              "fork before the first use of a device, or start a new program (exec)");
}

bool driver_is_gone() noexcept {
  return forked.load(std::memory_order_relaxed) || exiting.load(std::memory_order_relaxed);
}

}  // namespace rocm_bindgen::runtime
