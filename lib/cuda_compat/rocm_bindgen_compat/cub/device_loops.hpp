// CUB's device-wide functions that process each item separately: DeviceFor, DeviceTransform, DeviceAdjacentDifference,
// DeviceMerge, DeviceSpmv, and copies of many ranges.
#pragma once

#include "rocm_bindgen_compat/cub/device.hpp"

namespace hipcub {
namespace detail {

// For functions that need no temporary storage.
template <class Function>
hipError_t for_each_without_storage(void* temp, size_t& bytes, size_t count, hipStream_t stream, Function f) {
  return Storage(temp).only_asked(bytes) ? hipSuccess : for_each(count, stream, false, f);
}

struct Ascending {
  template <class A, class B>
  ROCM_BINDGEN_HOST_DEVICE bool operator()(const A& a, const B& b) const {
    return a < b;
  }
};

// The number of the `count` sorted keys that precede `key`: those less than it, or if `equals` is true, those not
// greater than it.
template <class Keys, class Key, class Less>
__device__ size_t items_before(Keys keys, size_t count, const Key& key, Less less, bool equals) {
  size_t begin = 0;
  while (count > 0) {
    const size_t half = count / 2;
    const bool before = equals ? !less(key, keys[begin + half]) : less(keys[begin + half], key);
    begin = before ? begin + half + 1 : begin;
    count = before ? count - half - 1 : half;
  }
  return begin;
}

}  // namespace detail

// The forms with temporary storage exist for CUB's two calls and do not use it. Operators are copied before they are
// called, because a lambda's captures are const, but a program's operator() may be non-const.
struct DeviceFor {
  template <class Shape, class Op>
  static hipError_t Bulk(Shape shape, Op op, hipStream_t stream = 0) {
    return detail::for_each(static_cast<size_t>(shape), stream, false, [=] __device__(size_t i) {
      Op copy = op;
      copy(static_cast<Shape>(i));
    });
  }
  template <class Input, class Count, class Op>
  static hipError_t ForEachN(Input first, Count count, Op op, hipStream_t stream = 0) {
    return detail::for_each(static_cast<size_t>(count), stream, false, [=] __device__(size_t i) {
      Op copy = op;
      decltype(auto) item = first[static_cast<ptrdiff_t>(i)];
      copy(item);
    });
  }
  template <class Input, class Op>
  static hipError_t ForEach(Input first, Input last, Op op, hipStream_t stream = 0) {
    return ForEachN(first, last - first, op, stream);
  }
  template <class Input, class Count, class Op>
  static hipError_t ForEachCopyN(Input first, Count count, Op op, hipStream_t stream = 0) {
    return ForEachN(first, count, op, stream);
  }
  template <class Input, class Op>
  static hipError_t ForEachCopy(Input first, Input last, Op op, hipStream_t stream = 0) {
    return ForEach(first, last, op, stream);
  }

  template <class Shape, class Op>
  static hipError_t Bulk(void* temp, size_t& bytes, Shape shape, Op op, hipStream_t stream = 0) {
    return detail::Storage(temp).only_asked(bytes) ? hipSuccess : Bulk(shape, op, stream);
  }
  template <class Input, class Count, class Op>
  static hipError_t ForEachN(void* temp, size_t& bytes, Input first, Count count, Op op, hipStream_t stream = 0) {
    return detail::Storage(temp).only_asked(bytes) ? hipSuccess : ForEachN(first, count, op, stream);
  }
  template <class Input, class Op>
  static hipError_t ForEach(void* temp, size_t& bytes, Input first, Input last, Op op, hipStream_t stream = 0) {
    return detail::Storage(temp).only_asked(bytes) ? hipSuccess : ForEach(first, last, op, stream);
  }
  template <class Input, class Count, class Op>
  static hipError_t ForEachCopyN(void* temp, size_t& bytes, Input first, Count count, Op op, hipStream_t stream = 0) {
    return ForEachN(temp, bytes, first, count, op, stream);
  }
  template <class Input, class Op>
  static hipError_t ForEachCopy(void* temp, size_t& bytes, Input first, Input last, Op op, hipStream_t stream = 0) {
    return ForEach(temp, bytes, first, last, op, stream);
  }
};

struct DeviceTransform {
  template <class Input, class Output, class Count, class Op>
  static hipError_t Transform(Input in, Output out, Count count, Op op, hipStream_t stream = 0) {
    return detail::for_each(static_cast<size_t>(count), stream, false, [=] __device__(size_t i) {
      Op copy = op;
      out[i] = copy(in[i]);
    });
  }
};

// Differences of adjacent items. SubtractLeft computes op(item, previous item) and copies the first item;
// SubtractRight computes op(item, next item) and copies the last one.
struct DeviceAdjacentDifference {
  template <class Input, class Output, class Count, class Op = Difference>
  static hipError_t SubtractLeftCopy(void* temp, size_t& bytes, Input in, Output out, Count count, Op op = Op(),
                                     hipStream_t stream = 0, bool = false) {
    return detail::for_each_without_storage(temp, bytes, static_cast<size_t>(count), stream, [=] __device__(size_t i) {
      Op copy = op;
      if (i == 0)
        out[i] = in[i];
      else
        out[i] = copy(in[i], in[i - 1]);
    });
  }
  template <class Input, class Output, class Count, class Op = Difference>
  static hipError_t SubtractRightCopy(void* temp, size_t& bytes, Input in, Output out, Count count, Op op = Op(),
                                      hipStream_t stream = 0, bool = false) {
    const size_t all = static_cast<size_t>(count);
    return detail::for_each_without_storage(temp, bytes, all, stream, [=] __device__(size_t i) {
      Op copy = op;
      if (i + 1 == all)
        out[i] = in[i];
      else
        out[i] = copy(in[i], in[i + 1]);
    });
  }
  template <class Data, class Count, class Op = Difference>
  static hipError_t SubtractLeft(void* temp, size_t& bytes, Data data, Count count, Op op = Op(),
                                 hipStream_t stream = 0, bool = false) {
    return of_copy(temp, bytes, data, static_cast<size_t>(count), stream, [=](auto in, size_t& ignored) {
      return SubtractLeftCopy(temp, ignored, in, data, count, op, stream);
    });
  }
  template <class Data, class Count, class Op = Difference>
  static hipError_t SubtractRight(void* temp, size_t& bytes, Data data, Count count, Op op = Op(),
                                  hipStream_t stream = 0, bool = false) {
    return of_copy(temp, bytes, data, static_cast<size_t>(count), stream, [=](auto in, size_t& ignored) {
      return SubtractRightCopy(temp, ignored, in, data, count, op, stream);
    });
  }

 private:
  // Computes differences in place. A thread may write an item that another one has not read, so the items are read from
  // a copy.
  template <class Data, class Function>
  static hipError_t of_copy(void* temp, size_t& bytes, Data data, size_t count, hipStream_t stream,
                            Function differences) {
    using T = detail::ValueOf<Data>;
    detail::Storage storage(temp);
    T* const copy = storage.take<T>(count);
    if (storage.only_asked(bytes)) return hipSuccess;
    const hipError_t error = detail::for_each(count, stream, false, [=] __device__(size_t i) { copy[i] = data[i]; });
    size_t ignored = 0;
    return error != hipSuccess ? error : differences(static_cast<const T*>(copy), ignored);
  }
};

// Merges of sorted ranges. Of equivalent items, those of the first range come first.
struct DeviceMerge {
  template <class KeysA, class CountA, class KeysB, class CountB, class Output, class Less = detail::Ascending>
  static hipError_t MergeKeys(void* temp, size_t& bytes, KeysA keys_a, CountA count_a, KeysB keys_b, CountB count_b,
                              Output out, Less less = Less(), hipStream_t stream = 0) {
    NullType* const none = nullptr;
    return MergePairs(temp, bytes, keys_a, none, count_a, keys_b, none, count_b, out, none, less, stream);
  }
  template <class KeysA, class ValuesA, class CountA, class KeysB, class ValuesB, class CountB, class KeysOut,
            class ValuesOut, class Less = detail::Ascending>
  static hipError_t MergePairs(void* temp, size_t& bytes, KeysA keys_a, ValuesA values_a, CountA count_a, KeysB keys_b,
                               ValuesB values_b, CountB count_b, KeysOut keys_out, ValuesOut values_out,
                               Less less = Less(), hipStream_t stream = 0) {
    constexpr bool kValues = !std::is_same<ValuesOut, NullType*>::value;
    const size_t in_a = static_cast<size_t>(count_a), in_b = static_cast<size_t>(count_b);
    return detail::for_each_without_storage(temp, bytes, in_a + in_b, stream, [=] __device__(size_t i) {
      const size_t j = i - in_a;
      if (i < in_a) {
        const size_t to = i + detail::items_before(keys_b, in_b, keys_a[i], less, false);
        keys_out[to] = keys_a[i];
        if constexpr (kValues) values_out[to] = values_a[i];
      } else {
        const size_t to = j + detail::items_before(keys_a, in_a, keys_b[j], less, true);
        keys_out[to] = keys_b[j];
        if constexpr (kValues) values_out[to] = values_b[j];
      }
    });
  }
};

// The product of a sparse matrix in compressed rows and a vector, with a thread for each row. The unnamed parameters
// are the number of columns and that of nonzero values, which the rows' offsets make unnecessary.
struct DeviceSpmv {
  template <class Value>
  static hipError_t CsrMV(void* temp, size_t& bytes, const Value* values, const int* row_offsets,
                          const int* column_indices, const Value* x, Value* y, int num_rows, int, int,
                          hipStream_t stream = 0, bool = false) {
    const size_t rows = static_cast<size_t>(num_rows);
    return detail::for_each_without_storage(temp, bytes, rows, stream, [=] __device__(size_t row) {
      Value sum{};
      for (int i = row_offsets[row]; i < row_offsets[row + 1]; ++i) sum += values[i] * x[column_indices[i]];
      y[row] = sum;
    });
  }
};

namespace detail {

// Copies many ranges, with a block of threads for each of them.
template <class Inputs, class Outputs, class Sizes>
__global__ void copy_ranges(Inputs inputs, Outputs outputs, Sizes sizes, size_t ranges) {
  for (size_t range = blockIdx.x; range < ranges; range += gridDim.x) {
    const auto from = inputs[range];
    const auto to = outputs[range];
    const size_t size = static_cast<size_t>(sizes[range]);
    for (size_t i = threadIdx.x; i < size; i += blockDim.x) to[i] = from[i];
  }
}
template <class Inputs, class Outputs, class Sizes>
hipError_t copy_batch(void* temp, size_t& bytes, Inputs inputs, Outputs outputs, Sizes sizes, size_t ranges,
                      hipStream_t stream) {
  if (Storage(temp).only_asked(bytes) || ranges == 0) return hipSuccess;
  copy_ranges<<<blocks_for(ranges), kDeviceThreads, 0, stream>>>(inputs, outputs, sizes, ranges);
  return launched(stream, false);
}

// The pointers of an iterator as pointers to bytes.
template <class Byte, class Pointers>
struct AsBytes {
  Pointers pointers;
  __device__ Byte* operator[](size_t i) const { return reinterpret_cast<Byte*>(pointers[i]); }
};

}  // namespace detail

struct DeviceCopy {
  template <class Inputs, class Outputs, class Sizes>
  static hipError_t Batched(void* temp, size_t& bytes, Inputs inputs, Outputs outputs, Sizes sizes,
                            unsigned int num_ranges, hipStream_t stream = 0) {
    return detail::copy_batch(temp, bytes, inputs, outputs, sizes, num_ranges, stream);
  }
};
struct DeviceMemcpy {
  template <class Inputs, class Outputs, class Sizes>
  static hipError_t Batched(void* temp, size_t& bytes, Inputs inputs, Outputs outputs, Sizes sizes,
                            unsigned int num_buffers, hipStream_t stream = 0) {
    const detail::AsBytes<const unsigned char, Inputs> from{inputs};
    const detail::AsBytes<unsigned char, Outputs> to{outputs};
    return detail::copy_batch(temp, bytes, from, to, sizes, num_buffers, stream);
  }
};

}  // namespace hipcub
