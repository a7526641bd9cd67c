// Thrust's shuffles. Elements are sorted by 64-bit hashes of their positions. The seed of the hashes is made of two
// numbers of the program's generator.
#pragma once

#include <stdint.h>

#include "rocm_bindgen_compat/thrust/sorting.hpp"

namespace thrust {
namespace detail {

// SplitMix64's output function, a bijection of the 64-bit integers.
inline __host__ __device__ uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

// Writes a random permutation of `from` to `out`, which must not overlap it. 0x9e3779b97f4a7c15 is the increment of
// SplitMix64, so hash i is its number i.
template <class P, class From, class Out>
__host__ __device__ void permute(const execution_policy<P>& policy, From from, size_t count, Out out, uint64_t seed) {
  const counting_iterator<size_t> index(0);
  const Copied<P, uint64_t> hashes(
      derived(policy),
      made_by<uint64_t>([=] __host__ __device__(size_t i) { return mixed(seed + 0x9e3779b97f4a7c15ull * i); }), count);
  const Copied<P, size_t> places(derived(policy), index, count);
  thrust::stable_sort_by_key(policy, hashes.data(), hashes.data() + count, places.data());
  thrust::gather(policy, places.data(), places.data() + count, from, out);
}

template <class Generator>
__host__ __device__ uint64_t seed_of(Generator& generator) {
  const uint64_t high = static_cast<uint64_t>(generator());
  return mixed(high << 32 ^ static_cast<uint64_t>(generator()));
}

}  // namespace detail

template <class P, class In, class Out, class Generator>
__host__ __device__ void shuffle_copy(const execution_policy<P>& policy, In first, In last, Out out,
                                      Generator&& generator) {
  detail::permute(policy, first, static_cast<size_t>(last - first), out, detail::seed_of(generator));
}
template <class In, class Out, class Generator, std::enable_if_t<!detail::IsPolicy<In>::value, int> = 0>
__host__ __device__ void shuffle_copy(In first, In last, Out out, Generator&& generator) {
  thrust::shuffle_copy(detail::PolicyFor<In, Out>(), first, last, out, generator);
}
template <class P, class It, class Generator>
__host__ __device__ void shuffle(const execution_policy<P>& policy, It first, It last, Generator&& generator) {
  const size_t count = static_cast<size_t>(last - first);
  const detail::Copied<P, detail::ValueAt<It>> copy(detail::derived(policy), first, count);
  detail::permute(policy, copy.data(), count, first, detail::seed_of(generator));
}
template <class It, class Generator, std::enable_if_t<!detail::IsPolicy<It>::value, int> = 0>
__host__ __device__ void shuffle(It first, It last, Generator&& generator) {
  thrust::shuffle(detail::PolicyFor<It>(), first, last, generator);
}

}  // namespace thrust
