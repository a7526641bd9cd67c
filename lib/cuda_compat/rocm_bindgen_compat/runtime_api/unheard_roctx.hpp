// ROCTX's functions for programs without a profiler library. They keep track of ranges and report nothing.
#pragma once

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

#define roctxMark(message) roctxMarkA(message)
#define roctxRangePush(message) roctxRangePushA(message)
#define roctxRangeStart(message) roctxRangeStartA(message)
