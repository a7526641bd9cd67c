// CUDA's warps on AMD's waves: votes, shuffles, matches and reductions.
//
// A warp has 32 lanes on every device, because CUDA programs assume this. A wave of 64 lanes contains two warps: masks
// and ballots refer to the caller's half of the wave, lanes are numbered from 0 in each half, and shuffles stay within
// it. A 64-bit mask with bits in its upper half is treated as a mask of the whole wave, of which only the caller's half
// is used.
//
// The alternative, warps as wide as waves, is available for code that was written for HIP; see wave_meaning.hpp.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"
#include "rocm_bindgen_compat/warp/wave_meaning.hpp"

namespace rocm_bindgen::detail {

constexpr int kWarpLanes = 32;
constexpr unsigned kWholeWarp = 0xffffffffu;

ROCM_BINDGEN_DEVICE inline unsigned wave_lane() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}

/// The offset of the caller's warp in its wave: 0 or 32.
ROCM_BINDGEN_DEVICE inline unsigned warp_start() {
  return wave_lane() & 32u;
}

/// The bits of a mask that describe the caller's warp. A mask without bits in its upper half describes a warp already.
ROCM_BINDGEN_DEVICE inline unsigned own_half(unsigned long long mask) {
  return static_cast<unsigned>((mask >> 32u) == 0 ? mask : mask >> warp_start());
}

/// A mask of the active lanes of the caller's warp whose predicate is true.
ROCM_BINDGEN_DEVICE inline unsigned warp_ballot(bool predicate) {
#if defined(__HIP_DEVICE_COMPILE__)
  // The builtin returns 64 bits for both wave sizes.
  constexpr int kNotEqual = 33;  // LLVM's predicate for a comparison of integers
  return static_cast<unsigned>(__builtin_amdgcn_uicmp(predicate, 0u, kNotEqual) >> warp_start());
#else
  return predicate;
#endif
}

/// The value of lane `lane` of the wave.
template <class T>
ROCM_BINDGEN_DEVICE inline T from_wave_lane(T value, int lane) {
  static_assert(sizeof(T) % sizeof(int) == 0, "the size must be a multiple of 4 bytes");
  int words[sizeof(T) / sizeof(int)];
  __builtin_memcpy(words, &value, sizeof value);
  for (int& word : words) word = __builtin_amdgcn_ds_bpermute(lane * static_cast<int>(sizeof(int)), word);
  T result;
  __builtin_memcpy(&result, words, sizeof result);
  return result;
}

// The lane of the wave that the caller reads from, or the caller's own if its section of `width` lanes has no such
// lane. Only the five lowest bits of a distance are used, because a lane number has five bits.
constexpr unsigned kLaneBits = kWarpLanes - 1;
ROCM_BINDGEN_DEVICE inline int source_of_index(int lane, int width) {
  return (static_cast<int>(wave_lane()) & ~(width - 1)) | (lane & (width - 1));
}
ROCM_BINDGEN_DEVICE inline int source_of_up(unsigned delta, int width) {
  const auto self = static_cast<int>(wave_lane());
  const auto distance = static_cast<int>(delta & kLaneBits);
  return distance > (self & (width - 1)) ? self : self - distance;
}
ROCM_BINDGEN_DEVICE inline int source_of_down(unsigned delta, int width) {
  const auto self = static_cast<int>(wave_lane());
  const auto distance = static_cast<int>(delta & kLaneBits);
  return distance > width - 1 - (self & (width - 1)) ? self : self + distance;
}
// As in CUDA, a lane can read from sections before its own but not from those after it.
ROCM_BINDGEN_DEVICE inline int source_of_xor(int mask, int width) {
  const auto self = static_cast<int>(wave_lane());
  const int other = self ^ (mask & static_cast<int>(kLaneBits));
  return other > (self | (width - 1)) ? self : other;
}

/// The bits by which values are compared: 0.0 and -0.0 differ, and a NaN equals itself.
template <class T>
struct Words {
  int word[sizeof(T) / sizeof(int)];
  ROCM_BINDGEN_DEVICE explicit Words(T value) { __builtin_memcpy(word, &value, sizeof value); }
  ROCM_BINDGEN_DEVICE bool all_as_first_active() const {
    bool same = true;
    for (const int one : word) same &= one == __builtin_amdgcn_readfirstlane(one);
    return same;
  }
};

/// The active lanes of the caller's warp that have the caller's value.
template <class T>
ROCM_BINDGEN_DEVICE inline unsigned lanes_with_equal(T value) {
  const Words<T> words(value);
  // In each round, the lanes that have the value of the first remaining lane recognise each other and leave the loop.
  // The vote must be inside the loop, because after it all lanes have converged again.
  bool found = false;
  unsigned equal = 0;
  while (!found) {
    found = words.all_as_first_active();
    equal = warp_ballot(found);
  }
  return equal;
}

/// Combines the values of the lanes in `mask`. Every lane of the mask gets the result.
template <class T, class Combine>
ROCM_BINDGEN_DEVICE inline T reduce_lanes(unsigned mask, T value, Combine combine) {
  if (mask == kWholeWarp && warp_ballot(true) == kWholeWarp) {
    for (int distance = 1; distance < kWarpLanes; distance *= 2)
      value = combine(value, from_wave_lane(value, static_cast<int>(wave_lane()) ^ distance));
    return value;
  }
  // Lanes with other masks execute the same 32 rounds, because the value of a lane that had left the loop could not be
  // read. If no lane of the mask is active, the caller's own lane is used.
  const unsigned active = mask & warp_ballot(true);
  const unsigned lanes = active != 0 ? active : 1u << (wave_lane() & kLaneBits);
  const auto first = static_cast<unsigned>(__builtin_ctz(lanes));
  const auto start = static_cast<int>(warp_start());
  T result = from_wave_lane(value, start + static_cast<int>(first));
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    const T other = from_wave_lane(value, start + static_cast<int>(lane));
    if (lane != first && (lanes >> lane & 1u) != 0) result = combine(result, other);
  }
  return result;
}

ROCM_BINDGEN_DEVICE inline void order_warp_memory() {
#if defined(__HIP_DEVICE_COMPILE__)
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
#endif
}

}  // namespace rocm_bindgen::detail

#if defined(ROCM_BINDGEN_MEANS_WAVES)
#include "rocm_bindgen_compat/warp/wave_functions.hpp"
#else
// The shuffles exist for CUDA's set of types.
#define ROCM_BINDGEN_SHUFFLE(type, name, from, Lane)                                             \
  ROCM_BINDGEN_DEVICE inline type name(unsigned long long, type value, Lane lane,                \
                                       int width = rocm_bindgen::detail::kWarpLanes) {           \
    return rocm_bindgen::detail::from_wave_lane(value, rocm_bindgen::detail::from(lane, width)); \
  }
#define ROCM_BINDGEN_SHUFFLES(type)                                      \
  ROCM_BINDGEN_SHUFFLE(type, __shfl_sync, source_of_index, int)          \
  ROCM_BINDGEN_SHUFFLE(type, __shfl_up_sync, source_of_up, unsigned)     \
  ROCM_BINDGEN_SHUFFLE(type, __shfl_down_sync, source_of_down, unsigned) \
  ROCM_BINDGEN_SHUFFLE(type, __shfl_xor_sync, source_of_xor, int)
ROCM_BINDGEN_SHUFFLES(int)
ROCM_BINDGEN_SHUFFLES(unsigned)
ROCM_BINDGEN_SHUFFLES(long)
ROCM_BINDGEN_SHUFFLES(unsigned long)
ROCM_BINDGEN_SHUFFLES(long long)
ROCM_BINDGEN_SHUFFLES(unsigned long long)
ROCM_BINDGEN_SHUFFLES(float)
ROCM_BINDGEN_SHUFFLES(double)
#undef ROCM_BINDGEN_SHUFFLES
#undef ROCM_BINDGEN_SHUFFLE

ROCM_BINDGEN_DEVICE inline unsigned __activemask() {
  return rocm_bindgen::detail::warp_ballot(true);
}
ROCM_BINDGEN_DEVICE inline void __syncwarp(unsigned long long = rocm_bindgen::detail::kWholeWarp) {
  rocm_bindgen::detail::order_warp_memory();
}
ROCM_BINDGEN_DEVICE inline unsigned __ballot_sync(unsigned long long mask, int predicate) {
  return rocm_bindgen::detail::warp_ballot(predicate != 0) & rocm_bindgen::detail::own_half(mask);
}
ROCM_BINDGEN_DEVICE inline int __any_sync(unsigned long long mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}
ROCM_BINDGEN_DEVICE inline int __all_sync(unsigned long long mask, int predicate) {
  return __ballot_sync(mask, predicate == 0) == 0;
}
ROCM_BINDGEN_DEVICE inline int __uni_sync(unsigned long long mask, int predicate) {
  return __all_sync(mask, predicate) != 0 || __any_sync(mask, predicate) == 0;
}
// hipify replaces CUDA 8's functions without a mask, such as __shfl(), by these. HIP's functions with the original
// names refer to the whole wave.
#define ROCM_BINDGEN_SHUFFLE(name, Lane)                                                                               \
  template <class T>                                                                                                   \
  ROCM_BINDGEN_DEVICE inline auto rocm_bindgen##name(T value, Lane lane, int width = rocm_bindgen::detail::kWarpLanes) \
      ->decltype(name##_sync(0u, value, lane, width)) {                                                                \
    return name##_sync(rocm_bindgen::detail::kWholeWarp, value, lane, width);                                          \
  }
ROCM_BINDGEN_SHUFFLE(__shfl, int)
ROCM_BINDGEN_SHUFFLE(__shfl_up, unsigned)
ROCM_BINDGEN_SHUFFLE(__shfl_down, unsigned)
ROCM_BINDGEN_SHUFFLE(__shfl_xor, int)
#undef ROCM_BINDGEN_SHUFFLE
ROCM_BINDGEN_DEVICE inline unsigned rocm_bindgen__ballot(int predicate) {
  return rocm_bindgen::detail::warp_ballot(predicate != 0);
}
ROCM_BINDGEN_DEVICE inline int rocm_bindgen__any(int predicate) {
  return rocm_bindgen__ballot(predicate) != 0;
}
ROCM_BINDGEN_DEVICE inline int rocm_bindgen__all(int predicate) {
  return rocm_bindgen__ballot(predicate == 0) == 0;
}

#define ROCM_BINDGEN_MATCHES(type)                                                                            \
  ROCM_BINDGEN_DEVICE inline unsigned __match_any_sync(unsigned long long mask, type value) {                 \
    return rocm_bindgen::detail::lanes_with_equal(value) & rocm_bindgen::detail::own_half(mask);              \
  }                                                                                                           \
  ROCM_BINDGEN_DEVICE inline unsigned __match_all_sync(unsigned long long mask, type value, int* all_equal) { \
    const unsigned asked = rocm_bindgen::detail::own_half(mask);                                              \
    const unsigned equal = rocm_bindgen::detail::lanes_with_equal(value) & asked;                             \
    *all_equal = equal == (rocm_bindgen::detail::warp_ballot(true) & asked);                                  \
    return *all_equal != 0 ? equal : 0u;                                                                      \
  }
ROCM_BINDGEN_MATCHES(int)
ROCM_BINDGEN_MATCHES(unsigned)
ROCM_BINDGEN_MATCHES(long)
ROCM_BINDGEN_MATCHES(unsigned long)
ROCM_BINDGEN_MATCHES(long long)
ROCM_BINDGEN_MATCHES(unsigned long long)
ROCM_BINDGEN_MATCHES(float)
ROCM_BINDGEN_MATCHES(double)
#undef ROCM_BINDGEN_MATCHES

#define ROCM_BINDGEN_REDUCE(type, name, expression)                                               \
  ROCM_BINDGEN_DEVICE inline type __reduce_##name##_sync(unsigned long long mask, type value) {   \
    return rocm_bindgen::detail::reduce_lanes(rocm_bindgen::detail::own_half(mask), value,        \
                                              [](type a, type b) -> type { return expression; }); \
  }
ROCM_BINDGEN_REDUCE(unsigned, add, a + b)
ROCM_BINDGEN_REDUCE(unsigned, min, a < b ? a : b)
ROCM_BINDGEN_REDUCE(unsigned, max, a < b ? b : a)
ROCM_BINDGEN_REDUCE(unsigned, and, a& b)
ROCM_BINDGEN_REDUCE(unsigned, or, a | b)
ROCM_BINDGEN_REDUCE(unsigned, xor, a ^ b)
ROCM_BINDGEN_REDUCE(int, add, static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)))
ROCM_BINDGEN_REDUCE(int, min, a < b ? a : b)
ROCM_BINDGEN_REDUCE(int, max, a < b ? b : a)
#undef ROCM_BINDGEN_REDUCE
#endif
