// The common parts of all generators' states.
//
// Outside HIP, as in tests in plain C++, the including file has to declare uint4, float2, float4, double2 and double4.
#pragma once

#include <stdint.h>

#include "rocm_bindgen_compat/narrow_float/narrow_float.hpp"

// The specifiers of the API's functions. As in cuRAND, the including file may define others.
#if !defined(QUALIFIERS)
#if defined(__HIP__)
#define QUALIFIERS static __forceinline__ __device__
#else
#define QUALIFIERS static inline
#endif
#endif

namespace rocm_bindgen::random {

// Tags that select how a generator's numbers become normal. InPairs: by the Box-Muller transform, which makes two
// normal numbers; the state keeps the second one for the next call.
struct InPairs {};
// One by one, by the quantile function, which preserves the uniformity of a quasirandom sequence.
struct ByQuantile {};

// The properties of a state that the API's functions need. Every state has them as the member type rocm_bindgen_random.
template <class Number, class NormalNumbers>
struct Traits {
  using Word = Number;
  using Normals = NormalNumbers;
};

// The values of a state's flags: whether the state keeps the second number of a pair, and whether that number is of the
// normal or the log-normal distribution. It is used only by the next call for the same distribution.
enum Kept : int { kNothing = 0, kNormal = 1, kLogNormal = 2 };

// Four 32-bit numbers in the order in which they were generated.
struct Draw4 {
  uint32_t x[4];
};

// The words of a seed or another 64-bit number.
ROCM_BINDGEN_HOST_DEVICE constexpr uint32_t low_word(unsigned long long x) {
  return static_cast<uint32_t>(x);
}
ROCM_BINDGEN_HOST_DEVICE constexpr uint32_t high_word(unsigned long long x) {
  return static_cast<uint32_t>(x >> 32u);
}

}  // namespace rocm_bindgen::random
