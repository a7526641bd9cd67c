// Thrust's algorithms that process each element separately, and those that are reductions or scans.
#pragma once

#include "rocm_bindgen_compat/thrust/functional.hpp"
#include "rocm_bindgen_compat/thrust/loops.hpp"

namespace thrust {

template <class P, class It, class N, class Function>
__host__ __device__ It for_each_n(const execution_policy<P>& policy, It first, N n, Function function) {
  const auto in = detail::raw(first);
  detail::loop(detail::derived(policy), static_cast<size_t>(n), [=] __host__ __device__(size_t i) mutable {
    decltype(auto) element = in[static_cast<ptrdiff_t>(i)];
    function(element);
  });
  return first + n;
}
template <class P, class It, class Function>
__host__ __device__ It for_each(const execution_policy<P>& policy, It first, It last, Function function) {
  return thrust::for_each_n(policy, first, last - first, function);
}

template <class P, class In, class Out, class Function>
__host__ __device__ Out transform(const execution_policy<P>& policy, In first, In last, Out out, Function function) {
  const auto from = detail::raw(first);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first),
               [=] __host__ __device__(size_t i) mutable { to[i] = function(from[i]); });
  return out + (last - first);
}
template <class P, class A, class B, class Out, class Function>
__host__ __device__ Out transform(const execution_policy<P>& policy, A first, A last, B second, Out out,
                                  Function function) {
  const auto a = detail::raw(first);
  const auto b = detail::raw(second);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first),
               [=] __host__ __device__(size_t i) mutable { to[i] = function(a[i], b[i]); });
  return out + (last - first);
}
template <class P, class In, class Out, class Function, class Predicate>
__host__ __device__ Out transform_if(const execution_policy<P>& policy, In first, In last, Out out, Function function,
                                     Predicate predicate) {
  const auto from = detail::raw(first);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first), [=] __host__ __device__(size_t i) mutable {
    if (predicate(from[i])) to[i] = function(from[i]);
  });
  return out + (last - first);
}
template <class P, class In, class Stencil, class Out, class Function, class Predicate>
__host__ __device__ Out transform_if(const execution_policy<P>& policy, In first, In last, Stencil stencil, Out out,
                                     Function function, Predicate predicate) {
  const auto from = detail::raw(first);
  const auto asked = detail::raw(stencil);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first), [=] __host__ __device__(size_t i) mutable {
    if (predicate(asked[i])) to[i] = function(from[i]);
  });
  return out + (last - first);
}

template <class P, class A, class B, class Stencil, class Out, class Function, class Predicate>
__host__ __device__ Out transform_if(const execution_policy<P>& policy, A first, A last, B second, Stencil stencil,
                                     Out out, Function function, Predicate predicate) {
  const auto a = detail::raw(first);
  const auto b = detail::raw(second);
  const auto asked = detail::raw(stencil);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first), [=] __host__ __device__(size_t i) mutable {
    if (predicate(asked[i])) to[i] = function(a[i], b[i]);
  });
  return out + (last - first);
}

template <class P, class Out, class N, class Function>
__host__ __device__ Out generate_n(const execution_policy<P>& policy, Out out, N n, Function function) {
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(n),
               [=] __host__ __device__(size_t i) mutable { to[i] = function(); });
  return out + n;
}
template <class P, class Out, class Function>
__host__ __device__ void generate(const execution_policy<P>& policy, Out first, Out last, Function function) {
  thrust::generate_n(policy, first, last - first, function);
}
template <class P, class Out, class N, class T>
__host__ __device__ Out fill_n(const execution_policy<P>& policy, Out out, N n, const T& value) {
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(n), [=] __host__ __device__(size_t i) { to[i] = value; });
  return out + n;
}
template <class P, class Out, class T>
__host__ __device__ void fill(const execution_policy<P>& policy, Out first, Out last, const T& value) {
  thrust::fill_n(policy, first, last - first, value);
}
template <class P, class Out, class T>
__host__ __device__ void uninitialized_fill(const execution_policy<P>& policy, Out first, Out last, const T& value) {
  thrust::fill_n(policy, first, last - first, value);
}
template <class P, class Out, class N, class T>
__host__ __device__ Out uninitialized_fill_n(const execution_policy<P>& policy, Out out, N n, const T& value) {
  return thrust::fill_n(policy, out, n, value);
}
template <class P, class Out, class Function>
__host__ __device__ void tabulate(const execution_policy<P>& policy, Out first, Out last, Function function) {
  const auto to = detail::raw(first);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first),
               [=] __host__ __device__(size_t i) mutable { to[i] = function(static_cast<ptrdiff_t>(i)); });
}
template <class P, class Out, class T, class Step>
__host__ __device__ void sequence(const execution_policy<P>& policy, Out first, Out last, T initial, Step step) {
  const auto to = detail::raw(first);
  using Value = detail::ValueAt<Out>;
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first),
               [=] __host__ __device__(size_t i) { to[i] = static_cast<Value>(initial + step * static_cast<T>(i)); });
}
template <class P, class Out, class T>
__host__ __device__ void sequence(const execution_policy<P>& policy, Out first, Out last, T initial) {
  thrust::sequence(policy, first, last, initial, T(1));
}
template <class P, class Out>
__host__ __device__ void sequence(const execution_policy<P>& policy, Out first, Out last) {
  thrust::sequence(policy, first, last, detail::ValueAt<Out>(0));
}

template <class P, class Map, class In, class Out>
__host__ __device__ Out gather(const execution_policy<P>& policy, Map first, Map last, In in, Out out) {
  const auto map = detail::raw(first);
  const auto from = detail::raw(in);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first),
               [=] __host__ __device__(size_t i) { to[i] = from[static_cast<ptrdiff_t>(map[i])]; });
  return out + (last - first);
}
template <class P, class In, class Map, class Out>
__host__ __device__ void scatter(const execution_policy<P>& policy, In first, In last, Map indices, Out out) {
  const auto from = detail::raw(first);
  const auto map = detail::raw(indices);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first),
               [=] __host__ __device__(size_t i) { to[static_cast<ptrdiff_t>(map[i])] = from[i]; });
}
// Gathers only at positions where the predicate is true for the stencil's element. Without a predicate, that element
// itself is the condition.
template <class P, class Map, class Stencil, class In, class Out, class Predicate>
__host__ __device__ Out gather_if(const execution_policy<P>& policy, Map first, Map last, Stencil stencil, In in,
                                  Out out, Predicate predicate) {
  const auto map = detail::raw(first);
  const auto asked = detail::raw(stencil);
  const auto from = detail::raw(in);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first), [=] __host__ __device__(size_t i) mutable {
    if (predicate(asked[i])) to[i] = from[static_cast<ptrdiff_t>(map[i])];
  });
  return out + (last - first);
}
template <class P, class Map, class Stencil, class In, class Out>
__host__ __device__ Out gather_if(const execution_policy<P>& policy, Map first, Map last, Stencil stencil, In in,
                                  Out out) {
  return thrust::gather_if(policy, first, last, stencil, in, out, identity<>());
}
template <class P, class In, class Map, class Stencil, class Out, class Predicate>
__host__ __device__ void scatter_if(const execution_policy<P>& policy, In first, In last, Map indices, Stencil stencil,
                                    Out out, Predicate predicate) {
  const auto from = detail::raw(first);
  const auto map = detail::raw(indices);
  const auto asked = detail::raw(stencil);
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first), [=] __host__ __device__(size_t i) mutable {
    if (predicate(asked[i])) to[static_cast<ptrdiff_t>(map[i])] = from[i];
  });
}
template <class P, class In, class Map, class Stencil, class Out>
__host__ __device__ void scatter_if(const execution_policy<P>& policy, In first, In last, Map indices, Stencil stencil,
                                    Out out) {
  thrust::scatter_if(policy, first, last, indices, stencil, out, identity<>());
}
// This namespace keeps swap out of argument-dependent lookup: an unqualified call means std::swap and must not find
// this function through its arguments' types.
namespace swapping {
template <class T>
__host__ __device__ void swap(T& a, T& b) {
  T old = static_cast<T&&>(a);
  a = static_cast<T&&>(b);
  b = static_cast<T&&>(old);
}
}  // namespace swapping
using namespace swapping;

template <class P, class A, class B>
__host__ __device__ B swap_ranges(const execution_policy<P>& policy, A first, A last, B second) {
  const auto a = detail::raw(first);
  const auto b = detail::raw(second);
  using Value = detail::ValueAt<A>;
  detail::loop(detail::derived(policy), static_cast<size_t>(last - first), [=] __host__ __device__(size_t i) {
    const Value kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  });
  return second + (last - first);
}
template <class P, class It>
__host__ __device__ void reverse(const execution_policy<P>& policy, It first, It last) {
  const auto n = last - first;
  thrust::swap_ranges(policy, first, first + n / 2, reverse_iterator<It>(last));
}
template <class P, class In, class Out>
__host__ __device__ Out reverse_copy(const execution_policy<P>& policy, In first, In last, Out out) {
  return thrust::transform(policy, reverse_iterator<In>(last), reverse_iterator<In>(first), out, identity<>());
}
// The input is copied first, because the output may be the same range.
template <class P, class In, class Out, class Op>
__host__ __device__ Out adjacent_difference(const execution_policy<P>& policy, In first, In last, Out out, Op op) {
  const size_t count = static_cast<size_t>(last - first);
  const detail::Copied<P, detail::ValueAt<In>> copy(detail::derived(policy), first, count);
  const auto from = copy.data();
  const auto to = detail::raw(out);
  detail::loop(detail::derived(policy), count, [=] __host__ __device__(size_t i) mutable {
    if (i == 0)
      to[i] = from[i];
    else
      to[i] = op(from[i], from[i - 1]);
  });
  return out + (last - first);
}
template <class P, class In, class Out>
__host__ __device__ Out adjacent_difference(const execution_policy<P>& policy, In first, In last, Out out) {
  return thrust::adjacent_difference(policy, first, last, out, minus<>());
}

template <class P, class In, class T, class Op>
__host__ __device__ T reduce(const execution_policy<P>& policy, In first, In last, T initial, Op op) {
  return detail::fold(detail::derived(policy), first, static_cast<size_t>(last - first), initial, op);
}
template <class P, class In, class T>
__host__ __device__ T reduce(const execution_policy<P>& policy, In first, In last, T initial) {
  return thrust::reduce(policy, first, last, initial, detail::Add());
}
template <class P, class In>
__host__ __device__ detail::ValueAt<In> reduce(const execution_policy<P>& policy, In first, In last) {
  return thrust::reduce(policy, first, last, detail::ValueAt<In>());
}
// Writes the result to *out, without a copy to the host.
template <class P, class In, class Out, class T, class Op>
__host__ __device__ void reduce_into(const execution_policy<P>& policy, In first, In last, Out out, T initial, Op op) {
  detail::fold_into(detail::derived(policy), first, static_cast<size_t>(last - first), initial, op, detail::raw(out));
}
template <class P, class In, class Out, class T>
__host__ __device__ void reduce_into(const execution_policy<P>& policy, In first, In last, Out out, T initial) {
  thrust::reduce_into(policy, first, last, out, initial, detail::Add());
}
template <class P, class In, class Out>
__host__ __device__ void reduce_into(const execution_policy<P>& policy, In first, In last, Out out) {
  thrust::reduce_into(policy, first, last, out, detail::ValueAt<In>());
}
template <class P, class In, class Function, class T, class Op>
__host__ __device__ T transform_reduce(const execution_policy<P>& policy, In first, In last, Function function,
                                       T initial, Op op) {
  const auto from = detail::raw(first);
  const auto made = detail::made_by<T>([=] __host__ __device__(size_t i) {
    // A lambda's captures are const, but the program's operator() may be non-const.
    Function copy = function;
    return static_cast<T>(copy(from[i]));
  });
  return detail::fold(detail::derived(policy), made, static_cast<size_t>(last - first), initial, op);
}
template <class P, class A, class B, class T, class Op, class Function>
__host__ __device__ T inner_product(const execution_policy<P>& policy, A first, A last, B second, T initial, Op op,
                                    Function function) {
  const auto a = detail::raw(first);
  const auto b = detail::raw(second);
  const auto made =
      detail::made_by<T>([=] __host__ __device__(size_t i) { return static_cast<T>(function(a[i], b[i])); });
  return detail::fold(detail::derived(policy), made, static_cast<size_t>(last - first), initial, op);
}
template <class P, class A, class B, class T>
__host__ __device__ T inner_product(const execution_policy<P>& policy, A first, A last, B second, T initial) {
  return thrust::inner_product(policy, first, last, second, initial, detail::Add(), multiplies<>());
}
template <class P, class In, class Predicate>
__host__ __device__ ptrdiff_t count_if(const execution_policy<P>& policy, In first, In last, Predicate predicate) {
  return thrust::transform_reduce(
      policy, first, last,
      [=] __host__ __device__(const detail::ValueAt<In>& x) {
        Predicate copy = predicate;
        return copy(x) ? ptrdiff_t{1} : ptrdiff_t{0};
      },
      ptrdiff_t{0}, detail::Add());
}
template <class P, class In, class T>
__host__ __device__ ptrdiff_t count(const execution_policy<P>& policy, In first, In last, const T& value) {
  return thrust::count_if(policy, first, last,
                          [=] __host__ __device__(const detail::ValueAt<In>& x) { return x == value; });
}
template <class P, class In, class Predicate>
__host__ __device__ bool any_of(const execution_policy<P>& policy, In first, In last, Predicate predicate) {
  return thrust::count_if(policy, first, last, predicate) != 0;
}
template <class P, class In, class Predicate>
__host__ __device__ bool none_of(const execution_policy<P>& policy, In first, In last, Predicate predicate) {
  return thrust::count_if(policy, first, last, predicate) == 0;
}
template <class P, class In, class Predicate>
__host__ __device__ bool all_of(const execution_policy<P>& policy, In first, In last, Predicate predicate) {
  return thrust::count_if(policy, first, last, predicate) == last - first;
}
template <class P, class A, class B, class Equal>
__host__ __device__ bool equal(const execution_policy<P>& policy, A first, A last, B second, Equal same) {
  return thrust::inner_product(policy, first, last, second, true, logical_and<>(), same);
}
template <class P, class A, class B>
__host__ __device__ bool equal(const execution_policy<P>& policy, A first, A last, B second) {
  return thrust::equal(policy, first, last, second, equal_to<>());
}

template <class P, class In, class Out, class Op>
__host__ __device__ Out inclusive_scan(const execution_policy<P>& policy, In first, In last, Out out, Op op) {
  detail::scan_all(detail::derived(policy), first, out, static_cast<size_t>(last - first), detail::ValueAt<In>(), false,
                   op, true);
  return out + (last - first);
}
template <class P, class In, class Out, class T, class Op>
__host__ __device__ Out inclusive_scan(const execution_policy<P>& policy, In first, In last, Out out, T initial,
                                       Op op) {
  detail::scan_all(detail::derived(policy), first, out, static_cast<size_t>(last - first), initial, true, op, true);
  return out + (last - first);
}
template <class P, class In, class Out>
__host__ __device__ Out inclusive_scan(const execution_policy<P>& policy, In first, In last, Out out) {
  return thrust::inclusive_scan(policy, first, last, out, detail::Add());
}
template <class P, class In, class Out, class T, class Op>
__host__ __device__ Out exclusive_scan(const execution_policy<P>& policy, In first, In last, Out out, T initial,
                                       Op op) {
  detail::scan_all(detail::derived(policy), first, out, static_cast<size_t>(last - first), initial, true, op, false);
  return out + (last - first);
}
template <class P, class In, class Out, class T>
__host__ __device__ Out exclusive_scan(const execution_policy<P>& policy, In first, In last, Out out, T initial) {
  return thrust::exclusive_scan(policy, first, last, out, initial, detail::Add());
}
template <class P, class In, class Out>
__host__ __device__ Out exclusive_scan(const execution_policy<P>& policy, In first, In last, Out out) {
  return thrust::exclusive_scan(policy, first, last, out, detail::ValueAt<In>());
}
template <class P, class In, class Out, class Function, class Op>
__host__ __device__ Out transform_inclusive_scan(const execution_policy<P>& policy, In first, In last, Out out,
                                                 Function function, Op op) {
  const transform_iterator<Function, In> begin(first, function), end(last, function);
  return thrust::inclusive_scan(policy, begin, end, out, op);
}
template <class P, class In, class Out, class Function, class T, class Op>
__host__ __device__ Out transform_inclusive_scan(const execution_policy<P>& policy, In first, In last, Out out,
                                                 Function function, T initial, Op op) {
  const transform_iterator<Function, In> begin(first, function), end(last, function);
  return thrust::inclusive_scan(policy, begin, end, out, initial, op);
}
template <class P, class In, class Out, class Function, class T, class Op>
__host__ __device__ Out transform_exclusive_scan(const execution_policy<P>& policy, In first, In last, Out out,
                                                 Function function, T initial, Op op) {
  const transform_iterator<Function, In> begin(first, function), end(last, function);
  return thrust::exclusive_scan(policy, begin, end, out, initial, op);
}

ROCM_BINDGEN_THRUST_WITHOUT_POLICY(for_each)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(for_each_n)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(transform)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(transform_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(generate)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(generate_n)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(fill)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(fill_n)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(uninitialized_fill)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(uninitialized_fill_n)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(tabulate)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(sequence)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(gather)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(scatter)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(gather_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(scatter_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(swap_ranges)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(reverse)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(reverse_copy)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(adjacent_difference)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(reduce)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(reduce_into)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(transform_reduce)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(inner_product)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(count)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(count_if)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(any_of)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(none_of)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(all_of)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(equal)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(inclusive_scan)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(exclusive_scan)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(transform_inclusive_scan)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(transform_exclusive_scan)

}  // namespace thrust
