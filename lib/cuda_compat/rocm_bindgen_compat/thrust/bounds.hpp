// Thrust's binary searches in sorted ranges. Each function has a form for a single value, which returns an iterator,
// and one for a range of values, which writes positions.
#pragma once

#include "rocm_bindgen_compat/thrust/sorting.hpp"

namespace thrust {
namespace detail {

// Returns the comparison that was passed, or the default one.
inline __host__ __device__ less<> order() {
  return {};
}
template <class Less>
__host__ __device__ Less order(const Less& less) {
  return less;
}

template <bool Equals, class P, class It, class T, class Less>
__host__ __device__ It bound(const execution_policy<P>& policy, It first, It last, const T& value, Less less) {
  const auto in = raw(first);
  const size_t count = static_cast<size_t>(last - first);
  return first + call<ptrdiff_t>(derived(policy), [=] __host__ __device__ {
           return static_cast<ptrdiff_t>(rank<Equals>(in, count, value, less));
         });
}
template <bool Equals, class P, class It, class Values, class Out, class Less>
__host__ __device__ Out bounds(const execution_policy<P>& policy, It first, It last, Values begin, Values end, Out out,
                               Less less) {
  const auto in = raw(first);
  const size_t count = static_cast<size_t>(last - first);
  return thrust::transform(policy, begin, end, out, [=] __host__ __device__(const ValueAt<Values>& value) {
    return rank<Equals>(in, count, value, less);
  });
}

// Whether the sorted values contain one that is equivalent to `value`.
template <class It, class T, class Less>
__host__ __device__ bool contains(It in, size_t count, const T& value, Less less) {
  const size_t place = rank<false>(in, count, value, less);
  return place < count && !less(value, in[static_cast<ptrdiff_t>(place)]);
}

}  // namespace detail

template <class P, class It, class T>
__host__ __device__ It lower_bound(const execution_policy<P>& policy, It first, It last, const T& value) {
  return detail::bound<false>(policy, first, last, value, less<>());
}
template <class P, class It, class T, class Less>
__host__ __device__ It lower_bound(const execution_policy<P>& policy, It first, It last, const T& value, Less less) {
  return detail::bound<false>(policy, first, last, value, less);
}
template <class P, class It, class Values, class Out>
__host__ __device__ Out lower_bound(const execution_policy<P>& policy, It first, It last, Values begin, Values end,
                                    Out out) {
  return detail::bounds<false>(policy, first, last, begin, end, out, less<>());
}
template <class P, class It, class Values, class Out, class Less>
__host__ __device__ Out lower_bound(const execution_policy<P>& policy, It first, It last, Values begin, Values end,
                                    Out out, Less less) {
  return detail::bounds<false>(policy, first, last, begin, end, out, less);
}

template <class P, class It, class T>
__host__ __device__ It upper_bound(const execution_policy<P>& policy, It first, It last, const T& value) {
  return detail::bound<true>(policy, first, last, value, less<>());
}
template <class P, class It, class T, class Less>
__host__ __device__ It upper_bound(const execution_policy<P>& policy, It first, It last, const T& value, Less less) {
  return detail::bound<true>(policy, first, last, value, less);
}
template <class P, class It, class Values, class Out>
__host__ __device__ Out upper_bound(const execution_policy<P>& policy, It first, It last, Values begin, Values end,
                                    Out out) {
  return detail::bounds<true>(policy, first, last, begin, end, out, less<>());
}
template <class P, class It, class Values, class Out, class Less>
__host__ __device__ Out upper_bound(const execution_policy<P>& policy, It first, It last, Values begin, Values end,
                                    Out out, Less less) {
  return detail::bounds<true>(policy, first, last, begin, end, out, less);
}

template <class P, class It, class T, class Less>
__host__ __device__ bool binary_search(const execution_policy<P>& policy, It first, It last, const T& value,
                                       Less less) {
  const auto in = detail::raw(first);
  const size_t count = static_cast<size_t>(last - first);
  return detail::call<bool>(detail::derived(policy),
                            [=] __host__ __device__ { return detail::contains(in, count, value, less); });
}
template <class P, class It, class T>
__host__ __device__ bool binary_search(const execution_policy<P>& policy, It first, It last, const T& value) {
  return thrust::binary_search(policy, first, last, value, less<>());
}
template <class P, class It, class Values, class Out, class Less>
__host__ __device__ Out binary_search(const execution_policy<P>& policy, It first, It last, Values begin, Values end,
                                      Out out, Less less) {
  const auto in = detail::raw(first);
  const size_t count = static_cast<size_t>(last - first);
  return thrust::transform(policy, begin, end, out, [=] __host__ __device__(const detail::ValueAt<Values>& value) {
    return detail::contains(in, count, value, less);
  });
}
template <class P, class It, class Values, class Out>
__host__ __device__ Out binary_search(const execution_policy<P>& policy, It first, It last, Values begin, Values end,
                                      Out out) {
  return thrust::binary_search(policy, first, last, begin, end, out, less<>());
}

template <class P, class It, class T, class... Less>
__host__ __device__ pair<It, It> equal_range(const execution_policy<P>& policy, It first, It last, const T& value,
                                             Less... less) {
  return pair<It, It>(thrust::lower_bound(policy, first, last, value, less...),
                      thrust::upper_bound(policy, first, last, value, less...));
}

ROCM_BINDGEN_THRUST_WITHOUT_POLICY(lower_bound)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(upper_bound)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(binary_search)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(equal_range)

}  // namespace thrust
