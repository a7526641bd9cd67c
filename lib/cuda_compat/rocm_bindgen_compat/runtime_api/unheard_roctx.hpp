// ROCTX's functions for programs without a profiler library. They keep track of ranges and report nothing.
#pragma once

#ifdef __cplusplus

#include <cstdint>

using roctx_range_id_t = std::uint64_t;

namespace rocm_bindgen {

/// The number of open ranges of this thread.
inline int& open_ranges() {
  static thread_local int depth = 0;
  return depth;
}

}  // namespace rocm_bindgen

inline void roctxMarkA(const char*) {}

/// Returns the level of the new range, 0 for the outermost.
inline int roctxRangePushA(const char*) {
  return rocm_bindgen::open_ranges()++;
}

/// Returns the level of the range that ends, or a negative number if none is open.
inline int roctxRangePop() {
  auto& depth = rocm_bindgen::open_ranges();
  return depth == 0 ? -1 : --depth;
}

inline roctx_range_id_t roctxRangeStartA(const char*) {
  static roctx_range_id_t last = 0;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

inline void roctxRangeStop(roctx_range_id_t) {}

#else

#include <stdint.h>

typedef uint64_t roctx_range_id_t;

// Weak, so that all sources of a program share them.
__attribute__((weak)) __thread int rocm_bindgen_open_ranges;
__attribute__((weak)) roctx_range_id_t rocm_bindgen_last_range;

static inline void roctxMarkA(const char* message) {
  (void)message;
}
static inline int roctxRangePushA(const char* message) {
  (void)message;
  return rocm_bindgen_open_ranges++;
}
static inline int roctxRangePop(void) {
  return rocm_bindgen_open_ranges == 0 ? -1 : --rocm_bindgen_open_ranges;
}
static inline roctx_range_id_t roctxRangeStartA(const char* message) {
  (void)message;
  return __atomic_add_fetch(&rocm_bindgen_last_range, 1, __ATOMIC_RELAXED);
}
static inline void roctxRangeStop(roctx_range_id_t range) {
  (void)range;
}

#endif

#define roctxMark(message) roctxMarkA(message)
#define roctxRangePush(message) roctxRangePushA(message)
#define roctxRangeStart(message) roctxRangeStartA(message)
