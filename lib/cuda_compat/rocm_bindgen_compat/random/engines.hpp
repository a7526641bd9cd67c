// The generators and their common functions.
#pragma once

#include "rocm_bindgen_compat/random/mrg32k3a.hpp"
#include "rocm_bindgen_compat/random/mtgp32.hpp"
#include "rocm_bindgen_compat/random/philox.hpp"
#include "rocm_bindgen_compat/random/sobol.hpp"
#include "rocm_bindgen_compat/random/states.hpp"
#include "rocm_bindgen_compat/random/xorwow.hpp"

namespace rocm_bindgen::random {

template <class State>
ROCM_BINDGEN_HOST_DEVICE Draw4 next4(State& state) {
  Draw4 draw;
  for (uint32_t& x : draw.x) x = next(state);
  return draw;
}

// The `subsequence` argument of hiprand_init() counts sequences, for all generators except MRG32k3a.
template <class State>
ROCM_BINDGEN_HOST_DEVICE void skip_initial_sequences(State& state, unsigned long long n) {
  skip_sequences(state, n);
}

// Discards the second number of a pair of normals, which the state keeps for the next call.
template <class State>
ROCM_BINDGEN_HOST_DEVICE void keep_nothing(State& state) {
  state.boxmuller_flag = kNothing;
  state.boxmuller_flag_double = kNothing;
  state.boxmuller_extra = 0.0f;
  state.boxmuller_extra_double = 0.0;
}

}  // namespace rocm_bindgen::random
