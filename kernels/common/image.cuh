// Tensors (batch, channel, row, column) as the kernels of conv.cu read them: with one or two axes after the channels,
// and any strides. Used by candle/convolve.cuh, candle/unfold.cuh, pool.cuh and upsample.cuh; view_conv.cu uses SumOf.
// Each thread computes one result at a time, and neighbouring threads compute neighbouring results. There are no
// barriers.
#pragma once

#include "division.cuh"
#include "numeric.cuh"
#include "thread_grid.cuh"

// Splits an index into coordinates: next() returns the coordinate along the innermost axis, and leaves the index over
// the other axes in `rest`.
struct Coordinates {
  size_t rest;

  __device__ __forceinline__ size_t next(size_t extent) {
    const size_t before = rest;
    rest = quotient_of(before, extent);
    return before - rest * extent;
  }
};

// Dims and strides (in elements) from `info`, which contains all dims first. A single axis after the channels becomes
// the inner one of two.
struct Image {
  size_t batches;
  size_t channels;
  size_t extent[2];
  size_t batch_stride;
  size_t channel_stride;
  size_t stride[2];

  template <int kAxes>
  __device__ __forceinline__ static Image read(const size_t* info) {
    constexpr int kRank = 2 + kAxes;
    const size_t* strides = info + kRank;
    Image image = {info[0], info[1], {1, info[kRank - 1]}, strides[0], strides[1], {0, strides[kRank - 1]}};
    if constexpr (kAxes == 2) {
      image.extent[0] = info[2];
      image.stride[0] = strides[2];
    }
    return image;
  }

  __device__ __forceinline__ size_t plane(size_t batch, size_t channel) const {
    return batch * batch_stride + channel * channel_stride;
  }
  __device__ __forceinline__ size_t at(size_t y, size_t x) const { return y * stride[0] + x * stride[1]; }
};

// The type in which products and sums are formed; integers wrap.
template <class T>
using SumOf = std::conditional_t<std::is_integral_v<T>, WrappingOf<ComputeOf<T>>, ComputeOf<T>>;

template <class T>
__device__ __forceinline__ SumOf<T> widened(T x) {
  return static_cast<SumOf<T>>(Numeric<T>::widen(x));
}
template <class T>
__device__ __forceinline__ T narrowed(SumOf<T> sum) {
  return Numeric<T>::narrow(static_cast<ComputeOf<T>>(sum));
}

// Calls body(i) for every result that this thread computes.
template <class Body>
__device__ __forceinline__ void for_each_result(size_t results, Body body) {
  const ThreadGrid grid = this_thread_in_grid();
#pragma unroll 1
  for (size_t i = grid.thread(); i < results; i += grid.threads) body(i);
}
