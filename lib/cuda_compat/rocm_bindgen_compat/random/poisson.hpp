// The Poisson distribution, and discrete distributions that are given by tables.
#pragma once

#include "rocm_bindgen_compat/random/normal.hpp"

namespace rocm_bindgen::random {

// Three methods are used, depending on the mean. Below the first limit, uniform numbers are multiplied until their
// product falls below exp(-mean). Above the second limit, the normal distribution is used. In between, candidates are
// rejected. For a generator of the ByQuantile kind, each number must give exactly one result, so the quantile is used:
// of the Poisson distribution below a third limit, and of the normal distribution above it. The limits are rocRAND's.
constexpr double kFewEvents = 64;
constexpr double kManyEvents = 4000;
constexpr double kManyEventsByQuantile = 1000;

ROCM_BINDGEN_HOST_DEVICE inline unsigned int nearest_count(double normal, double mean, double stddev) {
  const double count = stddev * normal + mean + 0.5;
  return count > 0.0 ? static_cast<unsigned int>(count) : 0u;
}

// Source: Knuth, "The Art of Computer Programming", volume 2.
template <class State>
ROCM_BINDGEN_HOST_DEVICE unsigned int few_events(State& state, float mean) {
  unsigned int count = 0;
  for (float product = ::expf(mean) * uniform(state); product > 1.0f; product *= uniform(state)) ++count;
  return count;
}

ROCM_BINDGEN_HOST_DEVICE inline double log_probability(double count, double mean) {
  return count * ::log(mean) - mean - ::lgamma(count + 1.0);
}

// Source: Hoermann, "The transformed rejection method for generating Poisson random variables" (1993), algorithm PTRS.
// The names and constants are those of the paper.
template <class State>
ROCM_BINDGEN_HOST_DEVICE unsigned int some_events(State& state, double mean) {
  const float mu = static_cast<float>(mean);
  const float b = 0.931f + 2.53f * ::sqrtf(mu);
  const float a = -0.059f + 0.02483f * b;
  const float inverse_alpha = 1.1239f + 1.1328f / (b - 3.4f);
  const float v_r = 0.9277f - 3.6224f / (b - 2.0f);
  for (;;) {
    const float u = uniform(state) - 0.5f;
    const float v = uniform(state);
    const float us = 0.5f - ::fabsf(u);
    const float k = ::floorf((2.0f * a / us + b) * u + mu + 0.43f);
    if (us >= 0.07f && v <= v_r) return static_cast<unsigned int>(k);
    if (k < 0.0f || (us < 0.013f && v > us)) continue;
    if (::log(double{v * inverse_alpha / (a / (us * us) + b)}) <= log_probability(k, mean))
      return static_cast<unsigned int>(k);
  }
}

// The smallest count whose cumulative probability reaches u. Counts more than kNegligible standard deviations below the
// mean are less likely than the resolution of u.
ROCM_BINDGEN_HOST_DEVICE inline unsigned int count_by_quantile(double u, double mean) {
  constexpr double kNegligible = 15;
  const double first = ::floor(mean - kNegligible * ::sqrt(mean));
  double count = first > 0.0 ? first : 0.0;
  double probability = ::exp(log_probability(count, mean));
  double cumulative = probability;
  while (cumulative < u && (count < mean || cumulative + probability != cumulative)) {
    count += 1.0;
    probability *= mean / count;
    cumulative += probability;
  }
  return static_cast<unsigned int>(count);
}

// Maps to (0, 1), because the quantile of 1 would be infinite.
ROCM_BINDGEN_HOST_DEVICE inline double below_one(unsigned int x) {
  return x * double{k2ToMinus32} + double{k2ToMinus32} / 2;
}
ROCM_BINDGEN_HOST_DEVICE inline double below_one(unsigned long long x) {
  // With half a unit, as above, the largest number would be rounded to 1.
  return static_cast<double>(x >> 11u) * k2ToMinus53 + k2ToMinus53 / 4;
}

template <class State>
ROCM_BINDGEN_HOST_DEVICE unsigned int poisson(State& state, double mean, InPairs) {
  if (mean < kFewEvents) return few_events(state, static_cast<float>(mean));
  if (mean <= kManyEvents) return some_events(state, mean);
  return nearest_count(normal_double(state, InPairs{}, kNormal, Identity{}), mean, ::sqrt(mean));
}

template <class State>
ROCM_BINDGEN_HOST_DEVICE unsigned int poisson(State& state, double mean, ByQuantile) {
  const auto x = next(state);
  if (mean < kManyEventsByQuantile) return count_by_quantile(below_one(x), mean);
  return nearest_count(quantile_double(x), mean, ::sqrt(mean));
}

template <class State>
ROCM_BINDGEN_HOST_DEVICE uint4 poisson4(State& state, double mean) {
  unsigned int count[4];
  if (mean > kManyEvents) {
    for (int i = 0; i < 4; i += 2) {
      const double2 pair = normal_pair_double(state);
      count[i] = nearest_count(pair.x, mean, ::sqrt(mean));
      count[i + 1] = nearest_count(pair.y, mean, ::sqrt(mean));
    }
  } else {
    for (unsigned int& each : count) each = poisson(state, mean, InPairs{});
  }
  return uint4{count[0], count[1], count[2], count[3]};
}

// The tables of a distribution are created by the library (hiprandCreatePoissonDistribution). Pseudorandom generators
// use Walker's alias method, the others use the cumulative probabilities.
template <class Table, class Word>
ROCM_BINDGEN_HOST_DEVICE unsigned int discrete(const Table& table, Word x, InPairs) {
  const double scaled = table.size * below_one(x);
  const unsigned int slot = static_cast<unsigned int>(scaled);
  return table.offset + (scaled - slot < table.probability[slot] ? slot : table.alias[slot]);
}

template <class Table, class Word>
ROCM_BINDGEN_HOST_DEVICE unsigned int discrete(const Table& table, Word x, ByQuantile) {
  const double u = below_one(x);
  unsigned int low = 0;
  for (unsigned int high = table.size - 1; low < high;) {
    const unsigned int middle = low + (high - low) / 2;
    if (u <= table.cdf[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return table.offset + low;
}

}  // namespace rocm_bindgen::random
