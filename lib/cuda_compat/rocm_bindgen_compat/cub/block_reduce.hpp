// CUB's BlockReduce and ThreadReduce.
#pragma once

#include "rocm_bindgen_compat/cub/warp.hpp"

namespace hipcub {

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };

namespace detail {

// The threads of a block, numbered in row-major order.
template <int X, int Y, int Z>
struct BlockShape {
  static constexpr int kThreads = X * Y * Z;
  static constexpr int kWarps = ceil_divide(kThreads, kWarp);
  __device__ static int thread() { return RowMajorTid(X, Y, Z); }
};

constexpr int at_most(int limit, int x) {
  return x < limit ? x : limit;
}

}  // namespace detail

// Reduces the items of one thread.
template <int Items, class T, class Op>
__device__ T ThreadReduce(const T (&items)[Items], Op op, T prefix) {
  for (const T& item : items) prefix = op(prefix, item);
  return prefix;
}
template <int Items, class T, class Op>
__device__ T ThreadReduce(const T (&items)[Items], Op op) {
  T result = items[0];
  for (int i = 1; i < Items; ++i) result = op(result, items[i]);
  return result;
}

// In CUB the algorithms differ only in speed; here they are the same.
template <class T, int X, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1,
          int Arch = 0>
class BlockReduce {
  using Shape = detail::BlockShape<X, Y, Z>;

 public:
  struct TempStorage {
    Uninitialized<T> partials[Shape::kWarps];
  };

  __device__ BlockReduce() : storage_(own_storage()), thread_(Shape::thread()) {}
  __device__ BlockReduce(TempStorage& storage) : storage_(storage), thread_(Shape::thread()) {}

  // Thread 0 gets the result, which combines the values of the first num_valid threads in their order.
  template <class Op>
  __device__ T Reduce(T input, Op op, int num_valid = Shape::kThreads) {
    const int warp = thread_ / detail::kWarp;
    const int valid = num_valid - warp * detail::kWarp;
    T partial = detail::warp_reduce<detail::kWarp>(input, op, detail::at_most(detail::kWarp, valid));
    if (Shape::kWarps == 1) return partial;
    if (thread_ % detail::kWarp == 0) storage_.partials[warp].Alias() = partial;
    __syncthreads();
    if (warp == 0) {
      const int warps = detail::ceil_divide(num_valid, detail::kWarp);
      if (thread_ < warps) partial = storage_.partials[thread_].Alias();
      partial = detail::warp_reduce<detail::kWarp>(partial, op, warps);
    }
    return partial;
  }
  template <int Items, class Op>
  __device__ T Reduce(T (&inputs)[Items], Op op) {
    T partial = inputs[0];
    for (int i = 1; i < Items; ++i) partial = op(partial, inputs[i]);
    return Reduce(partial, op);
  }
  __device__ T Sum(T input) { return Reduce(input, hipcub::Sum()); }
  __device__ T Sum(T input, int num_valid) { return Reduce(input, hipcub::Sum(), num_valid); }
  template <int Items>
  __device__ T Sum(T (&inputs)[Items]) {
    return Reduce(inputs, hipcub::Sum());
  }

 private:
  __device__ static TempStorage& own_storage() {
    __shared__ TempStorage storage;
    return storage;
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace hipcub
