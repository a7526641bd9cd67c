// Sobol's quasirandom sequences in Gray code order, with 32 and 64 bits, plain and scrambled. The caller that
// initializes a state provides the direction vectors; hipRAND's library has one set of them per dimension.
#pragma once

#include "rocm_bindgen_compat/random/states.hpp"

namespace rocm_bindgen::random {

// i counts the numbers, x is the next number, and c is the scrambling constant.
template <class Word, int Bits>
struct SobolState {
  using rocm_bindgen_random = Traits<Word, ByQuantile>;

  Word i, x, c;
  Word direction_vectors[Bits];
};

}  // namespace rocm_bindgen::random

struct hiprandStateSobol32 : rocm_bindgen::random::SobolState<unsigned int, 32> {};
struct hiprandStateScrambledSobol32 : rocm_bindgen::random::SobolState<unsigned int, 32> {};
struct hiprandStateSobol64 : rocm_bindgen::random::SobolState<unsigned long long, 64> {};
struct hiprandStateScrambledSobol64 : rocm_bindgen::random::SobolState<unsigned long long, 64> {};

typedef struct hiprandStateSobol32 hiprandStateSobol32_t;
typedef struct hiprandStateScrambledSobol32 hiprandStateScrambledSobol32_t;
typedef struct hiprandStateSobol64 hiprandStateSobol64_t;
typedef struct hiprandStateScrambledSobol64 hiprandStateScrambledSobol64_t;

namespace rocm_bindgen::random {

// Adjacent Gray codes differ in one bit, whose position is the lowest zero bit of the counter. The largest counter has
// no zero bit; the highest bit is used for it.
template <class Word, int Bits>
ROCM_BINDGEN_HOST_DEVICE inline Word next(SobolState<Word, Bits>& state) {
  const Word number = state.x;
  const Word zeros = ~state.i;
  const int lowest = zeros == 0 ? Bits - 1 : __builtin_ctzll(static_cast<unsigned long long>(zeros));
  state.x ^= state.direction_vectors[lowest];
  ++state.i;
  return number;
}

template <class Word, int Bits>
ROCM_BINDGEN_HOST_DEVICE inline void skip(SobolState<Word, Bits>& state, unsigned long long n) {
  state.i += static_cast<Word>(n);
  state.x = state.c;
  const Word gray = state.i ^ (state.i >> 1u);
  for (int bit = 0; bit < Bits; ++bit)
    if (((gray >> bit) & 1u) != 0) state.x ^= state.direction_vectors[bit];
}

template <class Word, int Bits>
ROCM_BINDGEN_HOST_DEVICE inline void start(SobolState<Word, Bits>& state, const Word* vectors, Word scramble,
                                           Word offset) {
  state.i = 0;
  state.c = scramble;
  for (int bit = 0; bit < Bits; ++bit) state.direction_vectors[bit] = vectors[bit];
  skip(state, offset);
}

}  // namespace rocm_bindgen::random
