// CUB's functions of single threads: scans, sorts and searches in a thread's own items, and facts about types and
// lanes.
#pragma once

#include <limits>

#include "rocm_bindgen_compat/cub/block_reduce.hpp"

namespace hipcub {

// Scans the items of one thread. Each scan returns the combination of all items, after the prefix if there is one.
template <int Items, class T, class Op>
__device__ T ThreadScanInclusive(const T (&input)[Items], T (&output)[Items], Op op, T prefix,
                                 bool apply_prefix = true) {
  T running = apply_prefix ? static_cast<T>(op(prefix, input[0])) : input[0];
  output[0] = running;
  for (int i = 1; i < Items; ++i) output[i] = running = op(running, input[i]);
  return running;
}
template <int Items, class T, class Op>
__device__ T ThreadScanInclusive(const T (&input)[Items], T (&output)[Items], Op op) {
  return ThreadScanInclusive(input, output, op, input[0], false);
}
template <int Items, class T, class Op>
__device__ T ThreadScanExclusive(const T (&input)[Items], T (&output)[Items], Op op, T prefix) {
  for (int i = 0; i < Items; ++i) {
    const T next = op(prefix, input[i]);
    output[i] = prefix;
    prefix = next;
  }
  return prefix;
}

// Sorts the items of one thread by exchanges of adjacent items, so the indices into the arrays are constants.
template <class Key, class Value, class Less, int Items>
__device__ void StableOddEvenSort(Key (&keys)[Items], Value (&values)[Items], Less less) {
  for (int pass = 0; pass < Items; ++pass)
    for (int i = pass % 2; i + 1 < Items; i += 2) {
      if (!less(keys[i + 1], keys[i])) continue;
      const Key key = keys[i];
      keys[i] = keys[i + 1];
      keys[i + 1] = key;
      const Value value = values[i];
      values[i] = values[i + 1];
      values[i + 1] = value;
    }
}

template <class Input, class Offset, class T>
__device__ Offset LowerBound(Input input, Offset count, T value) {
  Offset begin = 0;
  while (count > 0) {
    const Offset half = count / 2;
    const bool before = input[begin + half] < value;
    begin = before ? begin + half + 1 : begin;
    count = before ? count - half - 1 : half;
  }
  return begin;
}
template <class Input, class Offset, class T>
__device__ Offset UpperBound(Input input, Offset count, T value) {
  Offset begin = 0;
  while (count > 0) {
    const Offset half = count / 2;
    const bool before = !(value < input[begin + half]);
    begin = before ? begin + half + 1 : begin;
    count = before ? count - half - 1 : half;
  }
  return begin;
}

// Finds path.x and path.y such that the first `diagonal` elements of the merge of two sorted ranges are the first
// path.x elements of `a` and the first path.y elements of `b`.
template <class A, class B, class Offset, class Coordinate>
ROCM_BINDGEN_HOST_DEVICE void MergePathSearch(Offset diagonal, A a, B b, Offset a_len, Offset b_len, Coordinate& path) {
  Offset low = diagonal > b_len ? diagonal - b_len : Offset(0);
  Offset high = diagonal < a_len ? diagonal : a_len;
  while (low < high) {
    const Offset middle = low + (high - low) / 2;
    if (b[diagonal - middle - 1] < a[middle])
      high = middle;
    else
      low = middle + 1;
  }
  path.x = low;
  path.y = diagonal - low;
}

__device__ inline unsigned int LaneMaskLt() {
  return (1u << LaneId()) - 1;
}
__device__ inline unsigned int LaneMaskLe() {
  return LaneMaskLt() << 1 | 1u;
}
__device__ inline unsigned int LaneMaskGt() {
  return ~LaneMaskLe();
}
__device__ inline unsigned int LaneMaskGe() {
  return ~LaneMaskLt();
}

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

namespace detail {

template <class T, bool Number = std::numeric_limits<T>::is_specialized>
struct NumberTraits {
  static constexpr Category CATEGORY = NOT_A_NUMBER;
  enum { PRIMITIVE = false, NULL_TYPE = std::is_same<T, NullType>::value };
};
template <class T>
struct NumberTraits<T, true> {
  static constexpr Category CATEGORY = std::is_floating_point<T>::value ? FLOATING_POINT
                                       : std::is_signed<T>::value       ? SIGNED_INTEGER
                                                                        : UNSIGNED_INTEGER;
  enum { PRIMITIVE = true, NULL_TYPE = false };
  using UnsignedBits = typename BitsOfSize<sizeof(T)>::Type;
  ROCM_BINDGEN_HOST_DEVICE static constexpr T Max() { return std::numeric_limits<T>::max(); }
  ROCM_BINDGEN_HOST_DEVICE static constexpr T Lowest() { return std::numeric_limits<T>::lowest(); }
};

}  // namespace detail

template <class T>
struct NumericTraits : detail::NumberTraits<T> {};
template <class T>
struct Traits : NumericTraits<typename std::remove_cv<T>::type> {};

}  // namespace hipcub
