// Shuffles, votes, matches and reductions for programs that mean waves, as HIP does (see wave_meaning.hpp). They
// replace the functions in warp.hpp.
//
// HIP's functions with a mask require a 64-bit mask for both wave sizes; it refers to the whole wave. A 32-bit mask can
// only come from CUDA code; it refers to a warp of 32 lanes, of which a wave of 64 contains two. All functions are
// templates in every parameter type, so that a program's own functions with these names take precedence.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

namespace rocm_bindgen::detail {

/// The number of lanes that a mask of type Mask describes.
template <class Mask>
ROCM_BINDGEN_DEVICE constexpr int lanes_of() {
  return sizeof(Mask) == sizeof(unsigned long long) ? static_cast<int>(rocm_bindgen_hip_warpSize) : kWarpLanes;
}

/// The width of a shuffle: the caller's argument, or all lanes if it is 0.
template <class Mask>
ROCM_BINDGEN_DEVICE inline int width_of(int width) {
  return width != 0 ? width : lanes_of<Mask>();
}

/// The value of lane `lane` of the wave, for values of any size.
template <class T>
ROCM_BINDGEN_DEVICE inline T any_from_wave_lane(T value, int lane) {
  struct {
    int words[(sizeof(T) + sizeof(int) - 1) / sizeof(int)];
  } padded = {};
  __builtin_memcpy(&padded, &value, sizeof value);
  padded = from_wave_lane(padded, lane);
  __builtin_memcpy(&value, &padded, sizeof value);
  return value;
}

/// The votes of the lanes that a mask of type Mask describes: those of the wave or of the caller's warp.
template <class Mask>
ROCM_BINDGEN_DEVICE inline auto votes_for(Mask mask, bool predicate) {
#if defined(__HIP_DEVICE_COMPILE__)
  constexpr int kNotEqual = 33;  // LLVM's predicate for a comparison of integers
  const unsigned long long votes = __builtin_amdgcn_uicmp(predicate, 0u, kNotEqual);
#else
  const unsigned long long votes = predicate;
#endif
  if constexpr (sizeof(Mask) == sizeof votes) {
    return votes & static_cast<unsigned long long>(mask);
  } else {
    return static_cast<unsigned>(votes >> warp_start()) & static_cast<unsigned>(mask);
  }
}

/// Combines the values of the masked lanes in lane order. The caller may be in any branch.
template <class Mask, class T, class Combine>
ROCM_BINDGEN_DEVICE inline T reduce_masked(Mask mask, T value, Combine combine) {
  const auto lanes = votes_for(mask, true);
  const int start = sizeof(Mask) == sizeof(unsigned long long) ? 0 : static_cast<int>(warp_start());
  bool is_first = true;
  T result = value;
  // All callers execute all rounds, because the value of a lane that had left the loop could not be read.
  for (int lane = 0; lane < lanes_of<Mask>(); ++lane) {
    const T other = any_from_wave_lane(value, start + lane);
    if ((lanes >> lane & 1u) == 0) continue;
    result = is_first ? other : combine(result, other);
    is_first = false;
  }
  return result;
}

}  // namespace rocm_bindgen::detail

// Defines a shuffle by the lane of the wave that it reads. `self` is the caller's lane and `width` is a power of two.
#define ROCM_BINDGEN_SHUFFLE(name, Lane, source)                                       \
  template <class Mask, class T>                                                       \
  ROCM_BINDGEN_DEVICE inline T name##_sync(Mask, T value, Lane lane, int width = 0) {  \
    width = rocm_bindgen::detail::width_of<Mask>(width);                               \
    const auto self = static_cast<int>(rocm_bindgen::detail::wave_lane());             \
    const auto other = static_cast<int>(lane);                                         \
    return rocm_bindgen::detail::any_from_wave_lane(value, source);                    \
  }                                                                                    \
  template <class T>                                                                   \
  ROCM_BINDGEN_DEVICE inline T rocm_bindgen##name(T value, Lane lane, int width = 0) { \
    return name##_sync(0ull, value, lane, width);                                      \
  }
ROCM_BINDGEN_SHUFFLE(__shfl, int, (self & ~(width - 1)) | (other & (width - 1)))
ROCM_BINDGEN_SHUFFLE(__shfl_up, unsigned, other > (self & (width - 1)) ? self : self - other)
ROCM_BINDGEN_SHUFFLE(__shfl_down, unsigned, other > width - 1 - (self & (width - 1)) ? self : self + other)
ROCM_BINDGEN_SHUFFLE(__shfl_xor, int, (self ^ other) > (self | (width - 1)) ? self : self ^ other)
#undef ROCM_BINDGEN_SHUFFLE

ROCM_BINDGEN_YIELDING_DEVICE unsigned long long __activemask() {
  return rocm_bindgen::detail::votes_for(~0ull, true);
}
ROCM_BINDGEN_YIELDING_DEVICE void __syncwarp() {
  rocm_bindgen::detail::order_warp_memory();
}
template <class Mask>
ROCM_BINDGEN_DEVICE inline void __syncwarp(Mask) {
  rocm_bindgen::detail::order_warp_memory();
}
template <class Mask>
ROCM_BINDGEN_DEVICE inline auto __ballot_sync(Mask mask, int predicate) {
  return rocm_bindgen::detail::votes_for(mask, predicate != 0);
}
template <class Mask>
ROCM_BINDGEN_DEVICE inline int __any_sync(Mask mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}
template <class Mask>
ROCM_BINDGEN_DEVICE inline int __all_sync(Mask mask, int predicate) {
  return __ballot_sync(mask, predicate == 0) == 0;
}
template <class Mask>
ROCM_BINDGEN_DEVICE inline int __uni_sync(Mask mask, int predicate) {
  return __all_sync(mask, predicate) != 0 || __any_sync(mask, predicate) == 0;
}
ROCM_BINDGEN_DEVICE inline unsigned long long rocm_bindgen__ballot(int predicate) {
  return __ballot_sync(~0ull, predicate);
}
ROCM_BINDGEN_DEVICE inline int rocm_bindgen__any(int predicate) {
  return __any_sync(~0ull, predicate);
}
ROCM_BINDGEN_DEVICE inline int rocm_bindgen__all(int predicate) {
  return __all_sync(~0ull, predicate);
}

template <class Mask, class T>
ROCM_BINDGEN_DEVICE inline auto __match_any_sync(Mask mask, T value) {
  // The same loop as in lanes_with_equal(), but its votes are those of the mask.
  const rocm_bindgen::detail::Words<T> words(value);
  bool found = false;
  auto equal = rocm_bindgen::detail::votes_for(mask, false);
  while (!found) {
    found = words.all_as_first_active();
    equal = rocm_bindgen::detail::votes_for(mask, found);
  }
  return equal;
}
template <class Mask, class T>
ROCM_BINDGEN_DEVICE inline auto __match_all_sync(Mask mask, T value, int* all_equal) {
  const auto equal = __match_any_sync(mask, value);
  *all_equal = equal == rocm_bindgen::detail::votes_for(mask, true);
  return *all_equal != 0 ? rocm_bindgen::detail::votes_for(mask, true) : decltype(equal)();
}

#define ROCM_BINDGEN_REDUCE(name, expression)                                                          \
  template <class Mask, class T>                                                                       \
  ROCM_BINDGEN_DEVICE inline T __reduce_##name##_sync(Mask mask, T value) {                            \
    return rocm_bindgen::detail::reduce_masked(mask, value, [](T a, T b) -> T { return expression; }); \
  }
ROCM_BINDGEN_REDUCE(add, static_cast<T>(static_cast<unsigned long long>(a) + static_cast<unsigned long long>(b)))
ROCM_BINDGEN_REDUCE(min, a < b ? a : b)
ROCM_BINDGEN_REDUCE(max, a < b ? b : a)
ROCM_BINDGEN_REDUCE(and, a& b)
ROCM_BINDGEN_REDUCE(or, a | b)
ROCM_BINDGEN_REDUCE(xor, a ^ b)
#undef ROCM_BINDGEN_REDUCE
