// Computes one value from each window of an image, without padding. Used by max_pool2d_* and avg_pool2d_* (conv.cu);
// view_window.cu uses the two reductions. The source has strides in elements; the result is dense, (batch, channel,
// row, column). Each thread computes one result at a time.
#pragma once

#include "binary_ops.cuh"
#include "image.cuh"

// The largest element of a window; propagates NaN.
template <class T>
struct LargestOfWindow {
  using Accumulator = ComputeOf<T>;
  __device__ __forceinline__ static Accumulator first(T x) { return Numeric<T>::widen(x); }
  __device__ __forceinline__ static Accumulator accumulate(Accumulator accumulator, T x) {
    return Maximum{}(accumulator, Numeric<T>::widen(x));
  }
  __device__ __forceinline__ static T result(Accumulator accumulator, size_t) {
    return Numeric<T>::narrow(accumulator);
  }
};

// The mean of a window; for integers, this is the exact mean, rounded toward zero.
template <class T>
struct MeanOfWindow {
  using Accumulator = std::conditional_t<std::is_integral_v<T>, uint64_t, ComputeOf<T>>;
  __device__ __forceinline__ static Accumulator first(T x) { return static_cast<Accumulator>(Numeric<T>::widen(x)); }
  __device__ __forceinline__ static Accumulator accumulate(Accumulator accumulator, T x) {
    return accumulator + first(x);
  }
  __device__ __forceinline__ static T result(Accumulator accumulator, size_t elements) {
    return Numeric<T>::narrow(
        static_cast<ComputeOf<T>>(keep_precision(accumulator / static_cast<Accumulator>(elements))));
  }
};

template <class T, class Reduction>
__device__ __forceinline__ void pool(const size_t (&window)[2], const size_t (&step)[2], const size_t* info,
                                     const T* src, T* dst) {
  const Image image = Image::read<2>(info);
  if (image.extent[0] < window[0] || image.extent[1] < window[1]) return;
  const size_t rows = quotient_of(image.extent[0] - window[0], step[0]) + 1;
  const size_t columns = quotient_of(image.extent[1] - window[1], step[1]) + 1;
  for_each_result(image.batches * image.channels * rows * columns, [&](size_t i) {
    Coordinates rest{i};
    const size_t x = rest.next(columns) * step[1];
    const size_t y = rest.next(rows) * step[0];
    const size_t channel = rest.next(image.channels);
    const T* from = src + image.plane(rest.rest, channel) + image.at(y, x);
    auto accumulator = Reduction::first(*from);
#pragma unroll 1
    for (size_t ky = 0; ky < window[0]; ++ky) {
      // The first element initialized the accumulator.
#pragma unroll 1
      for (size_t kx = ky == 0 ? 1 : 0; kx < window[1]; ++kx)
        accumulator = Reduction::accumulate(accumulator, from[image.at(ky, kx)]);
    }
    dst[i] = Reduction::result(accumulator, window[0] * window[1]);
  });
}
