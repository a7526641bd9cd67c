// CUB's DeviceSelect and DevicePartition, and reductions of runs. Selected items keep their order. A scan counts the
// selected items before each item, which gives every item its position.
#pragma once

#include "rocm_bindgen_compat/cub/device_scan.hpp"

namespace hipcub {
namespace detail {

// The selection as an array of numbers 0 and 1, which a scan sums. ValueOf<> needs operator*.
template <class Choice>
struct Chosen {
  Choice choice;
  __device__ size_t operator[](size_t i) const { return choice(i) ? 1 : 0; }
  __device__ size_t operator*() const { return (*this)[0]; }
};

template <class Flags>
struct ByFlag {
  Flags flags;
  __device__ bool operator()(size_t i) const { return static_cast<bool>(flags[i]); }
};
template <class Input, class Predicate>
struct ByPredicate {
  Input in;
  Predicate predicate;
  __device__ bool operator()(size_t i) const { return static_cast<bool>(predicate(in[i])); }
};
// Selects part 0, 1 or 2 of a partition: the items that the first predicate selects, those that only the second one
// selects, or the others.
template <class Input, class First, class Second>
struct OneOfThree {
  Input in;
  First first;
  Second second;
  int part;
  __device__ bool operator()(size_t i) const {
    First is_first = first;
    Second is_second = second;
    return part == (is_first(in[i]) ? 0 : is_second(in[i]) ? 1 : 2);
  }
};
// Selects the first item of each run.
template <class Input, class EqualityOp>
struct ByRun {
  Input in;
  EqualityOp equal;
  __device__ bool operator()(size_t i) const { return i == 0 || !equal(in[i - 1], in[i]); }
};

template <class Input, class Output>
struct CopyChosen {
  Input in;
  Output out;
  __device__ void chosen(size_t i, size_t place) const { out[place] = in[i]; }
  __device__ void rejected(size_t, size_t) const {}
};
template <class Keys, class Values, class KeysOut, class ValuesOut>
struct CopyPairs {
  Keys keys;
  Values values;
  KeysOut keys_out;
  ValuesOut values_out;
  __device__ void chosen(size_t i, size_t place) const {
    keys_out[place] = keys[i];
    values_out[place] = values[i];
  }
  __device__ void rejected(size_t, size_t) const {}
};
// Rejected items are written to the end of the output in reverse order, as in CUB.
template <class Input, class Output>
struct CopyBoth {
  Input in;
  Output out;
  size_t count;
  __device__ void chosen(size_t i, size_t place) const { out[place] = in[i]; }
  __device__ void rejected(size_t i, size_t chosen_before) const { out[count - 1 - (i - chosen_before)] = in[i]; }
};
// Writes the beginnings of runs in addition to their values.
template <class Input, class Output>
struct CopyRun {
  Input in;
  Output out;
  size_t* begins;
  __device__ void chosen(size_t i, size_t place) const {
    out[place] = in[i];
    begins[place] = i;
  }
  __device__ void rejected(size_t, size_t) const {}
};

// Copies item i to its position. The call for the last item also stores the number of selected items.
template <class Choice, class Copy, class Number>
struct Place {
  Choice choice;
  Copy copy;
  const size_t* before;
  size_t count;
  Number number;
  __device__ void operator()(size_t i) const {
    const bool chosen = choice(i);
    chosen ? copy.chosen(i, before[i]) : copy.rejected(i, before[i]);
    if (i + 1 == count) *number = static_cast<ValueOf<Number>>(before[i] + (chosen ? 1 : 0));
  }
};

template <class Number>
struct SetZero {
  Number number;
  __device__ void operator()(size_t) const { *number = 0; }
};

// The storage is a parameter, because some callers have taken parts of it for themselves.
template <class Choice, class Copy, class Number>
hipError_t select(Storage& storage, size_t& bytes, Choice choice, Copy copy, Number number, size_t count,
                  hipStream_t stream, bool synchronous) {
  size_t* before = storage.take<size_t>(count);
  const hipError_t error = scan<size_t>(storage, bytes, Chosen<Choice>{choice}, before, count, Sum(), size_t{0}, true,
                                        false, stream, synchronous);
  size_t ignored;  // in the first call, scan() has set `bytes`
  if (error != hipSuccess || storage.only_asked(ignored)) return error;
  if (count == 0) return for_each(1, stream, synchronous, SetZero<Number>{number});
  return for_each(count, stream, synchronous, Place<Choice, Copy, Number>{choice, copy, before, count, number});
}

// Selects items in place. They are read from a copy, because a thread may write an item that another one has not read.
template <class Data, class MakeChoice, class Number>
hipError_t select_in_place(void* temp, size_t& bytes, Data data, MakeChoice make_choice, Number number, size_t count,
                           hipStream_t stream) {
  using T = ValueOf<Data>;
  Storage storage(temp);
  T* const copy = storage.take<T>(count);
  if (temp != nullptr) {
    const hipError_t error = for_each(count, stream, false, [=] __device__(size_t i) { copy[i] = data[i]; });
    if (error != hipSuccess) return error;
  }
  return select(storage, bytes, make_choice(static_cast<const T*>(copy)), CopyChosen<const T*, Data>{copy, data},
                number, count, stream, false);
}

// Reduces the values of each run, with a warp of threads for each run.
template <class T, class Values, class Output, class Number, class Op>
__global__ void reduce_runs(Values values, Output out, const size_t* begins, Number number, size_t count, Op op) {
  const size_t runs = static_cast<size_t>(*number);
  const int lane = threadIdx.x % kWarp;
  const size_t warps = size_t{gridDim.x} * (kDeviceThreads / kWarp);
  for (size_t run = blockIdx.x * size_t{kDeviceThreads / kWarp} + threadIdx.x / kWarp; run < runs; run += warps) {
    const size_t end = run + 1 < runs ? begins[run + 1] : count;
    T sum{};
    for (size_t i = begins[run]; i < end; i += kWarp) {
      const int valid = static_cast<int>(end - i < kWarp ? end - i : kWarp);
      T value{};
      if (lane < valid) value = static_cast<T>(values[i + lane]);
      const T made = warp_reduce<kWarp>(value, op, valid);
      sum = i == begins[run] ? made : static_cast<T>(op(sum, made));
    }
    if (lane == 0) out[run] = sum;
  }
}

template <class Keys, class KeysOut, class Values, class ValuesOut, class Number, class Op, class EqualityOp>
hipError_t reduce_by_key(void* temp, size_t& bytes, Keys keys, KeysOut keys_out, Values values, ValuesOut values_out,
                         Number number, Op op, EqualityOp equal, size_t count, hipStream_t stream, bool synchronous) {
  using Value = ValueOf<Values>;
  Storage storage(temp);
  size_t* begins = storage.take<size_t>(count);
  const hipError_t error = select(storage, bytes, ByRun<Keys, EqualityOp>{keys, equal},
                                  CopyRun<Keys, KeysOut>{keys, keys_out, begins}, number, count, stream, synchronous);
  if (error != hipSuccess || temp == nullptr || count == 0) return error;
  // The host does not know the number of runs. It starts one block per 64 items (kTile / kWarp), which is one warp per
  // 8 items. If there are more runs than warps, the warps loop.
  reduce_runs<ResultOf<Op, Value, Value>><<<blocks_for(tiles_of(count) * kWarp), kDeviceThreads, 0, stream>>>(
      values, values_out, static_cast<const size_t*>(begins), number, count, op);
  return launched(stream, synchronous);
}

}  // namespace detail

struct DeviceSelect {
  template <class Input, class Flags, class Output, class Number, class Count>
  static hipError_t Flagged(void* temp, size_t& bytes, Input in, Flags flags, Output out, Number num_selected,
                            Count count, hipStream_t stream = 0, bool debug_synchronous = false) {
    detail::Storage storage(temp);
    return detail::select(storage, bytes, detail::ByFlag<Flags>{flags}, detail::CopyChosen<Input, Output>{in, out},
                          num_selected, static_cast<size_t>(count), stream, debug_synchronous);
  }
  template <class Input, class Output, class Number, class Count, class Predicate>
  static hipError_t If(void* temp, size_t& bytes, Input in, Output out, Number num_selected, Count count,
                       Predicate select_op, hipStream_t stream = 0, bool debug_synchronous = false) {
    detail::Storage storage(temp);
    return detail::select(storage, bytes, detail::ByPredicate<Input, Predicate>{in, select_op},
                          detail::CopyChosen<Input, Output>{in, out}, num_selected, static_cast<size_t>(count), stream,
                          debug_synchronous);
  }
  // Applies the predicate to the flags.
  template <class Input, class Flags, class Output, class Number, class Count, class Predicate>
  static hipError_t FlaggedIf(void* temp, size_t& bytes, Input in, Flags flags, Output out, Number num_selected,
                              Count count, Predicate select_op, hipStream_t stream = 0) {
    detail::Storage storage(temp);
    return detail::select(storage, bytes, detail::ByPredicate<Flags, Predicate>{flags, select_op},
                          detail::CopyChosen<Input, Output>{in, out}, num_selected, static_cast<size_t>(count), stream,
                          false);
  }
  // The forms without an output select in place.
  template <class Data, class Flags, class Number, class Count,
            typename std::enable_if<std::is_integral<Count>::value, int>::type = 0>
  static hipError_t Flagged(void* temp, size_t& bytes, Data data, Flags flags, Number num_selected, Count count,
                            hipStream_t stream = 0) {
    const auto choice = [=](auto) { return detail::ByFlag<Flags>{flags}; };
    return detail::select_in_place(temp, bytes, data, choice, num_selected, static_cast<size_t>(count), stream);
  }
  template <class Data, class Number, class Count, class Predicate,
            typename std::enable_if<std::is_integral<Count>::value, int>::type = 0>
  static hipError_t If(void* temp, size_t& bytes, Data data, Number num_selected, Count count, Predicate select_op,
                       hipStream_t stream = 0) {
    const auto choice = [=](auto in) { return detail::ByPredicate<decltype(in), Predicate>{in, select_op}; };
    return detail::select_in_place(temp, bytes, data, choice, num_selected, static_cast<size_t>(count), stream);
  }
  template <class Data, class Flags, class Number, class Count, class Predicate,
            typename std::enable_if<std::is_integral<Count>::value, int>::type = 0>
  static hipError_t FlaggedIf(void* temp, size_t& bytes, Data data, Flags flags, Number num_selected, Count count,
                              Predicate select_op, hipStream_t stream = 0) {
    const auto choice = [=](auto) { return detail::ByPredicate<Flags, Predicate>{flags, select_op}; };
    return detail::select_in_place(temp, bytes, data, choice, num_selected, static_cast<size_t>(count), stream);
  }
  template <class Input, class Output, class Number, class Count>
  static hipError_t Unique(void* temp, size_t& bytes, Input in, Output out, Number num_selected, Count count,
                           hipStream_t stream = 0, bool debug_synchronous = false) {
    detail::Storage storage(temp);
    return detail::select(storage, bytes, detail::ByRun<Input, Equality>{in, Equality()},
                          detail::CopyChosen<Input, Output>{in, out}, num_selected, static_cast<size_t>(count), stream,
                          debug_synchronous);
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Number, class Count, class EqualityOp,
            typename std::enable_if<!std::is_convertible<EqualityOp, hipStream_t>::value, int>::type = 0>
  static hipError_t UniqueByKey(void* temp, size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                                ValuesOut values_out, Number num_selected, Count count, EqualityOp equality_op,
                                hipStream_t stream = 0, bool debug_synchronous = false) {
    detail::Storage storage(temp);
    return detail::select(storage, bytes, detail::ByRun<Keys, EqualityOp>{keys, equality_op},
                          detail::CopyPairs<Keys, Values, KeysOut, ValuesOut>{keys, values, keys_out, values_out},
                          num_selected, static_cast<size_t>(count), stream, debug_synchronous);
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Number, class Count>
  static hipError_t UniqueByKey(void* temp, size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                                ValuesOut values_out, Number num_selected, Count count, hipStream_t stream = 0,
                                bool debug_synchronous = false) {
    return UniqueByKey(temp, bytes, keys, values, keys_out, values_out, num_selected, count, Equality(), stream,
                       debug_synchronous);
  }
};

struct DevicePartition {
  template <class Input, class Flags, class Output, class Number, class Count>
  static hipError_t Flagged(void* temp, size_t& bytes, Input in, Flags flags, Output out, Number num_selected,
                            Count count, hipStream_t stream = 0, bool debug_synchronous = false) {
    detail::Storage storage(temp);
    const size_t all = static_cast<size_t>(count);
    return detail::select(storage, bytes, detail::ByFlag<Flags>{flags}, detail::CopyBoth<Input, Output>{in, out, all},
                          num_selected, all, stream, debug_synchronous);
  }
  // Three parts: the items that the first predicate selects, those that only the second one selects, and the others.
  template <class Input, class First, class Second, class Rest, class Numbers, class Count, class SelectFirst,
            class SelectSecond>
  static hipError_t If(void* temp, size_t& bytes, Input in, First first_out, Second second_out, Rest unselected_out,
                       Numbers num_selected, Count count, SelectFirst select_first, SelectSecond select_second,
                       hipStream_t stream = 0, bool debug_synchronous = false) {
    detail::Storage storage(temp);
    size_t* const num_rest = storage.take<size_t>(1);
    const size_t all = static_cast<size_t>(count);
    const auto part = [&](auto choice, auto out, auto number) {
      return detail::select(storage, bytes, choice, detail::CopyChosen<Input, decltype(out)>{in, out}, number, all,
                            stream, debug_synchronous);
    };
    using Part = detail::OneOfThree<Input, SelectFirst, SelectSecond>;
    hipError_t error = part(Part{in, select_first, select_second, 0}, first_out, num_selected);
    if (error == hipSuccess) error = part(Part{in, select_first, select_second, 1}, second_out, num_selected + 1);
    if (error == hipSuccess) error = part(Part{in, select_first, select_second, 2}, unselected_out, num_rest);
    return error;
  }
  template <class Input, class Output, class Number, class Count, class Predicate>
  static hipError_t If(void* temp, size_t& bytes, Input in, Output out, Number num_selected, Count count,
                       Predicate select_op, hipStream_t stream = 0, bool debug_synchronous = false) {
    detail::Storage storage(temp);
    const size_t all = static_cast<size_t>(count);
    return detail::select(storage, bytes, detail::ByPredicate<Input, Predicate>{in, select_op},
                          detail::CopyBoth<Input, Output>{in, out, all}, num_selected, all, stream, debug_synchronous);
  }
};

}  // namespace hipcub
