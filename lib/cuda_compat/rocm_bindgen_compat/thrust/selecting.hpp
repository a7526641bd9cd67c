// Thrust's algorithms that keep some elements: conditional copies, removals, partitions, runs of equal keys, set
// operations.
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
template <class P, class It, class Predicate>
__host__ __device__ It partition(const execution_policy<P>& policy, It first, It last, Predicate predicate) {
  return thrust::stable_partition(policy, first, last, predicate);
}
template <class P, class In, class Out, class Rest, class Predicate>
__host__ __device__ pair<Out, Rest> partition_copy(const execution_policy<P>& policy, In first, In last, Out out,
                                                   Rest rest, Predicate predicate) {
  return pair<Out, Rest>(thrust::copy_if(policy, first, last, out, predicate),
                         thrust::copy_if(policy, first, last, rest, not_fn(predicate)));
}

namespace detail {
// Emits the first element of each run of equal keys.
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
template <class P, class It, class Values>
__host__ __device__ pair<It, Values> unique_by_key(const execution_policy<P>& policy, It first, It last,
                                                   Values values) {
  const size_t count = static_cast<size_t>(last - first);
  const detail::Copied<P, detail::ValueAt<It>> keys(detail::derived(policy), first, count);
  const detail::Copied<P, detail::ValueAt<Values>> copy(detail::derived(policy), values, count);
  const auto* from = keys.data();
  const auto* values_from = copy.data();
  const auto to = detail::raw(first);
  const auto values_to = detail::raw(values);
  const ptrdiff_t made = detail::heads(detail::derived(policy), from, count, equal_to<>(),
                                       [=] __host__ __device__(size_t i, size_t place) {
                                         to[place] = from[i];
                                         values_to[place] = values_from[i];
                                       });
  return pair<It, Values>(first + made, values + made);
}

// The thread of a run's first element sums the whole run. This is simple, but slow for long runs.
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class Equal, class Op>
__host__ __device__ pair<KeysOut, ValuesOut> reduce_by_key(const execution_policy<P>& policy, Keys first, Keys last,
                                                           Values values, KeysOut keys_out, ValuesOut values_out,
                                                           Equal same, Op op) {
  const size_t count = static_cast<size_t>(last - first);
  const auto keys = detail::raw(first);
  const auto in = detail::raw(values);
  const auto keys_to = detail::raw(keys_out);
  const auto to = detail::raw(values_out);
  using Value = detail::ValueAt<Values>;
  const ptrdiff_t made =
      detail::heads(detail::derived(policy), keys, count, same, [=] __host__ __device__(size_t i, size_t place) {
        Value sum = in[i];
        for (size_t next = i + 1; next < count && same(keys[next - 1], keys[next]); ++next) sum = op(sum, in[next]);
        keys_to[place] = keys[i];
        to[place] = sum;
      });
  return pair<KeysOut, ValuesOut>(keys_out + made, values_out + made);
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class Equal>
__host__ __device__ pair<KeysOut, ValuesOut> reduce_by_key(const execution_policy<P>& policy, Keys first, Keys last,
                                                           Values values, KeysOut keys_out, ValuesOut values_out,
                                                           Equal same) {
  return thrust::reduce_by_key(policy, first, last, values, keys_out, values_out, same, detail::Add());
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut>
__host__ __device__ pair<KeysOut, ValuesOut> reduce_by_key(const execution_policy<P>& policy, Keys first, Keys last,
                                                           Values values, KeysOut keys_out, ValuesOut values_out) {
  return thrust::reduce_by_key(policy, first, last, values, keys_out, values_out, equal_to<>());
}

// The thread of a run's first element scans the whole run. This is simple, but slow for long runs.
template <class P, class Keys, class Values, class Out>
__host__ __device__ Out inclusive_scan_by_key(const execution_policy<P>& policy, Keys first, Keys last, Values values,
                                              Out out) {
  const size_t count = static_cast<size_t>(last - first);
  const auto keys = detail::raw(first);
  const auto in = detail::raw(values);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), count, [=] __host__ __device__(size_t i) {
    if (i > 0 && keys[i - 1] == keys[i]) return;
    detail::ValueAt<Values> sum = in[i];
    to[i] = sum;
    for (size_t next = i + 1; next < count && keys[next - 1] == keys[next]; ++next) to[next] = sum = sum + in[next];
  });
  return out + (last - first);
}
template <class P, class Keys, class Values, class Out>
__host__ __device__ Out exclusive_scan_by_key(const execution_policy<P>& policy, Keys first, Keys last, Values values,
                                              Out out) {
  const size_t count = static_cast<size_t>(last - first);
  const auto keys = detail::raw(first);
  const auto in = detail::raw(values);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), count, [=] __host__ __device__(size_t i) {
    if (i > 0 && keys[i - 1] == keys[i]) return;
    detail::ValueAt<Values> before{};
    for (size_t next = i; next < count && (next == i || keys[next - 1] == keys[next]); ++next) {
      const detail::ValueAt<Values> value = in[next];
      to[next] = before;
      before = before + value;
    }
  });
  return out + (last - first);
}

namespace detail {
// Emits the elements of the first of two sorted sets that are also in the second, or those that are not. Duplicates
// count: the k-th of equal elements of the first (from 0) is in both if the second has more than k of them.
template <bool InBoth, class P, class A, class B, class Out>
__host__ __device__ Out of_sets(const execution_policy<P>& policy, A first1, A last1, B first2, B last2, Out out) {
  const auto a = raw(first1);
  const auto b = raw(first2);
  const auto to = raw(out);
  const size_t in_a = static_cast<size_t>(last1 - first1), in_b = static_cast<size_t>(last2 - first2);
  return out + static_cast<ptrdiff_t>(select(
                   derived(policy), in_a,
                   [=] __host__ __device__(size_t i) {
                     const less<> order{};
                     const size_t before = i - rank<false>(a, in_a, a[i], order);
                     const size_t count_in_b = rank<true>(b, in_b, a[i], order) - rank<false>(b, in_b, a[i], order);
                     return (before < count_in_b) == InBoth;
                   },
                   [=] __host__ __device__(size_t i, size_t place) { to[place] = a[i]; }));
}
}  // namespace detail

template <class P, class A, class B, class Out>
__host__ __device__ Out set_intersection(const execution_policy<P>& policy, A first1, A last1, B first2, B last2,
                                         Out out) {
  return detail::of_sets<true>(policy, first1, last1, first2, last2, out);
}
template <class P, class A, class B, class Out>
__host__ __device__ Out set_difference(const execution_policy<P>& policy, A first1, A last1, B first2, B last2,
                                       Out out) {
  return detail::of_sets<false>(policy, first1, last1, first2, last2, out);
}
template <class P, class A, class B, class Out>
__host__ __device__ Out set_union(const execution_policy<P>& policy, A first1, A last1, B first2, B last2, Out out) {
  const detail::Copied<P, detail::ValueAt<B>> rest(detail::derived(policy), first2,
                                                   static_cast<size_t>(last2 - first2));
  const auto end = thrust::set_difference(policy, first2, last2, first1, last1, rest.data());
  return thrust::merge(policy, first1, last1, rest.data(), end, out);
}

ROCM_BINDGEN_THRUST_WITHOUT_POLICY(copy_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(remove)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(remove_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(remove_copy_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(partition)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(stable_partition)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(partition_copy)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(unique)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(unique_copy)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(unique_by_key)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(reduce_by_key)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(inclusive_scan_by_key)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(exclusive_scan_by_key)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(set_intersection)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(set_difference)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(set_union)

}  // namespace thrust
