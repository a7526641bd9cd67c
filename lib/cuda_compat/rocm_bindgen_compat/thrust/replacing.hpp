// Thrust's replacements of values, in place or in a copy.
#pragma once

#include "rocm_bindgen_compat/thrust/algorithms.hpp"

namespace thrust {

template <class P, class In, class Stencil, class Out, class Predicate, class T>
__host__ __device__ Out replace_copy_if(const execution_policy<P>& policy, In first, In last, Stencil stencil, Out out,
                                        Predicate predicate, const T& value) {
  const auto from = detail::raw(first);
  const auto asked = detail::raw(stencil);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first), [=] __host__ __device__(size_t i) mutable {
    if (predicate(asked[i]))
      to[i] = value;
    else
      to[i] = from[i];
  });
  return out + (last - first);
}
template <class P, class In, class Out, class Predicate, class T>
__host__ __device__ Out replace_copy_if(const execution_policy<P>& policy, In first, In last, Out out,
                                        Predicate predicate, const T& value) {
  return thrust::replace_copy_if(policy, first, last, first, out, predicate, value);
}
template <class P, class In, class Out, class T>
__host__ __device__ Out replace_copy(const execution_policy<P>& policy, In first, In last, Out out, const T& old,
                                     const T& value) {
  return thrust::replace_copy_if(
      policy, first, last, out, [=] __host__ __device__(const T& x) { return x == old; }, value);
}

template <class P, class It, class Stencil, class Predicate, class T>
__host__ __device__ void replace_if(const execution_policy<P>& policy, It first, It last, Stencil stencil,
                                    Predicate predicate, const T& value) {
  const auto asked = detail::raw(stencil);
  const auto to = detail::raw(first);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first), [=] __host__ __device__(size_t i) mutable {
    if (predicate(asked[i])) to[i] = value;
  });
}
template <class P, class It, class Predicate, class T>
__host__ __device__ void replace_if(const execution_policy<P>& policy, It first, It last, Predicate predicate,
                                    const T& value) {
  thrust::replace_if(policy, first, last, first, predicate, value);
}
template <class P, class It, class T>
__host__ __device__ void replace(const execution_policy<P>& policy, It first, It last, const T& old, const T& value) {
  thrust::replace_if(policy, first, last, [=] __host__ __device__(const T& x) { return x == old; }, value);
}

ROCM_BINDGEN_THRUST_WITHOUT_POLICY(replace)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(replace_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(replace_copy)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(replace_copy_if)

}  // namespace thrust
