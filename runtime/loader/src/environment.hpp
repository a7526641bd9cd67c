// The only place where the runtime and the emulator read environment variables. A test searches their sources for other
// readers.
//
// A program with raised privileges must not use its caller's environment: variables such as ROCM_BINDGEN_HIP_LIBRARY
// name libraries that are loaded into the process.
#pragma once

#include <cstdlib>
#include <string>
#if defined(__linux__)
#include <sys/auxv.h>
#else
#include <unistd.h>
#endif

namespace rocm_bindgen::runtime {

/// Whether this program has more privileges than the user who started it, because of a set-user-ID bit, a set-group-ID
/// bit or file capabilities. In that case the environment is under the control of an untrusted user, and variables that
/// name libraries and files would give that user the program's privileges.
inline bool has_raised_rights() noexcept {
#if defined(__linux__)
  return getauxval(AT_SECURE) != 0;
#else
  return issetugid() != 0;  // macOS, the BSDs
#endif
}

/// Returns null if the variable is not set, and always in a program with raised privileges. This is what glibc's
/// secure_getenv() does, which other C libraries may lack.
inline const char* find_variable(const char* name) noexcept {
#if defined(__GLIBC__)
  return secure_getenv(name);
#else
  return has_raised_rights() ? nullptr : std::getenv(name);
#endif
}

/// The value of an environment variable; empty if find_variable() returns null.
inline std::string environment(const char* name) {
  const char* value = find_variable(name);
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace rocm_bindgen::runtime
