// Thrust's algorithms that keep some elements: conditional copies, removals, partitions, runs of equal elements.
#pragma once

#include "rocm_bindgen_compat/thrust/searching.hpp"

namespace thrust {

template <class P, class In, class Stencil, class Out, class Predicate>
__host__ __device__ Out copy_if(const execution_policy<P>& policy, In first, In last, Stencil stencil, Out out,
                                Predicate predicate) {
  const auto from = detail::raw(first);
  const auto asked = detail::raw(stencil);
  const auto to = detail::raw(out);
  return out + static_cast<ptrdiff_t>(detail::select(
                   detail::derived(policy), static_cast<size_t>(last - first),
                   [=] __host__ __device__(size_t i) {
                     Predicate copy = predicate;
                     return static_cast<bool>(copy(asked[i]));
                   },
                   [=] __host__ __device__(size_t i, size_t place) { to[place] = from[i]; }));
}
template <class P, class In, class Out, class Predicate>
__host__ __device__ Out copy_if(const execution_policy<P>& policy, In first, In last, Out out, Predicate predicate) {
  return thrust::copy_if(policy, first, last, first, out, predicate);
}
template <class P, class In, class Out, class Predicate>
__host__ __device__ Out remove_copy_if(const execution_policy<P>& policy, In first, In last, Out out,
                                       Predicate predicate) {
  return thrust::copy_if(policy, first, last, out, not_fn(predicate));
}
template <class P, class In, class Stencil, class Out, class Predicate>
__host__ __device__ Out remove_copy_if(const execution_policy<P>& policy, In first, In last, Stencil stencil, Out out,
                                       Predicate predicate) {
  return thrust::copy_if(policy, first, last, stencil, out, not_fn(predicate));
}
template <class P, class In, class Out, class T>
__host__ __device__ Out remove_copy(const execution_policy<P>& policy, In first, In last, Out out, const T& value) {
  return thrust::copy_if(policy, first, last, out,
                         [=] __host__ __device__(const detail::ValueAt<In>& x) { return !(x == value); });
}
template <class P, class It, class Predicate>
__host__ __device__ It remove_if(const execution_policy<P>& policy, It first, It last, Predicate predicate) {
  // Sequentially, an element is read before its place is written; threads in parallel need a copy.
  if constexpr (std::is_same<P, detail::SequentialPolicy>::value)
    return thrust::copy_if(policy, first, last, first, not_fn(predicate));
  const size_t count = static_cast<size_t>(last - first);
  const detail::Copied<P, detail::ValueAt<It>> copy(detail::derived(policy), first, count);
  return thrust::copy_if(policy, copy.data(), copy.data() + count, first, not_fn(predicate));
}
template <class P, class It, class Stencil, class Predicate>
__host__ __device__ It remove_if(const execution_policy<P>& policy, It first, It last, Stencil stencil,
                                 Predicate predicate) {
  const size_t count = static_cast<size_t>(last - first);
  const detail::Copied<P, detail::ValueAt<It>> copy(detail::derived(policy), first, count);
  return thrust::copy_if(policy, copy.data(), copy.data() + count, stencil, first, not_fn(predicate));
}
template <class P, class It, class T>
__host__ __device__ It remove(const execution_policy<P>& policy, It first, It last, const T& value) {
  return thrust::remove_if(policy, first, last,
                           [=] __host__ __device__(const detail::ValueAt<It>& x) { return x == value; });
}
template <class P, class It, class Predicate>
__host__ __device__ It stable_partition(const execution_policy<P>& policy, It first, It last, Predicate predicate) {
  const size_t count = static_cast<size_t>(last - first);
  const detail::Copied<P, detail::ValueAt<It>> copy(detail::derived(policy), first, count);
  const It middle = thrust::copy_if(policy, copy.data(), copy.data() + count, first, predicate);
  thrust::copy_if(policy, copy.data(), copy.data() + count, middle, not_fn(predicate));
  return middle;
}
// The stencil may be the range itself, so it is copied before any element moves.
template <class P, class It, class Stencil, class Predicate>
__host__ __device__ It stable_partition(const execution_policy<P>& policy, It first, It last, Stencil stencil,
                                        Predicate predicate) {
  const size_t count = static_cast<size_t>(last - first);
  const detail::Copied<P, detail::ValueAt<It>> copy(detail::derived(policy), first, count);
  const detail::Copied<P, detail::ValueAt<Stencil>> asked(detail::derived(policy), stencil, count);
  const It middle = thrust::copy_if(policy, copy.data(), copy.data() + count, asked.data(), first, predicate);
  thrust::copy_if(policy, copy.data(), copy.data() + count, asked.data(), middle, not_fn(predicate));
  return middle;
}
template <class P, class It, class... Test>
__host__ __device__ It partition(const execution_policy<P>& policy, It first, It last, Test... test) {
  return thrust::stable_partition(policy, first, last, test...);
}
template <class P, class In, class Out, class Rest, class Predicate>
__host__ __device__ pair<Out, Rest> stable_partition_copy(const execution_policy<P>& policy, In first, In last, Out out,
                                                          Rest rest, Predicate predicate) {
  return pair<Out, Rest>(thrust::copy_if(policy, first, last, out, predicate),
                         thrust::copy_if(policy, first, last, rest, not_fn(predicate)));
}
template <class P, class In, class Stencil, class Out, class Rest, class Predicate>
__host__ __device__ pair<Out, Rest> stable_partition_copy(const execution_policy<P>& policy, In first, In last,
                                                          Stencil stencil, Out out, Rest rest, Predicate predicate) {
  return pair<Out, Rest>(thrust::copy_if(policy, first, last, stencil, out, predicate),
                         thrust::copy_if(policy, first, last, stencil, rest, not_fn(predicate)));
}
template <class P, class In, class... Rest>
__host__ __device__ auto partition_copy(const execution_policy<P>& policy, In first, In last, Rest... rest) {
  return thrust::stable_partition_copy(policy, first, last, rest...);
}
// The first element for which the predicate is false. A partitioned range has none after it for which it is true.
template <class P, class It, class Predicate>
__host__ __device__ It partition_point(const execution_policy<P>& policy, It first, It last, Predicate predicate) {
  return thrust::find_if_not(policy, first, last, predicate);
}
template <class P, class It, class Predicate>
__host__ __device__ bool is_partitioned(const execution_policy<P>& policy, It first, It last, Predicate predicate) {
  return thrust::none_of(policy, thrust::partition_point(policy, first, last, predicate), last, predicate);
}

namespace detail {
// Calls emit(i, run) for the first element i of each run of equal keys, and returns the number of runs.
template <class Policy, class Keys, class Equal, class Emit>
__host__ __device__ ptrdiff_t heads(const Policy& policy, Keys keys, size_t count, Equal equal, Emit emit) {
  return static_cast<ptrdiff_t>(select(
      policy, count, [=] __host__ __device__(size_t i) { return i == 0 || !equal(keys[i - 1], keys[i]); }, emit));
}
}  // namespace detail

template <class P, class In, class Out, class Equal>
__host__ __device__ Out unique_copy(const execution_policy<P>& policy, In first, In last, Out out, Equal same) {
  const auto from = detail::raw(first);
  const auto to = detail::raw(out);
  return out + detail::heads(detail::derived(policy), from, static_cast<size_t>(last - first), same,
                             [=] __host__ __device__(size_t i, size_t place) { to[place] = from[i]; });
}
template <class P, class In, class Out>
__host__ __device__ Out unique_copy(const execution_policy<P>& policy, In first, In last, Out out) {
  return thrust::unique_copy(policy, first, last, out, equal_to<>());
}
template <class P, class It, class Equal>
__host__ __device__ It unique(const execution_policy<P>& policy, It first, It last, Equal same) {
  // This case needs no copy; see remove_if().
  if constexpr (std::is_same<P, detail::SequentialPolicy>::value)
    return thrust::unique_copy(policy, first, last, first, same);
  const size_t count = static_cast<size_t>(last - first);
  const detail::Copied<P, detail::ValueAt<It>> copy(detail::derived(policy), first, count);
  return thrust::unique_copy(policy, copy.data(), copy.data() + count, first, same);
}
template <class P, class It>
__host__ __device__ It unique(const execution_policy<P>& policy, It first, It last) {
  return thrust::unique(policy, first, last, equal_to<>());
}
// The number of runs of equal elements.
template <class P, class It, class Equal>
__host__ __device__ ptrdiff_t unique_count(const execution_policy<P>& policy, It first, It last, Equal same) {
  const auto in = detail::raw(first);
  const counting_iterator<ptrdiff_t> begin(0), end(last - first);
  return thrust::count_if(policy, begin, end,
                          [=] __host__ __device__(ptrdiff_t i) { return i == 0 || !same(in[i - 1], in[i]); });
}
template <class P, class It>
__host__ __device__ ptrdiff_t unique_count(const execution_policy<P>& policy, It first, It last) {
  return thrust::unique_count(policy, first, last, equal_to<>());
}

ROCM_BINDGEN_THRUST_WITHOUT_POLICY(copy_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(remove)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(remove_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(remove_copy)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(remove_copy_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(partition)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(stable_partition)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(partition_copy)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(stable_partition_copy)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(partition_point)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(is_partitioned)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(unique)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(unique_copy)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(unique_count)

}  // namespace thrust
