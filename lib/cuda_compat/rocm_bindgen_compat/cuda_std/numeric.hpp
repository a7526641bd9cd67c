// Functions of cuda::std's <numeric>. Device code can call std's functions only if they are constexpr,
// which these are only since C++20.
#pragma once

#include <functional>
#include <iterator>
#include <numeric>

#include "rocm_bindgen_compat/cuda_std/std.hpp"

namespace cuda {
namespace std {

template <class Iterator, class T, class Operation = ::std::plus<>>
__host__ __device__ constexpr T accumulate(Iterator first, Iterator last, T sum, Operation operation = {}) {
  for (; first != last; ++first) sum = operation(sum, *first);
  return sum;
}
template <class Iterator, class T, class Operation = ::std::plus<>>
__host__ __device__ constexpr T reduce(Iterator first, Iterator last, T sum, Operation operation = {}) {
  return cuda::std::accumulate(first, last, sum, operation);
}
template <class Iterator>
__host__ __device__ constexpr auto reduce(Iterator first, Iterator last) {
  return cuda::std::accumulate(first, last, typename ::std::iterator_traits<Iterator>::value_type());
}
template <class Left, class Right, class T, class Sum = ::std::plus<>, class Product = ::std::multiplies<>>
__host__ __device__ constexpr T inner_product(Left first, Left last, Right other, T sum, Sum add = {},
                                              Product multiply = {}) {
  for (; first != last; ++first, ++other) sum = add(sum, multiply(*first, *other));
  return sum;
}
template <class Left, class Right, class T, class Sum = ::std::plus<>, class Product = ::std::multiplies<>>
__host__ __device__ constexpr T transform_reduce(Left first, Left last, Right other, T sum, Sum add = {},
                                                 Product multiply = {}) {
  return cuda::std::inner_product(first, last, other, sum, add, multiply);
}
template <class Iterator, class T>
__host__ __device__ constexpr void iota(Iterator first, Iterator last, T value) {
  for (; first != last; ++first, ++value) *first = value;
}
template <class Iterator, class Output, class Operation = ::std::plus<>>
__host__ __device__ constexpr Output partial_sum(Iterator first, Iterator last, Output to, Operation operation = {}) {
  if (first == last) return to;
  auto sum = *first;
  *to = sum;
  while (++first != last) {
    sum = operation(sum, *first);
    *++to = sum;
  }
  return ++to;
}
template <class Iterator, class Output, class Operation = ::std::plus<>>
__host__ __device__ constexpr Output inclusive_scan(Iterator first, Iterator last, Output to,
                                                    Operation operation = {}) {
  return cuda::std::partial_sum(first, last, to, operation);
}
template <class Iterator, class Output, class T, class Operation = ::std::plus<>>
__host__ __device__ constexpr Output exclusive_scan(Iterator first, Iterator last, Output to, T sum,
                                                    Operation operation = {}) {
  for (; first != last; ++first, ++to) {
    T next = operation(sum, *first);
    *to = sum;
    sum = next;
  }
  return to;
}

}  // namespace std
}  // namespace cuda
