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

// The identities of minimum and maximum. Half-precision types have no numeric_limits, and are constructed from a float.
template <class T>
T highest() {
  using Limits = std::numeric_limits<T>;
  if constexpr (!Limits::is_specialized && std::is_constructible<T, float>::value) {
    return T(std::numeric_limits<float>::infinity());
  } else {
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  }
}
template <class T>
T lowest() {
  using Limits = std::numeric_limits<T>;
  if constexpr (!Limits::is_specialized && std::is_constructible<T, float>::value) {
    return T(-std::numeric_limits<float>::infinity());
  } else {
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  }
}

// The index that CUB returns for an empty input. The initial pair with this index takes part in every reduction: if all
// inputs equal its value, the smaller index 0 wins.
constexpr int kNoIndex = 1;

template <class Input>
using Indexed = ArgIndexInputIterator<Input, int>;

// An output for pairs of an index and a value, which writes them to two places.
template <class Value, class Index>
struct ValueAndIndex {
  Value value;
  Index index;
  __device__ const ValueAndIndex& operator*() const { return *this; }
  template <class Pair>
  __device__ const ValueAndIndex& operator=(const Pair& pair) const {
    *value = pair.value;
    *index = pair.key;
    return *this;
  }
};

// An output for the pairs of all segments. Their indices in the input become indices in their segment. The largest int
// marks an empty segment, because it loses against every index of an input.
template <class Output, class Begin>
struct RelativeIndices {
  Output out;
  Begin begins;
  struct Place {
    Output out;
    size_t segment;
    int begin;
    template <class Pair>
    __device__ void operator=(const Pair& pair) const {
      const int index = pair.key == std::numeric_limits<int>::max() ? kNoIndex : pair.key - begin;
      out[segment] = ValueOf<Output>(index, pair.value);
    }
  };
  __device__ Place operator[](size_t segment) const { return {out, segment, static_cast<int>(begins[segment])}; }
};

template <class Transform, class Input>
struct Transformed {
  using Type = typename std::decay<decltype(std::declval<Transform&>()(std::declval<ValueOf<Input>>()))>::type;
};

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

  // The forms that write the value and its index separately.
  template <class Input, class Value, class Index, class Count,
            typename std::enable_if<std::is_integral<Count>::value, int>::type = 0>
  static hipError_t ArgMin(void* temp, size_t& bytes, Input in, Value min_out, Index index_out, Count count,
                           hipStream_t stream = 0) {
    return ArgMin(temp, bytes, in, detail::ValueAndIndex<Value, Index>{min_out, index_out}, count, stream);
  }
  template <class Input, class Value, class Index, class Count,
            typename std::enable_if<std::is_integral<Count>::value, int>::type = 0>
  static hipError_t ArgMax(void* temp, size_t& bytes, Input in, Value max_out, Index index_out, Count count,
                           hipStream_t stream = 0) {
    return ArgMax(temp, bytes, in, detail::ValueAndIndex<Value, Index>{max_out, index_out}, count, stream);
  }

  template <class Input, class Output, class Count, class Op, class Transform, class T>
  static hipError_t TransformReduce(void* temp, size_t& bytes, Input in, Output out, Count count, Op op,
                                    Transform transform, T initial, hipStream_t stream = 0) {
    using Made = typename detail::Transformed<Transform, Input>::Type;
    return Reduce(temp, bytes, TransformInputIterator<Made, Transform, Input>(in, transform), out, count, op, initial,
                  stream);
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
  // Returns the values and their indices in the segments. The index of an empty segment is 1, as in ArgMin without
  // segments.
  template <class Input, class Output, class Begin, class End>
  static hipError_t ArgMin(void* temp, size_t& bytes, Input in, Output out, int segments, Begin begins, End ends,
                           hipStream_t stream = 0, bool debug_synchronous = false) {
    using Value = detail::ValueOf<Input>;
    const KeyValuePair<int, Value> none(std::numeric_limits<int>::max(), detail::highest<Value>());
    return Reduce(temp, bytes, detail::Indexed<Input>(in), detail::RelativeIndices<Output, Begin>{out, begins},
                  segments, begins, ends, hipcub::ArgMin(), none, stream, debug_synchronous);
  }
  template <class Input, class Output, class Begin, class End>
  static hipError_t ArgMax(void* temp, size_t& bytes, Input in, Output out, int segments, Begin begins, End ends,
                           hipStream_t stream = 0, bool debug_synchronous = false) {
    using Value = detail::ValueOf<Input>;
    const KeyValuePair<int, Value> none(std::numeric_limits<int>::max(), detail::lowest<Value>());
    return Reduce(temp, bytes, detail::Indexed<Input>(in), detail::RelativeIndices<Output, Begin>{out, begins},
                  segments, begins, ends, hipcub::ArgMax(), none, stream, debug_synchronous);
  }
};

}  // namespace hipcub
