// Names of cuRAND that hipRAND does not have. They keep CUDA's spelling.
#pragma once

#include "rocm_bindgen_compat/random/api.hpp"

#define CURAND_2POW32 (4294967296.f)
#define CURAND_2POW32_DOUBLE (4294967296.)
#define CURAND_2POW32_INV (rocm_bindgen::random::k2ToMinus32)
#define CURAND_2POW32_INV_DOUBLE (double{rocm_bindgen::random::k2ToMinus32})
#define CURAND_2POW53_INV_DOUBLE (rocm_bindgen::random::k2ToMinus53)
#define CURAND_2PI (rocm_bindgen::random::kTwoPi)
#define CURAND_2PI_DOUBLE (2 * rocm_bindgen::random::kPi)

QUALIFIERS uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
  return rocm_bindgen::random::philox(c, k);
}

QUALIFIERS float _curand_uniform(unsigned int x) {
  return rocm_bindgen::random::unit(x);
}
QUALIFIERS float _curand_uniform(unsigned long long x) {
  return rocm_bindgen::random::unit(x);
}
QUALIFIERS float4 _curand_uniform4(uint4 x) {
  return float4{_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w)};
}
QUALIFIERS double _curand_uniform_double_hq(unsigned int x, unsigned int y) {
  return rocm_bindgen::random::unit_double(x, y);
}
QUALIFIERS float2 _curand_box_muller(unsigned int x, unsigned int y) {
  return rocm_bindgen::random::normal_pair(x, y);
}
QUALIFIERS double2 _curand_box_muller_double(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
  return rocm_bindgen::random::normal_pair_double(rocm_bindgen::random::Draw4{{x0, x1, y0, y1}});
}

#if defined(__HIP__)
// For calls by only n threads of a block: `index` is the index of the thread among them.
__device__ inline unsigned int curand_mtgp32_specific(hiprandStateMtgp32* state, unsigned char index, unsigned char n) {
  return rocm_bindgen::random::next(*state, index, n);
}
#endif
