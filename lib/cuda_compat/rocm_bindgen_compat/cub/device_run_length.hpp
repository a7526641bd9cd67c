// CUB's DeviceRunLengthEncode.
#pragma once

#include "rocm_bindgen_compat/cub/device_select.hpp"

namespace hipcub {
namespace detail {

// All runs of the input. `number` points to the number of runs, in device memory.
struct Runs {
  const size_t* begins;
  const size_t* number;
  size_t count;
  __device__ size_t length(size_t run) const { return (run + 1 < *number ? begins[run + 1] : count) - begins[run]; }
};
// Selects the runs of more than one item.
struct LongRuns {
  Runs runs;
  __device__ bool operator()(size_t run) const { return run < *runs.number && runs.length(run) > 1; }
};
template <class Offsets, class Lengths>
struct CopyExtents {
  Runs runs;
  Offsets offsets;
  Lengths lengths;
  __device__ void chosen(size_t run, size_t place) const {
    offsets[place] = static_cast<OutputValueOf<Offsets, int*>>(runs.begins[run]);
    lengths[place] = static_cast<OutputValueOf<Lengths, int*>>(runs.length(run));
  }
  __device__ void rejected(size_t, size_t) const {}
};

}  // namespace detail

struct DeviceRunLengthEncode {
  template <class Input, class Unique, class Lengths, class Number, class Count>
  static hipError_t Encode(void* temp, size_t& bytes, Input in, Unique unique_out, Lengths counts_out, Number num_runs,
                           Count count, hipStream_t stream = 0, bool debug_synchronous = false) {
    using Length = detail::OutputValueOf<Lengths, int*>;
    return detail::reduce_by_key(temp, bytes, in, unique_out, ConstantInputIterator<Length, size_t>(Length(1)),
                                 counts_out, num_runs, Sum(), Equality(), static_cast<size_t>(count), stream,
                                 debug_synchronous);
  }

  // The runs of more than one item: where they begin, and their lengths.
  template <class Input, class Offsets, class Lengths, class Number, class Count>
  static hipError_t NonTrivialRuns(void* temp, size_t& bytes, Input in, Offsets offsets_out, Lengths lengths_out,
                                   Number num_runs, Count count, hipStream_t stream = 0,
                                   bool debug_synchronous = false) {
    const size_t all = static_cast<size_t>(count);
    detail::Storage storage(temp);
    size_t* const begins = storage.take<size_t>(all);
    size_t* const number_of_all = storage.take<size_t>(1);
    const detail::CopyRun<Input, DiscardOutputIterator<size_t>> copy{in, DiscardOutputIterator<size_t>(), begins};
    const hipError_t error = detail::select(storage, bytes, detail::ByRun<Input, Equality>{in, Equality()}, copy,
                                            number_of_all, all, stream, debug_synchronous);
    if (error != hipSuccess) return error;
    // The host does not know the number of runs, so this selection is from `all` positions; LongRuns rejects those
    // after the last run.
    const detail::Runs runs{begins, number_of_all, all};
    return detail::select(storage, bytes, detail::LongRuns{runs},
                          detail::CopyExtents<Offsets, Lengths>{runs, offsets_out, lengths_out}, num_runs, all, stream,
                          debug_synchronous);
  }
};

}  // namespace hipcub
