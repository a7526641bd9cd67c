// CUB's scans by key, which DeviceScan inherits. A run of equal keys is scanned separately from the others.
#pragma once

#include "rocm_bindgen_compat/cub/scan_tiles.hpp"

namespace hipcub {
namespace detail {

// An element of a segmented scan: the combination of the values since the last head, and whether that head is included.
template <class T>
struct Segmented {
  T value;
  bool has_head;
};
template <class Op>
struct CombineSegmented {
  Op op;
  template <class T>
  __device__ Segmented<T> operator()(const Segmented<T>& a, const Segmented<T>& b) {
    return b.has_head ? b : Segmented<T>{static_cast<T>(op(a.value, b.value)), a.has_head};
  }
};
template <class T, class Keys, class Values, class EqualityOp>
struct SegmentedInput {
  Keys keys;
  Values values;
  EqualityOp equal;
  __device__ Segmented<T> operator[](size_t i) const {
    EqualityOp same = equal;
    return {static_cast<T>(values[i]), i == 0 || !same(keys[i - 1], keys[i])};
  }
};

// The output is written after all sums are complete, so `out` and `values` may be the same array. An exclusive result
// combines `initial` with the sum before the item.
template <class T, class Keys, class Values, class Output, class Op, class EqualityOp>
hipError_t scan_by_key(void* temp, size_t& bytes, Keys keys, Values values, Output out, Op op, T initial,
                       bool inclusive, EqualityOp equal, size_t count, hipStream_t stream, bool synchronous) {
  Storage storage(temp);
  Segmented<T>* const sums = storage.take<Segmented<T>>(count);
  const SegmentedInput<T, Keys, Values, EqualityOp> in{keys, values, equal};
  const hipError_t error = scan<Segmented<T>>(storage, bytes, in, sums, count, CombineSegmented<Op>{op}, Segmented<T>{},
                                              false, true, stream, synchronous);
  if (error != hipSuccess || temp == nullptr) return error;
  return for_each(count, stream, synchronous, [=] __device__(size_t i) {
    EqualityOp same = equal;
    Op combine = op;
    if (inclusive)
      out[i] = sums[i].value;
    else if (i == 0 || !same(keys[i - 1], keys[i]))
      out[i] = initial;
    else
      out[i] = static_cast<T>(combine(initial, sums[i - 1].value));
  });
}

}  // namespace detail

struct DeviceScanByKey {
  template <class Keys, class Values, class Output, class Op, class T, class Count, class EqualityOp = Equality>
  static hipError_t ExclusiveScanByKey(void* temp, size_t& bytes, Keys keys, Values values, Output out, Op op,
                                       T initial, Count count, EqualityOp equality_op = EqualityOp(),
                                       hipStream_t stream = 0, bool debug_synchronous = false) {
    using Made = detail::ResultOf<Op, T, detail::ValueOf<Values>>;
    return detail::scan_by_key<Made>(temp, bytes, keys, values, out, op, static_cast<Made>(initial), false, equality_op,
                                     static_cast<size_t>(count), stream, debug_synchronous);
  }
  template <class Keys, class Values, class Output, class Op, class Count, class EqualityOp = Equality>
  static hipError_t InclusiveScanByKey(void* temp, size_t& bytes, Keys keys, Values values, Output out, Op op,
                                       Count count, EqualityOp equality_op = EqualityOp(), hipStream_t stream = 0,
                                       bool debug_synchronous = false) {
    using Value = detail::ValueOf<Values>;
    using Made = detail::ResultOf<Op, Value, Value>;
    return detail::scan_by_key<Made>(temp, bytes, keys, values, out, op, Made{}, true, equality_op,
                                     static_cast<size_t>(count), stream, debug_synchronous);
  }
  template <class Keys, class Values, class Output, class Count, class EqualityOp = Equality>
  static hipError_t ExclusiveSumByKey(void* temp, size_t& bytes, Keys keys, Values values, Output out, Count count,
                                      EqualityOp equality_op = EqualityOp(), hipStream_t stream = 0,
                                      bool debug_synchronous = false) {
    return ExclusiveScanByKey(temp, bytes, keys, values, out, Sum(), detail::ValueOf<Values>{}, count, equality_op,
                              stream, debug_synchronous);
  }
  template <class Keys, class Values, class Output, class Count, class EqualityOp = Equality>
  static hipError_t InclusiveSumByKey(void* temp, size_t& bytes, Keys keys, Values values, Output out, Count count,
                                      EqualityOp equality_op = EqualityOp(), hipStream_t stream = 0,
                                      bool debug_synchronous = false) {
    return InclusiveScanByKey(temp, bytes, keys, values, out, Sum(), count, equality_op, stream, debug_synchronous);
  }
};

}  // namespace hipcub
