// CUB's DeviceMergeSort: stable sorts by any comparison of keys.
#pragma once

#include "rocm_bindgen_compat/cub/block_merge_sort.hpp"
#include "rocm_bindgen_compat/cub/device.hpp"

namespace hipcub {
namespace detail {

// The input is copied to one half of the storage. Each pass merges adjacent sorted runs of `width` items into the other
// half. The result is copied to the output.
template <class Key, class Value, class KeysIn, class ValuesIn, class KeysOut, class ValuesOut, class Less>
hipError_t merge_sort(void* temp, size_t& bytes, KeysIn keys_in, ValuesIn values_in, KeysOut keys_out,
                      ValuesOut values_out, size_t count, Less less, hipStream_t stream, bool synchronous) {
  constexpr bool kValues = !std::is_same<Value, NullType>::value;
  Storage storage(temp);
  Key* keys = storage.take<Key>(count);
  Key* other_keys = storage.take<Key>(count);
  Value* values = storage.take<Value>(kValues ? count : 0);
  Value* other_values = storage.take<Value>(kValues ? count : 0);
  if (storage.only_asked(bytes)) return hipSuccess;
  hipError_t error = for_each(count, stream, false, [=] __device__(size_t i) {
    keys[i] = keys_in[i];
    if constexpr (kValues) values[i] = values_in[i];
  });
  for (size_t width = 1; width < count && error == hipSuccess; width *= 2) {
    error = for_each(count, stream, false, [=] __device__(size_t i) {
      const auto key_at = [=](size_t at) -> const Key& { return keys[at]; };
      const size_t to = place_in_merged(key_at, count, width, i, less);
      other_keys[to] = keys[i];
      if constexpr (kValues) other_values[to] = values[i];
    });
    Key* const keys_kept = keys;
    keys = other_keys;
    other_keys = keys_kept;
    Value* const values_kept = values;
    values = other_values;
    other_values = values_kept;
  }
  if (error != hipSuccess) return error;
  return for_each(count, stream, synchronous, [=] __device__(size_t i) {
    keys_out[i] = keys[i];
    if constexpr (kValues) values_out[i] = values[i];
  });
}

}  // namespace detail

struct DeviceMergeSort {
  template <class KeysIn, class KeysOut, class Count, class Less>
  static hipError_t SortKeysCopy(void* temp, size_t& bytes, KeysIn in, KeysOut out, Count count, Less less,
                                 hipStream_t stream = 0, bool debug_synchronous = false) {
    NullType* const none = nullptr;
    return detail::merge_sort<detail::ValueOf<KeysIn>, NullType>(
        temp, bytes, in, none, out, none, static_cast<size_t>(count), less, stream, debug_synchronous);
  }
  template <class Keys, class Count, class Less>
  static hipError_t SortKeys(void* temp, size_t& bytes, Keys keys, Count count, Less less, hipStream_t stream = 0,
                             bool debug_synchronous = false) {
    return SortKeysCopy(temp, bytes, keys, keys, count, less, stream, debug_synchronous);
  }
  template <class KeysIn, class ValuesIn, class KeysOut, class ValuesOut, class Count, class Less>
  static hipError_t SortPairsCopy(void* temp, size_t& bytes, KeysIn keys_in, ValuesIn values_in, KeysOut keys_out,
                                  ValuesOut values_out, Count count, Less less, hipStream_t stream = 0,
                                  bool debug_synchronous = false) {
    return detail::merge_sort<detail::ValueOf<KeysIn>, detail::ValueOf<ValuesIn>>(
        temp, bytes, keys_in, values_in, keys_out, values_out, static_cast<size_t>(count), less, stream,
        debug_synchronous);
  }
  template <class Keys, class Values, class Count, class Less>
  static hipError_t SortPairs(void* temp, size_t& bytes, Keys keys, Values values, Count count, Less less,
                              hipStream_t stream = 0, bool debug_synchronous = false) {
    return SortPairsCopy(temp, bytes, keys, values, keys, values, count, less, stream, debug_synchronous);
  }
  template <class... All>
  static hipError_t StableSortKeys(void* temp, size_t& bytes, All... all) {
    return SortKeys(temp, bytes, all...);
  }
  template <class... All>
  static hipError_t StableSortKeysCopy(void* temp, size_t& bytes, All... all) {
    return SortKeysCopy(temp, bytes, all...);
  }
  template <class... All>
  static hipError_t StableSortPairs(void* temp, size_t& bytes, All... all) {
    return SortPairs(temp, bytes, all...);
  }
};

}  // namespace hipcub
