// Checks that print the source line of a failure and end the program. In the cases, variables that a call must set
// begin with 77, and arguments of 77 are numbers that no enumerator has; any other such number would do.
#pragma once

#include <cstdio>
#include <cstdlib>

#include <hip/hip_runtime.h>

#define CHECK(condition)                                                    \
  do {                                                                      \
    if (!(condition)) {                                                     \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                         \
    }                                                                       \
  } while (false)

#define HIP_CHECK(call)                                                                              \
  do {                                                                                               \
    if (const hipError_t what_it_gave = (call); what_it_gave != hipSuccess) {                        \
      std::printf("%s:%d: %s gives %s\n", __FILE__, __LINE__, #call, hipGetErrorName(what_it_gave)); \
      std::exit(1);                                                                                  \
    }                                                                                                \
  } while (false)

#define HIP_FAILS(code, call)                                                                               \
  do {                                                                                                      \
    if (const hipError_t what_it_gave = (call); what_it_gave != (code)) {                                   \
      std::printf("%s:%d: %s gives %s, not %s\n", __FILE__, __LINE__, #call, hipGetErrorName(what_it_gave), \
                  hipGetErrorName(code));                                                                   \
      std::exit(1);                                                                                         \
    }                                                                                                       \
  } while (false)

/// Zeros in memory that host and device use.
template <class T>
T* managed(size_t count) {
  T* memory = nullptr;
  HIP_CHECK(hipMallocManaged(&memory, count * sizeof(T)));
  for (size_t i = 0; i < count; ++i) memory[i] = 0;
  return memory;
}

/// With ROCM_BINDGEN_EMULATOR_SYNC=1 each call returns when its work is done, so no work may wait for a later call.
inline bool synchronous() {
  const char* const value = std::getenv("ROCM_BINDGEN_EMULATOR_SYNC");
  return value != nullptr && *value != '\0';
}
