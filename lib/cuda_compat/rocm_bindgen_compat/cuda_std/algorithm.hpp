// Functions of cuda::std's <algorithm>. Device code can call std's functions only if they are constexpr,
// which these are only since C++20. The implementations are simple, because sequences in device code are short.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>

#include "rocm_bindgen_compat/cuda_std/utility.hpp"

namespace cuda {
namespace std {

template <class Iterator, class Function>
__host__ __device__ constexpr Function for_each(Iterator first, Iterator last, Function function) {
  for (; first != last; ++first) function(*first);
  return function;
}
template <class Iterator, class Size, class Function>
__host__ __device__ constexpr Iterator for_each_n(Iterator first, Size count, Function function) {
  for (; count > 0; --count, ++first) function(*first);
  return first;
}

template <class Iterator, class Predicate>
__host__ __device__ constexpr Iterator find_if(Iterator first, Iterator last, Predicate predicate) {
  while (first != last && !predicate(*first)) ++first;
  return first;
}
template <class Iterator, class Predicate>
__host__ __device__ constexpr Iterator find_if_not(Iterator first, Iterator last, Predicate predicate) {
  while (first != last && predicate(*first)) ++first;
  return first;
}
template <class Iterator, class T>
__host__ __device__ constexpr Iterator find(Iterator first, Iterator last, const T& value) {
  while (first != last && !(*first == value)) ++first;
  return first;
}
template <class Iterator, class Predicate>
__host__ __device__ constexpr bool any_of(Iterator first, Iterator last, Predicate predicate) {
  return cuda::std::find_if(first, last, predicate) != last;
}
template <class Iterator, class Predicate>
__host__ __device__ constexpr bool none_of(Iterator first, Iterator last, Predicate predicate) {
  return cuda::std::find_if(first, last, predicate) == last;
}
template <class Iterator, class Predicate>
__host__ __device__ constexpr bool all_of(Iterator first, Iterator last, Predicate predicate) {
  return cuda::std::find_if_not(first, last, predicate) == last;
}
template <class Iterator, class Predicate>
__host__ __device__ constexpr ptrdiff_t count_if(Iterator first, Iterator last, Predicate predicate) {
  ptrdiff_t found = 0;
  for (; first != last; ++first) found += predicate(*first) ? 1 : 0;
  return found;
}
template <class Iterator, class T>
__host__ __device__ constexpr ptrdiff_t count(Iterator first, Iterator last, const T& value) {
  return cuda::std::count_if(first, last, [&](const auto& element) { return element == value; });
}

template <class Iterator, class Output>
__host__ __device__ constexpr Output copy(Iterator first, Iterator last, Output to) {
  for (; first != last; ++first, ++to) *to = *first;
  return to;
}
template <class Iterator, class Size, class Output>
__host__ __device__ constexpr Output copy_n(Iterator first, Size count, Output to) {
  for (; count > 0; --count, ++first, ++to) *to = *first;
  return to;
}
template <class Iterator, class Output, class Predicate>
__host__ __device__ constexpr Output copy_if(Iterator first, Iterator last, Output to, Predicate predicate) {
  for (; first != last; ++first)
    if (predicate(*first)) *to++ = *first;
  return to;
}
template <class Iterator, class Output>
__host__ __device__ constexpr Output copy_backward(Iterator first, Iterator last, Output end) {
  while (last != first) *--end = *--last;
  return end;
}
template <class Iterator, class T>
__host__ __device__ constexpr void fill(Iterator first, Iterator last, const T& value) {
  for (; first != last; ++first) *first = value;
}
template <class Iterator, class Size, class T>
__host__ __device__ constexpr Iterator fill_n(Iterator first, Size count, const T& value) {
  for (; count > 0; --count, ++first) *first = value;
  return first;
}
template <class Iterator, class Output, class Operation>
__host__ __device__ constexpr Output transform(Iterator first, Iterator last, Output to, Operation operation) {
  for (; first != last; ++first, ++to) *to = operation(*first);
  return to;
}
template <class Left, class Right, class Output, class Operation>
__host__ __device__ constexpr Output transform(Left first, Left last, Right other, Output to, Operation operation) {
  for (; first != last; ++first, ++other, ++to) *to = operation(*first, *other);
  return to;
}
template <class Iterator, class Function>
__host__ __device__ constexpr void generate(Iterator first, Iterator last, Function function) {
  for (; first != last; ++first) *first = function();
}
template <class Iterator, class T>
__host__ __device__ constexpr void replace(Iterator first, Iterator last, const T& old, const T& value) {
  for (; first != last; ++first)
    if (*first == old) *first = value;
}
template <class Iterator, class Predicate>
__host__ __device__ constexpr Iterator remove_if(Iterator first, Iterator last, Predicate predicate) {
  Iterator to = cuda::std::find_if(first, last, predicate);
  if (to == last) return to;
  for (first = to; ++first != last;)
    if (!predicate(*first)) *to++ = *first;
  return to;
}
template <class Iterator, class T>
__host__ __device__ constexpr Iterator remove(Iterator first, Iterator last, const T& value) {
  return cuda::std::remove_if(first, last, [&](const auto& element) { return element == value; });
}
template <class Iterator>
__host__ __device__ constexpr Iterator unique(Iterator first, Iterator last) {
  if (first == last) return last;
  Iterator last_unique = first;
  while (++first != last)
    if (!(*last_unique == *first)) *++last_unique = *first;
  return ++last_unique;
}

template <class Left, class Right>
__host__ __device__ constexpr void iter_swap(Left left, Right right) {
  cuda::std::swap(*left, *right);
}
template <class Left, class Right>
__host__ __device__ constexpr Right swap_ranges(Left first, Left last, Right other) {
  for (; first != last; ++first, ++other) cuda::std::swap(*first, *other);
  return other;
}
template <class Iterator>
__host__ __device__ constexpr void reverse(Iterator first, Iterator last) {
  while (first != last && first != --last) cuda::std::swap(*first++, *last);
}

template <class Left, class Right, class Equal = ::std::equal_to<>>
__host__ __device__ constexpr bool equal(Left first, Left last, Right other, Equal same = {}) {
  for (; first != last; ++first, ++other)
    if (!same(*first, *other)) return false;
  return true;
}
template <class Left, class Right, class Less = ::std::less<>>
__host__ __device__ constexpr bool lexicographical_compare(Left first, Left last, Right other, Right end,
                                                           Less less = {}) {
  for (; first != last && other != end; ++first, ++other) {
    if (less(*first, *other)) return true;
    if (less(*other, *first)) return false;
  }
  return first == last && other != end;
}

template <class Iterator, class Less = ::std::less<>>
__host__ __device__ constexpr Iterator min_element(Iterator first, Iterator last, Less less = {}) {
  Iterator least = first;
  for (; first != last; ++first)
    if (less(*first, *least)) least = first;
  return least;
}
template <class Iterator, class Less = ::std::less<>>
__host__ __device__ constexpr Iterator max_element(Iterator first, Iterator last, Less less = {}) {
  Iterator greatest = first;
  for (; first != last; ++first)
    if (less(*greatest, *first)) greatest = first;
  return greatest;
}

template <class Iterator, class T, class Less = ::std::less<>>
__host__ __device__ constexpr Iterator lower_bound(Iterator first, Iterator last, const T& value, Less less = {}) {
  for (auto count = last - first; count > 0;) {
    const auto half = count / 2;
    if (less(*(first + half), value)) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}
template <class Iterator, class T, class Less = ::std::less<>>
__host__ __device__ constexpr Iterator upper_bound(Iterator first, Iterator last, const T& value, Less less = {}) {
  return cuda::std::lower_bound(first, last, value,
                                [&](const auto& element, const T& wanted) { return !less(wanted, element); });
}
template <class Iterator, class T, class Less = ::std::less<>>
__host__ __device__ constexpr bool binary_search(Iterator first, Iterator last, const T& value, Less less = {}) {
  first = cuda::std::lower_bound(first, last, value, less);
  return first != last && !less(value, *first);
}
template <class Iterator, class Less = ::std::less<>>
__host__ __device__ constexpr bool is_sorted(Iterator first, Iterator last, Less less = {}) {
  if (first == last) return true;
  for (Iterator next = first; ++next != last; first = next)
    if (less(*next, *first)) return false;
  return true;
}

/// Moves the element at `root` down the heap until no element below it is greater.
template <class Iterator, class Less>
__host__ __device__ constexpr void __sift_down(Iterator first, ptrdiff_t root, ptrdiff_t count, Less less) {
  for (ptrdiff_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && less(first[child], first[child + 1])) ++child;
    if (!less(first[root], first[child])) return;
    cuda::std::swap(first[root], first[child]);
    root = child;
  }
}
template <class Iterator, class Less = ::std::less<>>
__host__ __device__ constexpr void sort(Iterator first, Iterator last, Less less = {}) {
  const ptrdiff_t count = last - first;
  for (ptrdiff_t root = count / 2; root-- > 0;) cuda::std::__sift_down(first, root, count, less);
  for (ptrdiff_t left = count; --left > 0;) {
    cuda::std::swap(first[0], first[left]);
    cuda::std::__sift_down(first, 0, left, less);
  }
}
template <class Iterator, class Less = ::std::less<>>
__host__ __device__ constexpr void stable_sort(Iterator first, Iterator last, Less less = {}) {
  for (Iterator sorted = first; sorted != last; ++sorted)
    for (Iterator at = sorted; at != first && less(*at, *(at - 1)); --at) cuda::std::swap(*at, *(at - 1));
}

template <class Left, class Right, class Output, class Less = ::std::less<>>
__host__ __device__ constexpr Output merge(Left first, Left last, Right other, Right end, Output to, Less less = {}) {
  for (; first != last && other != end; ++to) {
    if (less(*other, *first))
      *to = *other++;
    else
      *to = *first++;
  }
  return cuda::std::copy(other, end, cuda::std::copy(first, last, to));
}

}  // namespace std
}  // namespace cuda
