// CUB's BlockScan.
#pragma once

#include "rocm_bindgen_compat/cub/block_reduce.hpp"

namespace hipcub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

// In CUB the algorithms differ only in speed; here they are the same.
template <class T, int X, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int Arch = 0>
class BlockScan {
  using Shape = detail::BlockShape<X, Y, Z>;

 public:
  struct TempStorage {
    Uninitialized<T> totals[Shape::kWarps];
    Uninitialized<T> prefix;
  };

  __device__ BlockScan() : storage_(own_storage()), thread_(Shape::thread()) {}
  __device__ BlockScan(TempStorage& storage) : storage_(storage), thread_(Shape::thread()) {}
  __device__ BlockScan(TempStorage& storage, int linear_thread) : storage_(storage), thread_(linear_thread) {}

  template <class Op>
  __device__ void InclusiveScan(T input, T& output, Op op, T& block_aggregate) {
    T before;
    const bool any = scan(input, before, op, block_aggregate);
    output = any ? op(before, input) : input;
  }
  template <class Op>
  __device__ void InclusiveScan(T input, T& output, Op op) {
    T aggregate;
    InclusiveScan(input, output, op, aggregate);
  }
  template <class Op, class Prefix>
  __device__ void InclusiveScan(T input, T& output, Op op, Prefix& prefix_op) {
    T before, aggregate;
    const bool any = scan(input, before, op, aggregate);
    const T prefix = shared_prefix(aggregate, prefix_op);
    output = op(prefix, any ? op(before, input) : input);
  }
  template <int Items, class Op>
  __device__ void InclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Op op) {
    scan_arrays(inputs, outputs, op, true);
  }
  template <class Op>
  __device__ void InclusiveScan(T input, T& output, T initial_value, Op op) {
    InclusiveScan(input, output, op);
    output = op(initial_value, output);
  }
  template <int Items, class Op>
  __device__ void InclusiveScan(T (&inputs)[Items], T (&outputs)[Items], T initial_value, Op op) {
    T before;
    ExclusiveScan(reduced(inputs, op), before, initial_value, op);
    spread(inputs, outputs, before, true, op, true);
  }
  // `last` is either the variable for the aggregate or the callback that returns the prefix.
  template <int Items, class Op, class Last>
  __device__ void InclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Op op, Last& last) {
    scan_arrays(inputs, outputs, op, true, last);
  }

  // Without an initial value, the first output is undefined.
  template <class Op>
  __device__ void ExclusiveScan(T input, T& output, Op op) {
    T aggregate;
    scan(input, output, op, aggregate);
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T& output, Op op, T& block_aggregate) {
    scan(input, output, op, block_aggregate);
  }
  template <class Op, class Prefix>
  __device__ void ExclusiveScan(T input, T& output, Op op, Prefix& prefix_op) {
    T before, aggregate;
    const bool any = scan(input, before, op, aggregate);
    const T prefix = shared_prefix(aggregate, prefix_op);
    output = any ? op(prefix, before) : prefix;
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T& output, T initial_value, Op op, T& block_aggregate) {
    T before;
    const bool any = scan(input, before, op, block_aggregate);
    output = any ? op(initial_value, before) : initial_value;
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T& output, T initial_value, Op op) {
    T aggregate;
    ExclusiveScan(input, output, initial_value, op, aggregate);
  }
  template <int Items, class Op>
  __device__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Op op) {
    scan_arrays(inputs, outputs, op, false);
  }
  template <int Items, class Op, class Last>
  __device__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Op op, Last& last) {
    scan_arrays(inputs, outputs, op, false, last);
  }
  template <int Items, class Op>
  __device__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], T initial_value, Op op, T& block_aggregate) {
    T before;
    ExclusiveScan(reduced(inputs, op), before, initial_value, op, block_aggregate);
    spread(inputs, outputs, before, true, op, false);
  }
  template <int Items, class Op>
  __device__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], T initial_value, Op op) {
    T aggregate;
    ExclusiveScan(inputs, outputs, initial_value, op, aggregate);
  }

  __device__ void InclusiveSum(T input, T& output) { InclusiveScan(input, output, hipcub::Sum()); }
  template <class Last>
  __device__ void InclusiveSum(T input, T& output, Last& last) {
    InclusiveScan(input, output, hipcub::Sum(), last);
  }
  template <int Items>
  __device__ void InclusiveSum(T (&inputs)[Items], T (&outputs)[Items]) {
    InclusiveScan(inputs, outputs, hipcub::Sum());
  }
  template <int Items, class Last>
  __device__ void InclusiveSum(T (&inputs)[Items], T (&outputs)[Items], Last& last) {
    InclusiveScan(inputs, outputs, hipcub::Sum(), last);
  }
  __device__ void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(0), hipcub::Sum()); }
  __device__ void ExclusiveSum(T input, T& output, T& block_aggregate) {
    ExclusiveScan(input, output, T(0), hipcub::Sum(), block_aggregate);
  }
  template <class Prefix>
  __device__ void ExclusiveSum(T input, T& output, Prefix& prefix_op) {
    ExclusiveScan(input, output, hipcub::Sum(), prefix_op);
  }
  template <int Items>
  __device__ void ExclusiveSum(T (&inputs)[Items], T (&outputs)[Items]) {
    ExclusiveScan(inputs, outputs, T(0), hipcub::Sum());
  }
  template <int Items>
  __device__ void ExclusiveSum(T (&inputs)[Items], T (&outputs)[Items], T& block_aggregate) {
    ExclusiveScan(inputs, outputs, T(0), hipcub::Sum(), block_aggregate);
  }
  template <int Items, class Prefix>
  __device__ void ExclusiveSum(T (&inputs)[Items], T (&outputs)[Items], Prefix& prefix_op) {
    ExclusiveScan(inputs, outputs, hipcub::Sum(), prefix_op);
  }

 private:
  __device__ static TempStorage& own_storage() {
    __shared__ TempStorage storage;
    return storage;
  }

  // Computes the exclusive prefix of the thread, and returns whether there is one.
  template <class Op>
  __device__ bool scan(const T& input, T& before, Op op, T& aggregate) {
    const int warp = thread_ / detail::kWarp;
    const int lane = thread_ % detail::kWarp;
    const T inclusive = detail::warp_inclusive_scan<detail::kWarp>(input, op);
    if (lane == detail::kWarp - 1 || thread_ == Shape::kThreads - 1) storage_.totals[warp].Alias() = inclusive;
    T exclusive = detail::from_lane(inclusive, detail::lane_of_wave() - 1);
    __syncthreads();
    aggregate = storage_.totals[0].Alias();
    T warps_before = aggregate;
    for (int i = 1; i < Shape::kWarps; ++i) {
      if (i == warp) warps_before = aggregate;
      aggregate = op(aggregate, storage_.totals[i].Alias());
    }
    if (warp > 0) exclusive = lane == 0 ? warps_before : op(warps_before, exclusive);
    before = exclusive;
    return thread_ > 0;
  }

  // Calls the callback as CUB does: all lanes of the first warp call it, and the result of its first lane is used.
  template <class Prefix>
  __device__ T shared_prefix(const T& aggregate, Prefix& prefix_op) {
    if (thread_ < detail::kWarp) {
      const T prefix = prefix_op(aggregate);
      if (thread_ == 0) storage_.prefix.Alias() = prefix;
    }
    __syncthreads();
    return storage_.prefix.Alias();
  }

  template <int Items, class Op>
  __device__ static T reduced(const T (&inputs)[Items], Op op) {
    T sum = inputs[0];
    for (int i = 1; i < Items; ++i) sum = op(sum, inputs[i]);
    return sum;
  }

  // Computes the outputs of a thread. `running` combines everything before its first input; it is valid if `any` is
  // true. Inputs and outputs may be the same array.
  template <int Items, class Op>
  __device__ static void spread(const T (&inputs)[Items], T (&outputs)[Items], T running, bool any, Op op,
                                bool inclusive) {
    for (int i = 0; i < Items; ++i) {
      const T next = any ? op(running, inputs[i]) : inputs[i];
      outputs[i] = inclusive ? next : running;
      running = next;
      any = true;
    }
  }

  template <int Items, class Op>
  __device__ void scan_arrays(const T (&inputs)[Items], T (&outputs)[Items], Op op, bool inclusive, T& aggregate) {
    T before;
    const bool any = scan(reduced(inputs, op), before, op, aggregate);
    spread(inputs, outputs, before, any, op, inclusive);
  }
  template <int Items, class Op>
  __device__ void scan_arrays(const T (&inputs)[Items], T (&outputs)[Items], Op op, bool inclusive) {
    T aggregate;
    scan_arrays(inputs, outputs, op, inclusive, aggregate);
  }
  template <int Items, class Op, class Prefix>
  __device__ void scan_arrays(const T (&inputs)[Items], T (&outputs)[Items], Op op, bool inclusive, Prefix& prefix_op) {
    T before, aggregate;
    const bool any = scan(reduced(inputs, op), before, op, aggregate);
    const T prefix = shared_prefix(aggregate, prefix_op);
    spread(inputs, outputs, any ? op(prefix, before) : prefix, true, op, inclusive);
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace hipcub
