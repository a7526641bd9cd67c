// Log messages of the runtime. Errors are thrown rather than logged, except those that occur in destructors.
#ifndef ROCM_BINDGEN_LOG_HPP
#define ROCM_BINDGEN_LOG_HPP

#include "rocm_bindgen/export.h"

namespace rocm_bindgen {

/// How much is logged. Each level includes the levels before it.
enum class LogLevel : int {
  error = 0,  ///< failures that cannot be thrown
  info = 1,   ///< drivers and devices opened; modules loaded and unloaded
  debug = 2,  ///< first look-ups of kernels; launches
};

/// Receives one message. It may be called from any thread, and by several threads at the same time. It must not throw,
/// and must not call the runtime, which may hold locks. `level` is a LogLevel (an int, so that C has the same type);
/// `message` does not end in a newline.
using LogCallback = void (*)(int level, const char* message, void* user);

/// Sends messages to `callback`, which gets `user` as its last argument; null restores the default, standard error. A
/// message that another thread is logging meanwhile may still reach the previous callback, so this callback and its
/// `user` must stay valid until all calls of the runtime that have already begun have returned. Thread safe.
ROCM_BINDGEN_API void set_log_callback(LogCallback callback, void* user) noexcept;

/// Sets the level, overriding the environment variable ROCM_BINDGEN_LOG (error, info or debug; error if it is not set).
/// Thread safe.
ROCM_BINDGEN_API void set_log_level(LogLevel level) noexcept;

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_LOG_HPP
