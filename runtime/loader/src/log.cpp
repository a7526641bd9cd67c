#include "log.hpp"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string_view>

#include "environment.hpp"

namespace rocm_bindgen {
namespace {

struct Listener {
  LogCallback callback;
  void* user;
};

void print(int level, const char* message, void*) {
  const char* names[] = {"error", "info", "debug"};
  std::fprintf(stderr, "rocm_bindgen: %s: %s\n", names[level], message);
}

LogLevel level_from_environment() {
  const char* value = runtime::find_variable("ROCM_BINDGEN_LOG");
  const std::string_view name = value == nullptr ? "" : value;
  if (name == "info") return LogLevel::info;
  if (name == "debug") return LogLevel::debug;
  if (!name.empty() && name != "error")
    std::fprintf(stderr, "rocm_bindgen: error: ROCM_BINDGEN_LOG='%s' is not one of error, info and debug\n", value);
  return LogLevel::error;
}

std::atomic<LogLevel>& level() {
  static std::atomic<LogLevel> current{level_from_environment()};
  return current;
}

// The mutex is never destroyed, because destructors of the program's static objects may log.
std::mutex& listener_mutex() {
  static auto* mutex = new std::mutex;
  return *mutex;
}
Listener current_listener{print, nullptr};

}  // namespace

void set_log_callback(LogCallback callback, void* user) noexcept {
  const std::lock_guard lock(listener_mutex());
  current_listener = callback == nullptr ? Listener{print, nullptr} : Listener{callback, user};
}

void set_log_level(LogLevel new_level) noexcept {
  level().store(new_level, std::memory_order_relaxed);
}

namespace runtime {

bool logs(LogLevel wanted) noexcept {
  return wanted <= level().load(std::memory_order_relaxed);
}

void log(LogLevel wanted, const std::string& message) noexcept {
  if (!logs(wanted)) return;
  Listener listener;
  {
    const std::lock_guard lock(listener_mutex());
    listener = current_listener;
  }
  listener.callback(static_cast<int>(wanted), message.c_str(), listener.user);
}

}  // namespace runtime
}  // namespace rocm_bindgen
