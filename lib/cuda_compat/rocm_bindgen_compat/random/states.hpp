// What the states of all generators have in common.
//
// Outside HIP (tests in plain C++) whoever includes these headers declares uint4, float2, float4, double2 and double4.
#pragma once

#include <stdint.h>

#include "rocm_bindgen_compat/narrow_float/narrow_float.hpp"

// How the functions of the API are declared; as in cuRAND, who includes the header may say otherwise.
#if !defined(QUALIFIERS)
#if defined(__HIP__)
#define QUALIFIERS static __forceinline__ __device__
#else
#define QUALIFIERS static inline
#endif
#endif

namespace rocm_bindgen::random {

// How a generator's numbers become normal ones: pairs by Box and Muller's transform, of which the second is kept ...
struct InPairs {};
// ... or one by one through the quantile function, which keeps a quasirandom sequence's evenness.
struct ByQuantile {};

// What the functions of the API need to know of a state: every one says so by the name rocm_bindgen_random.
template <class Number, class NormalNumbers>
struct Traits {
  using Word = Number;
  using Normals = NormalNumbers;
};

// What a state that keeps numbers says of them in its flags.
enum Kept : int { kNothing = 0, kNormal = 1, kLogNormal = 2 };

// Four numbers of 32 bits, in the order in which they were generated.
struct Draw4 {
  uint32_t x[4];
};

// Words of a seed.
ROCM_BINDGEN_HOST_DEVICE constexpr uint32_t low_word(unsigned long long x) {
  return static_cast<uint32_t>(x);
}
ROCM_BINDGEN_HOST_DEVICE constexpr uint32_t high_word(unsigned long long x) {
  return static_cast<uint32_t>(x >> 32u);
}

}  // namespace rocm_bindgen::random
