// MRG32k3a: two linear recurrences of order 3, combined (L'Ecuyer, "Good parameters and implementations for combined
// multiple recursive random number generators", 1999). The numbers, the seeding and the distances of subsequences
// (2^76) and sequences (2^127) are the same as cuRAND's.
#pragma once

#include "rocm_bindgen_compat/random/states.hpp"

struct hiprandStateMRG32k3a {
  // It generates 32-bit numbers. InPairs refers to normal numbers (see states.hpp).
  using rocm_bindgen_random = rocm_bindgen::random::Traits<unsigned int, rocm_bindgen::random::InPairs>;

  unsigned int s1[3];
  unsigned int s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

typedef struct hiprandStateMRG32k3a hiprandStateMRG32k3a_t;

namespace rocm_bindgen::random {

// The moduli are 2^32 minus these numbers.
constexpr uint32_t kMrgBelow1 = 209;
constexpr uint32_t kMrgBelow2 = 22853;
constexpr uint32_t kMrgModulus1 = 0u - kMrgBelow1;
constexpr uint32_t kMrgModulus2 = 0u - kMrgBelow2;

// Scales numbers from 1 to kMrgModulus1 to (0, 1]: 1 / kMrgModulus1.
constexpr double kMrgToUnit = 2.3283065498378288e-10;

// Stretches the same numbers to 32 bits, as cuRAND does: about 2^32 / kMrgModulus1.
constexpr double kMrgToBits = 1.000000048662;

// Computes x modulo 2^32 - Below: the part above 32 bits is multiplied by Below and added to the rest. After two of
// these steps, less than two moduli remain.
template <uint32_t Below>
ROCM_BINDGEN_HOST_DEVICE inline uint32_t modulo(uint64_t x) {
  constexpr uint32_t kModulus = 0u - Below;
  x = (x >> 32u) * Below + (x & 0xffffffffu);
  x = (x >> 32u) * Below + (x & 0xffffffffu);
  return static_cast<uint32_t>(x >= kModulus ? x - kModulus : x);
}

struct MrgMatrix {
  uint32_t at[3][3];
};

template <uint32_t Below>
ROCM_BINDGEN_HOST_DEVICE inline uint32_t dot(uint64_t a0, uint32_t b0, uint64_t a1, uint32_t b1, uint64_t a2,
                                             uint32_t b2) {
  return modulo<Below>(uint64_t{modulo<Below>(a0 * b0)} + modulo<Below>(a1 * b1) + modulo<Below>(a2 * b2));
}

template <uint32_t Below>
ROCM_BINDGEN_HOST_DEVICE inline MrgMatrix square(const MrgMatrix& m) {
  MrgMatrix product;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      product.at[i][j] = dot<Below>(m.at[i][0], m.at[0][j], m.at[i][1], m.at[1][j], m.at[i][2], m.at[2][j]);
  return product;
}

template <uint32_t Below>
ROCM_BINDGEN_HOST_DEVICE inline void apply(const MrgMatrix& m, unsigned int (&s)[3]) {
  unsigned int product[3];
  for (int i = 0; i < 3; ++i) product[i] = dot<Below>(m.at[i][0], s[0], m.at[i][1], s[1], m.at[i][2], s[2]);
  for (int i = 0; i < 3; ++i) s[i] = product[i];
}

// The matrices for one step of each recurrence and for 2^76 and 2^127 steps. A test computes the latter by squaring.
constexpr MrgMatrix kMrgStep1 = {{{0, 1, 0}, {0, 0, 1}, {kMrgModulus1 - 810728u, 1403580, 0}}};
constexpr MrgMatrix kMrgStep2 = {{{0, 1, 0}, {0, 0, 1}, {kMrgModulus2 - 1370589u, 0, 527612}}};
constexpr MrgMatrix kMrgSubsequence1 = {{{82758667u, 1871391091u, 4127413238u},
                                         {3672831523u, 69195019u, 1871391091u},
                                         {3672091415u, 3528743235u, 69195019u}}};
constexpr MrgMatrix kMrgSubsequence2 = {{{1511326704u, 3759209742u, 1610795712u},
                                         {4292754251u, 1511326704u, 3889917532u},
                                         {3859662829u, 4292754251u, 3708466080u}}};
constexpr MrgMatrix kMrgSequence1 = {{{2427906178u, 3580155704u, 949770784u},
                                      {226153695u, 1230515664u, 3580155704u},
                                      {1988835001u, 986791581u, 1230515664u}}};
constexpr MrgMatrix kMrgSequence2 = {{{1464411153u, 277697599u, 1610723613u},
                                      {32183930u, 1464411153u, 1022607788u},
                                      {2824425944u, 32183930u, 2093834863u}}};

// Computes s = m^n s. The powers m, m^2, m^4 and so on do not depend on n, so they are the same in all lanes of a wave,
// and only the products with s need vector arithmetic.
template <uint32_t Below>
ROCM_BINDGEN_HOST_DEVICE inline void jump(MrgMatrix m, unsigned long long n, unsigned int (&s)[3]) {
  while (n != 0) {
    if ((n & 1u) != 0) apply<Below>(m, s);
    n >>= 1u;
    m = square<Below>(m);
  }
}

// Advances the state and returns the combined number, from 1 to kMrgModulus1.
ROCM_BINDGEN_HOST_DEVICE inline uint32_t mrg_number(hiprandStateMRG32k3a& state) {
  const uint32_t a =
      modulo<kMrgBelow1>(uint64_t{1403580u} * state.s1[1] + uint64_t{810728u} * (kMrgModulus1 - state.s1[0]));
  const uint32_t b =
      modulo<kMrgBelow2>(uint64_t{527612u} * state.s2[2] + uint64_t{1370589u} * (kMrgModulus2 - state.s2[0]));
  for (int i = 0; i < 2; ++i) {
    state.s1[i] = state.s1[i + 1];
    state.s2[i] = state.s2[i + 1];
  }
  state.s1[2] = a;
  state.s2[2] = b;
  return a - b + (a <= b ? kMrgModulus1 : 0u);
}

ROCM_BINDGEN_HOST_DEVICE inline uint32_t next(hiprandStateMRG32k3a& state) {
  constexpr double kMost = 4294967295.0;
  const double stretched = mrg_number(state) * kMrgToBits;
  return static_cast<uint32_t>(stretched < kMost ? stretched : kMost);
}

ROCM_BINDGEN_HOST_DEVICE inline void skip(hiprandStateMRG32k3a& state, unsigned long long n) {
  jump<kMrgBelow1>(kMrgStep1, n, state.s1);
  jump<kMrgBelow2>(kMrgStep2, n, state.s2);
}

ROCM_BINDGEN_HOST_DEVICE inline void skip_subsequences(hiprandStateMRG32k3a& state, unsigned long long n) {
  jump<kMrgBelow1>(kMrgSubsequence1, n, state.s1);
  jump<kMrgBelow2>(kMrgSubsequence2, n, state.s2);
}

ROCM_BINDGEN_HOST_DEVICE inline void skip_sequences(hiprandStateMRG32k3a& state, unsigned long long n) {
  jump<kMrgBelow1>(kMrgSequence1, n, state.s1);
  jump<kMrgBelow2>(kMrgSequence2, n, state.s2);
}

// As in cuRAND, the `subsequence` argument of hiprand_init() counts subsequences for this generator, and sequences for
// all others (see engines.hpp).
ROCM_BINDGEN_HOST_DEVICE inline void skip_initial_sequences(hiprandStateMRG32k3a& state, unsigned long long n) {
  skip_subsequences(state, n);
}

ROCM_BINDGEN_HOST_DEVICE inline void seed(hiprandStateMRG32k3a& state, unsigned long long value) {
  // As in cuRAND, all words are 12345 at first. A seed other than 0 multiplies them.
  const uint64_t kInitialWord = 12345;
  const bool seeded = value != 0;
  const uint64_t low = seeded ? low_word(value) ^ 0x55555555u : 1;
  const uint64_t high = seeded ? high_word(value) ^ 0xaaaaaaaau : 1;
  for (int i = 0; i < 3; ++i) {
    state.s1[i] = modulo<kMrgBelow1>((i == 1 ? high : low) * kInitialWord);
    state.s2[i] = modulo<kMrgBelow2>((i == 1 ? low : high) * kInitialWord);
  }
}

}  // namespace rocm_bindgen::random
