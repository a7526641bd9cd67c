// The one way by which the runtime and the emulator read environment variables.
#pragma once

#include <cstdlib>
#include <string>
#if defined(__linux__)
#include <sys/auxv.h>
#else
#include <unistd.h>
#endif

namespace rocm_bindgen::runtime {

/// Has this program more rights than whoever started it: by a set-user-ID or set-group-ID bit, or by file capabilities?
/// Then the variables are a stranger's, and those that name libraries and files would lend the program's rights to
/// them.
inline bool has_raised_rights() noexcept {
#if defined(__linux__)
  return getauxval(AT_SECURE) != 0;
#else
  return issetugid() != 0;  // macOS, the BSDs
#endif
}

/// Null if the variable is not set, and always in a program with raised rights: what glibc's secure_getenv() does,
/// which not every C library has.
inline const char* find_variable(const char* name) noexcept {
#if defined(__GLIBC__)
  return secure_getenv(name);
#else
  return has_raised_rights() ? nullptr : std::getenv(name);
#endif
}

/// An environment variable's value; empty where find_variable() has none.
inline std::string environment(const char* name) {
  const char* value = find_variable(name);
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace rocm_bindgen::runtime
