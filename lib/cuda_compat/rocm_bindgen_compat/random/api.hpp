// cuRAND's device functions under HIP's names, for the states of all generators. The numbers are the same as cuRAND's,
// except for hiprand_poisson() with a pseudorandom generator and a mean from 64 to 4000 (see poisson.hpp).
//
// Each generator has its own header, which defines its state and the functions that seed it, produce the next number
// and skip numbers. The distributions (uniform.hpp, normal.hpp, poisson.hpp) are templates over the state; the state's
// Traits (states.hpp) select the method. This header maps the functions of the API to them.
#pragma once

#include "rocm_bindgen_compat/random/poisson.hpp"

namespace rocm_bindgen::random {

// Only the states defined here, and types that users derive from them, have these members. The functions below accept
// no other types.
template <class State>
using WordOf = typename State::rocm_bindgen_random::Word;
template <class State>
using NormalsOf = typename State::rocm_bindgen_random::Normals;

// Pseudorandom generators make normal numbers in pairs (their Normals are InPairs, see states.hpp), quasirandom ones do
// not. For the latter, OnlyInPairs is an error, and as a default template argument it removes a function from overload
// resolution: besides pairs of normal numbers, quasirandom generators lack seeds and sequences.
template <class Normals>
struct IsInPairs;
template <>
struct IsInPairs<InPairs> {
  using Type = InPairs;
};
template <class State>
using OnlyInPairs = typename IsInPairs<NormalsOf<State>>::Type;

ROCM_BINDGEN_HOST_DEVICE inline uint4 to_uint4(const Draw4& draw) {
  return uint4{draw.x[0], draw.x[1], draw.x[2], draw.x[3]};
}

template <class Map>
ROCM_BINDGEN_HOST_DEVICE float4 normal4(hiprandStatePhilox4_32_10& state, Map map) {
  const Draw4 draw = next4(state);
  const float2 a = normal_pair(draw.x[0], draw.x[1]);
  const float2 b = normal_pair(draw.x[2], draw.x[3]);
  return float4{map(a.x), map(a.y), map(b.x), map(b.y)};
}

template <class Map>
ROCM_BINDGEN_HOST_DEVICE double4 normal4_double(hiprandStatePhilox4_32_10& state, Map map) {
  const double2 a = normal_pair_double(state);
  const double2 b = normal_pair_double(state);
  return double4{map(a.x), map(a.y), map(b.x), map(b.y)};
}

ROCM_BINDGEN_HOST_DEVICE inline double2 uniform_pair_double(hiprandStatePhilox4_32_10& state) {
  const Draw4 draw = next4(state);
  return double2{unit_double(draw.x[0], draw.x[1]), unit_double(draw.x[2], draw.x[3])};
}

}  // namespace rocm_bindgen::random

// Starts a generator. Sequences of the same seed do not overlap, and the offset counts numbers within a sequence. For
// MRG32k3a, `subsequence` is the number of a subsequence within the first sequence.
template <class State, class = rocm_bindgen::random::OnlyInPairs<State>>
QUALIFIERS void hiprand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                             State* state) {
  rocm_bindgen::random::seed(*state, seed);
  rocm_bindgen::random::skip_initial_sequences(*state, subsequence);
  rocm_bindgen::random::skip(*state, offset);
  rocm_bindgen::random::keep_nothing(*state);
}

QUALIFIERS void hiprand_init(const unsigned int* direction_vectors, unsigned int offset, hiprandStateSobol32* state) {
  rocm_bindgen::random::start(*state, direction_vectors, 0u, offset);
}
QUALIFIERS void hiprand_init(const unsigned int* direction_vectors, unsigned int scramble_c, unsigned int offset,
                             hiprandStateScrambledSobol32* state) {
  rocm_bindgen::random::start(*state, direction_vectors, scramble_c, offset);
}
QUALIFIERS void hiprand_init(const unsigned long long* direction_vectors, unsigned long long offset,
                             hiprandStateSobol64* state) {
  rocm_bindgen::random::start(*state, direction_vectors, 0ull, offset);
}
QUALIFIERS void hiprand_init(const unsigned long long* direction_vectors, unsigned long long scramble_c,
                             unsigned long long offset, hiprandStateScrambledSobol64* state) {
  rocm_bindgen::random::start(*state, direction_vectors, scramble_c, offset);
}

template <class State, class = rocm_bindgen::random::NormalsOf<State>>
QUALIFIERS void skipahead(unsigned long long n, State* state) {
  rocm_bindgen::random::skip(*state, n);
}

template <class State, class = rocm_bindgen::random::OnlyInPairs<State>>
QUALIFIERS void skipahead_sequence(unsigned long long n, State* state) {
  rocm_bindgen::random::skip_sequences(*state, n);
}

QUALIFIERS void skipahead_subsequence(unsigned long long n, hiprandStateMRG32k3a* state) {
  rocm_bindgen::random::skip_subsequences(*state, n);
}

template <class State>
QUALIFIERS rocm_bindgen::random::WordOf<State> hiprand(State* state) {
  return rocm_bindgen::random::next(*state);
}

QUALIFIERS uint4 hiprand4(hiprandStatePhilox4_32_10* state) {
  return rocm_bindgen::random::to_uint4(rocm_bindgen::random::next4(*state));
}

template <class State, class = rocm_bindgen::random::NormalsOf<State>>
QUALIFIERS float hiprand_uniform(State* state) {
  return rocm_bindgen::random::uniform(*state);
}

template <class State, class = rocm_bindgen::random::NormalsOf<State>>
QUALIFIERS double hiprand_uniform_double(State* state) {
  return rocm_bindgen::random::uniform_double(*state);
}

QUALIFIERS float4 hiprand_uniform4(hiprandStatePhilox4_32_10* state) {
  const rocm_bindgen::random::Draw4 draw = rocm_bindgen::random::next4(*state);
  return float4{rocm_bindgen::random::unit(draw.x[0]), rocm_bindgen::random::unit(draw.x[1]),
                rocm_bindgen::random::unit(draw.x[2]), rocm_bindgen::random::unit(draw.x[3])};
}

QUALIFIERS double2 hiprand_uniform2_double(hiprandStatePhilox4_32_10* state) {
  return rocm_bindgen::random::uniform_pair_double(*state);
}

QUALIFIERS double4 hiprand_uniform4_double(hiprandStatePhilox4_32_10* state) {
  const double2 a = rocm_bindgen::random::uniform_pair_double(*state);
  const double2 b = rocm_bindgen::random::uniform_pair_double(*state);
  return double4{a.x, a.y, b.x, b.y};
}

template <class State>
QUALIFIERS float hiprand_normal(State* state) {
  return rocm_bindgen::random::normal(*state, rocm_bindgen::random::NormalsOf<State>{}, rocm_bindgen::random::kNormal,
                                      rocm_bindgen::random::Identity{});
}

template <class State, class = rocm_bindgen::random::OnlyInPairs<State>>
QUALIFIERS float2 hiprand_normal2(State* state) {
  return rocm_bindgen::random::normal_pair(*state);
}

QUALIFIERS float4 hiprand_normal4(hiprandStatePhilox4_32_10* state) {
  return rocm_bindgen::random::normal4(*state, rocm_bindgen::random::Identity{});
}

template <class State>
QUALIFIERS double hiprand_normal_double(State* state) {
  return rocm_bindgen::random::normal_double(*state, rocm_bindgen::random::NormalsOf<State>{},
                                             rocm_bindgen::random::kNormal, rocm_bindgen::random::Identity{});
}

template <class State, class = rocm_bindgen::random::OnlyInPairs<State>>
QUALIFIERS double2 hiprand_normal2_double(State* state) {
  return rocm_bindgen::random::normal_pair_double(*state);
}

QUALIFIERS double4 hiprand_normal4_double(hiprandStatePhilox4_32_10* state) {
  return rocm_bindgen::random::normal4_double(*state, rocm_bindgen::random::Identity{});
}

template <class State>
QUALIFIERS float hiprand_log_normal(State* state, float mean, float stddev) {
  return rocm_bindgen::random::normal(*state, rocm_bindgen::random::NormalsOf<State>{},
                                      rocm_bindgen::random::kLogNormal,
                                      rocm_bindgen::random::LogNormal<float>{mean, stddev});
}

template <class State, class = rocm_bindgen::random::OnlyInPairs<State>>
QUALIFIERS float2 hiprand_log_normal2(State* state, float mean, float stddev) {
  const rocm_bindgen::random::LogNormal<float> map{mean, stddev};
  const float2 pair = rocm_bindgen::random::normal_pair(*state);
  return float2{map(pair.x), map(pair.y)};
}

QUALIFIERS float4 hiprand_log_normal4(hiprandStatePhilox4_32_10* state, float mean, float stddev) {
  return rocm_bindgen::random::normal4(*state, rocm_bindgen::random::LogNormal<float>{mean, stddev});
}

template <class State>
QUALIFIERS double hiprand_log_normal_double(State* state, double mean, double stddev) {
  return rocm_bindgen::random::normal_double(*state, rocm_bindgen::random::NormalsOf<State>{},
                                             rocm_bindgen::random::kLogNormal,
                                             rocm_bindgen::random::LogNormal<double>{mean, stddev});
}

template <class State, class = rocm_bindgen::random::OnlyInPairs<State>>
QUALIFIERS double2 hiprand_log_normal2_double(State* state, double mean, double stddev) {
  const rocm_bindgen::random::LogNormal<double> map{mean, stddev};
  const double2 pair = rocm_bindgen::random::normal_pair_double(*state);
  return double2{map(pair.x), map(pair.y)};
}

QUALIFIERS double4 hiprand_log_normal4_double(hiprandStatePhilox4_32_10* state, double mean, double stddev) {
  return rocm_bindgen::random::normal4_double(*state, rocm_bindgen::random::LogNormal<double>{mean, stddev});
}

template <class State>
QUALIFIERS unsigned int hiprand_poisson(State* state, double lambda) {
  return rocm_bindgen::random::poisson(*state, lambda, rocm_bindgen::random::NormalsOf<State>{});
}

QUALIFIERS uint4 hiprand_poisson4(hiprandStatePhilox4_32_10* state, double lambda) {
  return rocm_bindgen::random::poisson4(*state, lambda);
}

// Table is the type that hiprandDiscreteDistribution_t points to. hiprand.h only declares that type, so its
// members can only be accessed in a template.
template <class State, class Table>
QUALIFIERS unsigned int hiprand_discrete(State* state, Table* discrete_distribution) {
  return rocm_bindgen::random::discrete(*discrete_distribution, rocm_bindgen::random::next(*state),
                                        rocm_bindgen::random::NormalsOf<State>{});
}

template <class Table>
QUALIFIERS uint4 hiprand_discrete4(hiprandStatePhilox4_32_10* state, Table* discrete_distribution) {
  const uint4 draw = hiprand4(state);
  const auto value = [discrete_distribution](unsigned int x) {
    return rocm_bindgen::random::discrete(*discrete_distribution, x, rocm_bindgen::random::InPairs{});
  };
  return uint4{value(draw.x), value(draw.y), value(draw.z), value(draw.w)};
}
