// Thrust's sorts. All of them are stable.
#pragma once

#include "rocm_bindgen_compat/thrust/copies.hpp"

namespace thrust {
namespace detail {

// The number of the `count` sorted values that precede `value`: those less than it, or if `Equals` is true, those not
// greater than it.
template <bool Equals, class It, class T, class Less>
__host__ __device__ size_t rank(It in, size_t count, const T& value, Less less) {
  size_t begin = 0;
  while (count > 0) {
    const size_t half = count / 2;
    bool before;
    if constexpr (Equals)
      before = !less(value, in[static_cast<ptrdiff_t>(begin + half)]);
    else
      before = less(in[static_cast<ptrdiff_t>(begin + half)], value);
    begin = before ? begin + half + 1 : begin;
    count = before ? count - half - 1 : half;
  }
  return begin;
}

// The position of element i when adjacent runs of `width` elements are merged: its own position plus the number of
// elements of the other run that precede it.
template <class Key, class Less>
__host__ __device__ size_t merged_place(const Key* keys, size_t count, size_t width, size_t i, Less less) {
  const size_t pair = i / (2 * width) * (2 * width);
  const size_t middle = pair + width < count ? pair + width : count;
  const size_t end = middle + width < count ? middle + width : count;
  if (i < middle) return i + rank<false>(keys + middle, end - middle, keys[i], less);
  return i - (middle - pair) + rank<true>(keys + pair, middle - pair, keys[i], less);
}

// Sorts keys together with the indices of their original positions. Each pass merges into the other pair of arrays;
// afterwards, `keys` and `places` point to the sorted ones.
template <class Policy, class Key, class Less>
__host__ __device__ void merge_sort(const Policy& policy, Key*& keys, Key*& other_keys, size_t*& places,
                                    size_t*& other_places, size_t count, Less less) {
  for (size_t width = 1; width < count; width *= 2) {
    const Key* keys_in = keys;
    const size_t* places_in = places;
    Key* keys_out = other_keys;
    size_t* places_out = other_places;
    loop(policy, count, [=] __host__ __device__(size_t i) {
      // A lambda's captures are const, but the program's operator() may be non-const.
      Less copy = less;
      const size_t to = merged_place(keys_in, count, width, i, copy);
      keys_out[to] = keys_in[i];
      places_out[to] = places_in[i];
    });
    Key* const keys_kept = keys;
    keys = other_keys;
    other_keys = keys_kept;
    size_t* const places_kept = places;
    places = other_places;
    other_places = places_kept;
  }
}

// Sorts the keys and passes to `move` the original position of each sorted key.
template <class Policy, class It, class Less, class Move>
__host__ __device__ void sort_places(const Policy& policy, It first, size_t count, Less less, Move move) {
  using Key = ValueAt<It>;
  const auto to = raw(first);
  // Each merge moves the elements from one of two copies to the other.
  const Copied<Policy, Key> copy(policy, first, count), other_copy(policy, first, count);
  const counting_iterator<size_t> index(0);
  const Copied<Policy, size_t> indices(policy, index, count), other_indices(policy, index, count);
  Key *keys = copy.data(), *other_keys = other_copy.data();
  size_t *places = indices.data(), *other_places = other_indices.data();
  merge_sort(policy, keys, other_keys, places, other_places, count, less);
  loop(policy, count, [=] __host__ __device__(size_t i) { to[i] = keys[i]; });
  move(static_cast<const size_t*>(places));
}

// A device thread has no memory to merge in, so elements and their values are moved in place.
template <class It, class Less, class... Values>
__device__ void insertion_sort(It keys, size_t count, Less less, Values... values) {
  const auto insert = [](auto in, size_t from, size_t to) {
    const ValueAt<decltype(in)> kept = in[from];
    for (size_t i = from; i > to; --i) in[i] = in[i - 1];
    in[to] = kept;
  };
  for (size_t i = 1; i < count; ++i) {
    const size_t to = rank<true>(keys, i, static_cast<ValueAt<It>>(keys[i]), less);
    insert(keys, i, to);
    (insert(values, i, to), ...);
  }
}

template <class Less, class Key>
constexpr bool kAscends = std::is_same<Less, less<Key>>::value || std::is_same<Less, less<void>>::value;
template <class Less, class Key>
constexpr bool kDescends = std::is_same<Less, greater<Key>>::value || std::is_same<Less, greater<void>>::value;
// Whether the radix sort can be used: for numbers in device memory, in ascending or descending order.
template <class Policy, class It, class Less>
constexpr bool kByDigits = std::is_same<Policy, DevicePolicy>::value && std::is_pointer<RawOf<It>>::value &&
                           std::is_arithmetic<ValueAt<It>>::value && !std::is_same<ValueAt<It>, bool>::value &&
                           (kAscends<Less, ValueAt<It>> || kDescends<Less, ValueAt<It>>);

template <class Less, class It>
void sort_by_digits(const DevicePolicy& policy, It first, size_t count) {
  using Key = ValueAt<It>;
  const Copied<DevicePolicy, Key> from(policy, first, count);
  with_storage(policy, [&](void* storage, size_t& bytes) {
    return hipcub::detail::RadixSort<kDescends<Less, Key>>::keys(storage, bytes, static_cast<const Key*>(from.data()),
                                                                 raw(first), count, 0, hipcub::detail::kKeyBits<Key>,
                                                                 policy.stream, false);
  });
}
template <class Less, class It, class Values>
void sort_pairs_by_digits(const DevicePolicy& policy, It first, Values values, size_t count) {
  using Key = ValueAt<It>;
  using Value = ValueAt<Values>;
  const Copied<DevicePolicy, Key> from(policy, first, count);
  const Copied<DevicePolicy, Value> values_from(policy, values, count);
  with_storage(policy, [&](void* storage, size_t& bytes) {
    return hipcub::detail::RadixSort<kDescends<Less, Key>>::pairs(
        storage, bytes, static_cast<const Key*>(from.data()), raw(first), static_cast<const Value*>(values_from.data()),
        raw(values), count, 0, hipcub::detail::kKeyBits<Key>, policy.stream, false);
  });
}

}  // namespace detail

template <class P, class It, class Less>
__host__ __device__ void stable_sort(const execution_policy<P>& policy, It first, It last, Less less) {
  const size_t count = static_cast<size_t>(last - first);
  if (count < 2) return;
#if defined(__HIP_DEVICE_COMPILE__)
  if constexpr (std::is_same<P, detail::SequentialPolicy>::value)
    return detail::insertion_sort(detail::raw(first), count, less);
#endif
  if constexpr (detail::kByDigits<P, It, Less>)
    detail::sort_by_digits<Less>(detail::derived(policy), first, count);
  else
    detail::sort_places(detail::derived(policy), first, count, less, [](const size_t*) {});
}
template <class P, class It>
__host__ __device__ void stable_sort(const execution_policy<P>& policy, It first, It last) {
  thrust::stable_sort(policy, first, last, less<>());
}
template <class P, class It, class... Less>
__host__ __device__ void sort(const execution_policy<P>& policy, It first, It last, Less... less) {
  thrust::stable_sort(policy, first, last, less...);
}
template <class P, class It, class Values, class Less>
__host__ __device__ void stable_sort_by_key(const execution_policy<P>& policy, It first, It last, Values values,
                                            Less less) {
  const size_t count = static_cast<size_t>(last - first);
  if (count < 2) return;
#if defined(__HIP_DEVICE_COMPILE__)
  if constexpr (std::is_same<P, detail::SequentialPolicy>::value)
    return detail::insertion_sort(detail::raw(first), count, less, detail::raw(values));
#endif
  if constexpr (detail::kByDigits<P, It, Less> && std::is_pointer<detail::RawOf<Values>>::value) {
    detail::sort_pairs_by_digits<Less>(detail::derived(policy), first, values, count);
  } else {
    const detail::Copied<P, detail::ValueAt<Values>> copy(detail::derived(policy), values, count);
    detail::sort_places(detail::derived(policy), first, count, less, [&](const size_t* places) {
      thrust::gather(policy, places, places + count, copy.data(), values);
    });
  }
}
template <class P, class It, class Values>
__host__ __device__ void stable_sort_by_key(const execution_policy<P>& policy, It first, It last, Values values) {
  thrust::stable_sort_by_key(policy, first, last, values, less<>());
}
template <class P, class It, class Values, class... Less>
__host__ __device__ void sort_by_key(const execution_policy<P>& policy, It first, It last, Values values,
                                     Less... less) {
  thrust::stable_sort_by_key(policy, first, last, values, less...);
}
template <class P, class It, class Less>
__host__ __device__ bool is_sorted(const execution_policy<P>& policy, It first, It last, Less less) {
  const auto in = detail::raw(first);
  const counting_iterator<ptrdiff_t> begin(1), end(last - first < 1 ? 1 : last - first);
  return thrust::none_of(policy, begin, end, [=] __host__ __device__(ptrdiff_t i) {
    Less copy = less;
    return copy(in[i], in[i - 1]);
  });
}
template <class P, class It>
__host__ __device__ bool is_sorted(const execution_policy<P>& policy, It first, It last) {
  return thrust::is_sorted(policy, first, last, less<>());
}

ROCM_BINDGEN_THRUST_WITHOUT_POLICY(sort)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(stable_sort)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(sort_by_key)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(stable_sort_by_key)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(is_sorted)

}  // namespace thrust
