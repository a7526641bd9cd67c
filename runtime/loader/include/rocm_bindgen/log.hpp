// What the runtime tells while it works. Errors are thrown, not logged, but for those in destructors.
#ifndef ROCM_BINDGEN_LOG_HPP
#define ROCM_BINDGEN_LOG_HPP

#include "rocm_bindgen/export.h"

namespace rocm_bindgen {

/// Each level includes those before it.
enum class LogLevel : int {
  error = 0,  ///< what failed where nothing can be thrown
  info = 1,   ///< drivers, devices, modules loaded and unloaded
  debug = 2,  ///< kernels looked up for the first time, launches
};

/// Called for each message, from any thread, several at a time; must neither throw
/// nor call the runtime, which may hold locks. `level` is a LogLevel (an int, so that C
/// has the same type); `message` has no newline at its end.
using LogCallback = void (*)(int level, const char* message, void* user);

/// Sends messages to `callback` with `user`; null: back to standard error. Takes effect for messages that begin later.
ROCM_BINDGEN_API void set_log_callback(LogCallback callback, void* user) noexcept;

/// Overrides ROCM_BINDGEN_LOG (error, info or debug; error if it is not set).
ROCM_BINDGEN_API void set_log_level(LogLevel level) noexcept;

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_LOG_HPP
