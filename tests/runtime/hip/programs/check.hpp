// Checks that print the source line of a failure and end the program.
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
