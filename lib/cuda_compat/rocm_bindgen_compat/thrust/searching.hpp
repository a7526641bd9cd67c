// Thrust's searches in ranges of any order: extrema, finds, the first difference.
#pragma once

#include "rocm_bindgen_compat/thrust/sorting.hpp"

namespace thrust {
namespace detail {

// Returns an iterator to the largest or the smallest element; of equal elements, the first one.
template <bool Largest, class Policy, class It, class Less>
__host__ __device__ It extremum(const Policy& policy, It first, It last, Less less) {
  const auto in = raw(first);
  const counting_iterator<ptrdiff_t> index(0);
  return first + fold(policy, index, static_cast<size_t>(last - first), ptrdiff_t{0},
                      [=] __host__ __device__(ptrdiff_t a, ptrdiff_t b) {
                        // A lambda's captures are const, but the program's operator() may be non-const.
                        Less copy = less;
                        // The reduction may pass the later index first. Of equal elements, `low` wins.
                        const ptrdiff_t low = a < b ? a : b, high = a < b ? b : a;
                        return (Largest ? copy(in[low], in[high]) : copy(in[high], in[low])) ? high : low;
                      });
}

}  // namespace detail

template <class P, class It, class Less>
__host__ __device__ It min_element(const execution_policy<P>& policy, It first, It last, Less less) {
  return first == last ? last : detail::extremum<false>(detail::derived(policy), first, last, less);
}
template <class P, class It>
__host__ __device__ It min_element(const execution_policy<P>& policy, It first, It last) {
  return thrust::min_element(policy, first, last, less<>());
}
template <class P, class It, class Less>
__host__ __device__ It max_element(const execution_policy<P>& policy, It first, It last, Less less) {
  return first == last ? last : detail::extremum<true>(detail::derived(policy), first, last, less);
}
template <class P, class It>
__host__ __device__ It max_element(const execution_policy<P>& policy, It first, It last) {
  return thrust::max_element(policy, first, last, less<>());
}
template <class P, class It, class... Less>
__host__ __device__ pair<It, It> minmax_element(const execution_policy<P>& policy, It first, It last, Less... less) {
  return pair<It, It>(thrust::min_element(policy, first, last, less...),
                      thrust::max_element(policy, first, last, less...));
}

template <class P, class It, class Predicate>
__host__ __device__ It find_if(const execution_policy<P>& policy, It first, It last, Predicate predicate) {
  const auto in = detail::raw(first);
  const ptrdiff_t count = last - first;
  const auto made = detail::made_by<ptrdiff_t>([=] __host__ __device__(size_t i) {
    Predicate copy = predicate;
    return copy(in[i]) ? static_cast<ptrdiff_t>(i) : count;
  });
  return first + detail::fold(detail::derived(policy), made, static_cast<size_t>(count), count, minimum<ptrdiff_t>());
}
template <class P, class It, class Predicate>
__host__ __device__ It find_if_not(const execution_policy<P>& policy, It first, It last, Predicate predicate) {
  return thrust::find_if(policy, first, last, not_fn(predicate));
}
template <class P, class It, class T>
__host__ __device__ It find(const execution_policy<P>& policy, It first, It last, const T& value) {
  return thrust::find_if(policy, first, last,
                         [=] __host__ __device__(const detail::ValueAt<It>& x) { return x == value; });
}
template <class P, class It, class Less>
__host__ __device__ It is_sorted_until(const execution_policy<P>& policy, It first, It last, Less less) {
  const auto in = detail::raw(first);
  const ptrdiff_t count = last - first;
  // The call with index i compares elements i - 1 and i. With fewer than two elements, there is nothing to compare.
  const counting_iterator<ptrdiff_t> begin(1), end(count < 1 ? 1 : count);
  const auto found = thrust::find_if(policy, begin, end, [=] __host__ __device__(ptrdiff_t i) {
    Less copy = less;
    return copy(in[i], in[i - 1]);
  });
  return count < 1 ? last : first + *found;
}
template <class P, class It>
__host__ __device__ It is_sorted_until(const execution_policy<P>& policy, It first, It last) {
  return thrust::is_sorted_until(policy, first, last, less<>());
}
template <class P, class A, class B, class Equal>
__host__ __device__ pair<A, B> mismatch(const execution_policy<P>& policy, A first, A last, B second, Equal same) {
  const auto a = detail::raw(first);
  const auto b = detail::raw(second);
  const counting_iterator<ptrdiff_t> begin(0), end(last - first);
  const ptrdiff_t at = *thrust::find_if(policy, begin, end, [=] __host__ __device__(ptrdiff_t i) {
    Equal copy = same;
    return !copy(a[i], b[i]);
  });
  return pair<A, B>(first + at, second + at);
}
template <class P, class A, class B>
__host__ __device__ pair<A, B> mismatch(const execution_policy<P>& policy, A first, A last, B second) {
  return thrust::mismatch(policy, first, last, second, equal_to<>());
}

ROCM_BINDGEN_THRUST_WITHOUT_POLICY(min_element)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(max_element)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(minmax_element)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(find)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(find_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(find_if_not)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(is_sorted_until)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(mismatch)

template <class T>
__host__ __device__ T min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T, class Less>
__host__ __device__ T min(const T& a, const T& b, Less less) {
  return less(b, a) ? b : a;
}
template <class T>
__host__ __device__ T max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T, class Less>
__host__ __device__ T max(const T& a, const T& b, Less less) {
  return less(a, b) ? b : a;
}

}  // namespace thrust
