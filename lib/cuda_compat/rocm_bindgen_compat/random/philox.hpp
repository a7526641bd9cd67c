// Philox 4x32-10: ten rounds over a counter (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// 2011). The numbers, the seeding and the distance of sequences (2^66) are the same as cuRAND's.
#pragma once

#include "rocm_bindgen_compat/random/states.hpp"

struct hiprandStatePhilox4_32_10 {
  using rocm_bindgen_random = rocm_bindgen::random::Traits<unsigned int, rocm_bindgen::random::InPairs>;

  uint4 ctr;
  // The output for the current counter. STATE of its four numbers have been used.
  uint4 output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

typedef struct hiprandStatePhilox4_32_10 hiprandStatePhilox4_32_10_t;

namespace rocm_bindgen::random {

// The paper's constants.
constexpr uint32_t kPhiloxMultiplier0 = 0xd2511f53;
constexpr uint32_t kPhiloxMultiplier1 = 0xcd9e8d57;
constexpr uint32_t kPhiloxWeyl0 = 0x9e3779b9;
constexpr uint32_t kPhiloxWeyl1 = 0xbb67ae85;
constexpr int kPhiloxRounds = 10;

ROCM_BINDGEN_HOST_DEVICE inline uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < kPhiloxRounds; ++round) {
    const uint64_t product0 = uint64_t{kPhiloxMultiplier0} * counter.x;
    const uint64_t product1 = uint64_t{kPhiloxMultiplier1} * counter.z;
    counter.x = high_word(product1) ^ counter.y ^ key.x;
    counter.y = low_word(product1);
    counter.z = high_word(product0) ^ counter.w ^ key.y;
    counter.w = low_word(product0);
    key.x += kPhiloxWeyl0;
    key.y += kPhiloxWeyl1;
  }
  return counter;
}

// Adds n to two words of the counter and returns whether they overflowed.
ROCM_BINDGEN_HOST_DEVICE inline bool add_words(unsigned int& low, unsigned int& high, unsigned long long n) {
  const uint64_t sum = ((uint64_t{high} << 32u) | low) + n;
  low = low_word(sum);
  high = high_word(sum);
  return sum < n;
}

ROCM_BINDGEN_HOST_DEVICE inline void skip_blocks(hiprandStatePhilox4_32_10& state, unsigned long long n) {
  if (add_words(state.ctr.x, state.ctr.y, n)) add_words(state.ctr.z, state.ctr.w, 1);
  state.output = philox(state.ctr, state.key);
}

ROCM_BINDGEN_HOST_DEVICE inline uint32_t next(hiprandStatePhilox4_32_10& state) {
  const uint4 block = state.output;
  const uint32_t low = state.STATE == 0 ? block.x : block.y;
  const uint32_t high = state.STATE == 2 ? block.z : block.w;
  const uint32_t number = state.STATE < 2 ? low : high;
  if (++state.STATE == 4) {
    state.STATE = 0;
    skip_blocks(state, 1);
  }
  return number;
}

ROCM_BINDGEN_HOST_DEVICE inline Draw4 next4(hiprandStatePhilox4_32_10& state) {
  const uint4 a = state.output;
  skip_blocks(state, 1);
  const uint4 b = state.output;
  switch (state.STATE) {
    case 1:
      return Draw4{{a.y, a.z, a.w, b.x}};
    case 2:
      return Draw4{{a.z, a.w, b.x, b.y}};
    case 3:
      return Draw4{{a.w, b.x, b.y, b.z}};
    default:
      return Draw4{{a.x, a.y, a.z, a.w}};
  }
}

ROCM_BINDGEN_HOST_DEVICE inline void skip(hiprandStatePhilox4_32_10& state, unsigned long long n) {
  const uint32_t used = state.STATE + (low_word(n) & 3u);
  state.STATE = used & 3u;
  skip_blocks(state, n / 4 + used / 4);
}

ROCM_BINDGEN_HOST_DEVICE inline void skip_sequences(hiprandStatePhilox4_32_10& state, unsigned long long n) {
  add_words(state.ctr.z, state.ctr.w, n);
  state.output = philox(state.ctr, state.key);
}

// Does not compute the output: hiprand_init() calls skip() afterwards, which does.
ROCM_BINDGEN_HOST_DEVICE inline void seed(hiprandStatePhilox4_32_10& state, unsigned long long value) {
  state.ctr = uint4{0, 0, 0, 0};
  state.key = uint2{low_word(value), high_word(value)};
  state.STATE = 0;
}

}  // namespace rocm_bindgen::random
