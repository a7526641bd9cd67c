// CUB's DeviceScan.
#pragma once

#include "rocm_bindgen_compat/cub/device_scan_by_key.hpp"

namespace hipcub {

// The forms without an output scan in place.
struct DeviceScan : DeviceScanByKey {
  template <class Input, class Output, class Op, class T, class Count>
  static hipError_t ExclusiveScan(void* temp, size_t& bytes, Input in, Output out, Op op, T initial, Count count,
                                  hipStream_t stream = 0, bool debug_synchronous = false) {
    using Made = detail::ResultOf<Op, T, detail::ValueOf<Input>>;
    detail::Storage storage(temp);
    return detail::scan<Made>(storage, bytes, in, out, static_cast<size_t>(count), op, static_cast<Made>(initial), true,
                              false, stream, debug_synchronous);
  }
  template <class Input, class Output, class Op, class Count>
  static hipError_t InclusiveScan(void* temp, size_t& bytes, Input in, Output out, Op op, Count count,
                                  hipStream_t stream = 0, bool debug_synchronous = false) {
    using Value = detail::ValueOf<Input>;
    using Made = detail::ResultOf<Op, Value, Value>;
    detail::Storage storage(temp);
    return detail::scan<Made>(storage, bytes, in, out, static_cast<size_t>(count), op, Made{}, false, true, stream,
                              debug_synchronous);
  }
  template <class Input, class Output, class Count>
  static hipError_t ExclusiveSum(void* temp, size_t& bytes, Input in, Output out, Count count, hipStream_t stream = 0,
                                 bool debug_synchronous = false) {
    return ExclusiveScan(temp, bytes, in, out, hipcub::Sum(), detail::OutputValueOf<Output, Input>{}, count, stream,
                         debug_synchronous);
  }
  template <class Input, class Output, class Count>
  static hipError_t InclusiveSum(void* temp, size_t& bytes, Input in, Output out, Count count, hipStream_t stream = 0,
                                 bool debug_synchronous = false) {
    return InclusiveScan(temp, bytes, in, out, hipcub::Sum(), count, stream, debug_synchronous);
  }
  template <class Input, class Output, class Op, class T, class Count>
  static hipError_t InclusiveScanInit(void* temp, size_t& bytes, Input in, Output out, Op op, T initial, Count count,
                                      hipStream_t stream = 0) {
    using Made = detail::ResultOf<Op, T, detail::ValueOf<Input>>;
    detail::Storage storage(temp);
    return detail::scan<Made>(storage, bytes, in, out, static_cast<size_t>(count), op, static_cast<Made>(initial), true,
                              true, stream, false);
  }

  template <class Data, class Op, class T, class Count,
            typename std::enable_if<std::is_integral<Count>::value, int>::type = 0>
  static hipError_t ExclusiveScan(void* temp, size_t& bytes, Data data, Op op, T initial, Count count,
                                  hipStream_t stream = 0) {
    return ExclusiveScan(temp, bytes, data, data, op, initial, count, stream, false);
  }
  template <class Data, class Op, class Count, typename std::enable_if<std::is_integral<Count>::value, int>::type = 0>
  static hipError_t InclusiveScan(void* temp, size_t& bytes, Data data, Op op, Count count, hipStream_t stream = 0) {
    return InclusiveScan(temp, bytes, data, data, op, count, stream, false);
  }
  template <class Data, class Count, typename std::enable_if<std::is_integral<Count>::value, int>::type = 0>
  static hipError_t ExclusiveSum(void* temp, size_t& bytes, Data data, Count count, hipStream_t stream = 0) {
    return ExclusiveSum(temp, bytes, data, data, count, stream, false);
  }
  template <class Data, class Count, typename std::enable_if<std::is_integral<Count>::value, int>::type = 0>
  static hipError_t InclusiveSum(void* temp, size_t& bytes, Data data, Count count, hipStream_t stream = 0) {
    return InclusiveSum(temp, bytes, data, data, count, stream, false);
  }
};

}  // namespace hipcub
