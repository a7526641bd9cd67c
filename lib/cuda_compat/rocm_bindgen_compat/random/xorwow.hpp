// XORWOW: a xorshift generator of 160 bits whose output is added to a Weyl sequence (Marsaglia, "Xorshift RNGs", 2003).
// The numbers, the seeding and the distance of sequences are the same as cuRAND's.
#pragma once

#include "rocm_bindgen_compat/random/states.hpp"
#include "rocm_bindgen_compat/random/xorwow_jumps.hpp"

struct hiprandStateXORWOW {
  using rocm_bindgen_random = rocm_bindgen::random::Traits<unsigned int, rocm_bindgen::random::InPairs>;

  unsigned int d;
  unsigned int v[rocm_bindgen::random::kXorwowWords];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

typedef struct hiprandStateXORWOW hiprandStateXORWOW_t;
typedef struct hiprandStateXORWOW hiprandState_t;
typedef struct hiprandStateXORWOW hiprandState;

namespace rocm_bindgen::random {

constexpr uint32_t kWeylStep = 362437;

ROCM_BINDGEN_HOST_DEVICE inline void xorshift(unsigned int (&v)[kXorwowWords]) {
  const uint32_t first = v[0] ^ (v[0] >> 2u);
  const uint32_t last = v[4] ^ (v[4] << 4u);
  for (int i = 0; i + 1 < kXorwowWords; ++i) v[i] = v[i + 1];
  v[4] = last ^ first ^ (first << 1u);
}

ROCM_BINDGEN_HOST_DEVICE inline uint32_t next(hiprandStateXORWOW& state) {
  xorshift(state.v);
  state.d += kWeylStep;
  return state.v[4] + state.d;
}

// Computes v = p(step) v: one step per bit of the polynomial, adding up the states at which the coefficient is 1. All
// lanes of a wave use the same polynomials, so the coefficients are scalars.
ROCM_BINDGEN_HOST_DEVICE inline void apply(const uint32_t (&polynomial)[kXorwowWords],
                                           unsigned int (&v)[kXorwowWords]) {
  unsigned int sum[kXorwowWords] = {};
  for (const uint32_t coefficients : polynomial) {
    for (uint32_t bit = 0; bit < 32; ++bit) {
      if (((coefficients >> bit) & 1u) != 0)
        for (int i = 0; i < kXorwowWords; ++i) sum[i] ^= v[i];
      xorshift(v);
    }
  }
  for (int i = 0; i < kXorwowWords; ++i) v[i] = sum[i];
}

// Jumps over n * 2^first numbers.
ROCM_BINDGEN_HOST_DEVICE inline void jump(unsigned int (&v)[kXorwowWords], unsigned long long n, int first) {
  for (int row = first; n != 0; ++row, n >>= 1u)
    if ((n & 1u) != 0) apply(kXorwowJump[row], v);
}

ROCM_BINDGEN_HOST_DEVICE inline void skip(hiprandStateXORWOW& state, unsigned long long n) {
  jump(state.v, n, 0);
  state.d += kWeylStep * low_word(n);
}

// The Weyl sequence does not change, because its period divides the length of a sequence.
ROCM_BINDGEN_HOST_DEVICE inline void skip_sequences(hiprandStateXORWOW& state, unsigned long long n) {
  jump(state.v, n, kXorwowSequence);
}

// The constants are cuRAND's.
ROCM_BINDGEN_HOST_DEVICE inline void seed(hiprandStateXORWOW& state, unsigned long long value) {
  const uint32_t low = (low_word(value) ^ 0xaad26b49u) * 1099087573u;
  const uint32_t high = (high_word(value) ^ 0xf7dcefddu) * 2591861531u;
  state.d = 6615241u + low + high;
  state.v[0] = 123456789u + low;
  state.v[1] = 362436069u ^ low;
  state.v[2] = 521288629u + high;
  state.v[3] = 88675123u ^ high;
  state.v[4] = 5783321u + low;
}

}  // namespace rocm_bindgen::random
