// CUB's DeviceReduce and DeviceSegmentedReduce.
#pragma once

#include <limits>

#include "rocm_bindgen_compat/cub/device_select.hpp"

namespace hipcub {
namespace detail {

template <class T, class Output, class Op, class Initial>
__global__ void reduce_sums(const T* sums, size_t tiles, Output out, Op op, Initial initial) {
  __shared__ typename BlockReduce<T, kDeviceThreads>::TempStorage storage;
  if (tiles == 0) {
    if (threadIdx.x == 0) *out = initial;
    return;
  }
  const T sum = reduce_range<T>(storage, sums, 0, tiles, op);
  if (threadIdx.x == 0) *out = op(static_cast<T>(initial), sum);
}

template <class T, class Input, class Output, class Op, class Initial>
hipError_t reduce(void* temp, size_t& bytes, Input in, Output out, size_t count, Op op, Initial initial,
                  hipStream_t stream, bool synchronous) {
  Storage storage(temp);
  const size_t tiles = tiles_of(count);
  T* sums = storage.take<T>(tiles);
  if (storage.only_asked(bytes)) return hipSuccess;
  if (tiles > 0) reduce_tiles<T><<<blocks_for(tiles), kDeviceThreads, 0, stream>>>(in, count, sums, op);
  reduce_sums<<<1, kDeviceThreads, 0, stream>>>(static_cast<const T*>(sums), tiles, out, op, initial);
  return launched(stream, synchronous);
}

// Each segment is reduced by one block.
template <class T, class Input, class Output, class Begin, class End, class Op, class Initial>
__global__ void reduce_segments(Input in, Output out, size_t segments, Begin begins, End ends, Op op, Initial initial) {
  __shared__ typename BlockReduce<T, kDeviceThreads>::TempStorage storage;
  for (size_t segment = blockIdx.x; segment < segments; segment += gridDim.x) {
    const size_t begin = static_cast<size_t>(begins[segment]);
    const size_t end = static_cast<size_t>(ends[segment]);
    T sum = static_cast<T>(initial);
    if (begin < end) {
      const T made = reduce_range<T>(storage, in, begin, end, op);
      sum = op(sum, made);
    }
    if (threadIdx.x == 0) out[segment] = sum;
  }
}

// The identities of minimum and maximum.
template <class T>
T highest() {
  return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
}
template <class T>
T lowest() {
  return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
}

// The index that CUB returns for an empty input. If there is any input, its index 0 wins against this one when values
// are equal.
constexpr int kNoIndex = 1;

template <class Input>
using Indexed = ArgIndexInputIterator<Input, int>;

}  // namespace detail

struct DeviceReduce {
  template <class Input, class Output, class Op, class T, class Count>
  static hipError_t Reduce(void* temp, size_t& bytes, Input in, Output out, Count count, Op op, T initial,
                           hipStream_t stream = 0, bool debug_synchronous = false) {
    using Made = detail::ResultOf<Op, T, detail::ValueOf<Input>>;
    return detail::reduce<Made>(temp, bytes, in, out, static_cast<size_t>(count), op, initial, stream,
                                debug_synchronous);
  }
  template <class Input, class Output, class Count>
  static hipError_t Sum(void* temp, size_t& bytes, Input in, Output out, Count count, hipStream_t stream = 0,
                        bool debug_synchronous = false) {
    return Reduce(temp, bytes, in, out, count, hipcub::Sum(), detail::OutputValueOf<Output, Input>{}, stream,
                  debug_synchronous);
  }
  template <class Input, class Output, class Count>
  static hipError_t Min(void* temp, size_t& bytes, Input in, Output out, Count count, hipStream_t stream = 0,
                        bool debug_synchronous = false) {
    return Reduce(temp, bytes, in, out, count, hipcub::Min(), detail::highest<detail::ValueOf<Input>>(), stream,
                  debug_synchronous);
  }
  template <class Input, class Output, class Count>
  static hipError_t Max(void* temp, size_t& bytes, Input in, Output out, Count count, hipStream_t stream = 0,
                        bool debug_synchronous = false) {
    return Reduce(temp, bytes, in, out, count, hipcub::Max(), detail::lowest<detail::ValueOf<Input>>(), stream,
                  debug_synchronous);
  }
  // Returns the value and its index; for equal values, the first index.
  template <class Input, class Output, class Count>
  static hipError_t ArgMin(void* temp, size_t& bytes, Input in, Output out, Count count, hipStream_t stream = 0,
                           bool debug_synchronous = false) {
    using Value = detail::ValueOf<Input>;
    return Reduce(temp, bytes, detail::Indexed<Input>(in), out, count, hipcub::ArgMin(),
                  KeyValuePair<int, Value>(detail::kNoIndex, detail::highest<Value>()), stream, debug_synchronous);
  }
  template <class Input, class Output, class Count>
  static hipError_t ArgMax(void* temp, size_t& bytes, Input in, Output out, Count count, hipStream_t stream = 0,
                           bool debug_synchronous = false) {
    using Value = detail::ValueOf<Input>;
    return Reduce(temp, bytes, detail::Indexed<Input>(in), out, count, hipcub::ArgMax(),
                  KeyValuePair<int, Value>(detail::kNoIndex, detail::lowest<Value>()), stream, debug_synchronous);
  }

  // Reduces the values of each run of equal keys.
  template <class Keys, class KeysOut, class Values, class ValuesOut, class Number, class Op, class Count>
  static hipError_t ReduceByKey(void* temp, size_t& bytes, Keys keys, KeysOut unique_out, Values values,
                                ValuesOut aggregates_out, Number num_runs, Op op, Count count, hipStream_t stream = 0,
                                bool debug_synchronous = false) {
    return detail::reduce_by_key(temp, bytes, keys, unique_out, values, aggregates_out, num_runs, op, Equality(),
                                 static_cast<size_t>(count), stream, debug_synchronous);
  }
};

struct DeviceSegmentedReduce {
  template <class Input, class Output, class Begin, class End, class Op, class T>
  static hipError_t Reduce(void* temp, size_t& bytes, Input in, Output out, int segments, Begin begins, End ends, Op op,
                           T initial, hipStream_t stream = 0, bool debug_synchronous = false) {
    if (detail::Storage(temp).only_asked(bytes)) return hipSuccess;
    if (segments <= 0) return hipSuccess;
    using Made = detail::ResultOf<Op, T, detail::ValueOf<Input>>;
    const size_t count = static_cast<size_t>(segments);
    detail::reduce_segments<Made>
        <<<detail::blocks_for(count), detail::kDeviceThreads, 0, stream>>>(in, out, count, begins, ends, op, initial);
    return detail::launched(stream, debug_synchronous);
  }
  template <class Input, class Output, class Begin, class End>
  static hipError_t Sum(void* temp, size_t& bytes, Input in, Output out, int segments, Begin begins, End ends,
                        hipStream_t stream = 0, bool debug_synchronous = false) {
    return Reduce(temp, bytes, in, out, segments, begins, ends, hipcub::Sum(), detail::OutputValueOf<Output, Input>{},
                  stream, debug_synchronous);
  }
  template <class Input, class Output, class Begin, class End>
  static hipError_t Min(void* temp, size_t& bytes, Input in, Output out, int segments, Begin begins, End ends,
                        hipStream_t stream = 0, bool debug_synchronous = false) {
    return Reduce(temp, bytes, in, out, segments, begins, ends, hipcub::Min(),
                  detail::highest<detail::ValueOf<Input>>(), stream, debug_synchronous);
  }
  template <class Input, class Output, class Begin, class End>
  static hipError_t Max(void* temp, size_t& bytes, Input in, Output out, int segments, Begin begins, End ends,
                        hipStream_t stream = 0, bool debug_synchronous = false) {
    return Reduce(temp, bytes, in, out, segments, begins, ends, hipcub::Max(), detail::lowest<detail::ValueOf<Input>>(),
                  stream, debug_synchronous);
  }
};

}  // namespace hipcub
