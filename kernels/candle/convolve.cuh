// Convolutions and transposed convolutions, computed directly from their definition for any type and strides. Used by
// conv1d_*, conv2d_*, conv_transpose1d_* and conv_transpose2d_* (conv.cu); unfold.cuh uses TapsOfResult.
//
// The source is (batch, c_in, y, x) with strides in elements. The result is dense, (batch, c_out, y, x). Each thread
// computes one result at a time, and neighbouring threads compute neighbouring results. Products and sums are formed in
// SumOf<T> and rounded once. There are no barriers.
#pragma once

#include "../common/image.cuh"

// One axis of a convolution: the input positions that the taps of a result read.
struct TapsOfResult {
  size_t extent;  // extent of the input along this axis
  size_t taps;
  size_t stride;
  size_t padding;
  size_t dilation;

  // Returns the input position that a tap of a result reads. Positions before the input wrap around to large unsigned
  // numbers, which are beyond its extent.
  __device__ __forceinline__ size_t place(size_t result, size_t tap) const {
    return result * stride + tap * dilation - padding;
  }
};

template <class T>
struct Convolution {
  Image image;    // the source
  Image weights;  // (c_out, c_in, taps)
  TapsOfResult axis[2];
  size_t extent[2];  // rows and columns of the result
  const T* src;
  const T* kernel;
  T* dst;

  __device__ __forceinline__ void run() const {
    const size_t outputs = weights.batches;
    for_each_result(image.batches * outputs * extent[0] * extent[1], [&](size_t i) {
      Coordinates rest{i};
      const size_t x = rest.next(extent[1]);
      const size_t y = rest.next(extent[0]);
      const size_t output = rest.next(outputs);
      dst[i] = narrowed<T>(sum(rest.rest, output, y, x));
    });
  }

 private:
  __device__ __forceinline__ SumOf<T> sum(size_t batch, size_t output, size_t y, size_t x) const {
    SumOf<T> sum = 0;
#pragma unroll 1
    for (size_t c = 0; c < image.channels; ++c) {
      const T* plane = src + image.plane(batch, c);
      const T* taps = kernel + weights.plane(output, c);
#pragma unroll 1
      for (size_t ky = 0; ky < axis[0].taps; ++ky) {
        const size_t in_y = axis[0].place(y, ky);
        if (in_y >= axis[0].extent) continue;
#pragma unroll 1
        for (size_t kx = 0; kx < axis[1].taps; ++kx) {
          const size_t in_x = axis[1].place(x, kx);
          if (in_x >= axis[1].extent) continue;
          sum += widened(plane[image.at(in_y, in_x)]) * widened(taps[weights.at(ky, kx)]);
        }
      }
    }
    return sum;
  }
};

// One axis of a transposed convolution: input elements contribute to a result only through the taps `first`, `first` +
// `step`, and so on, for which result - tap * dilation is a multiple of the stride. If there is no such tap, `first` is
// larger than any tap.
struct TapsToResult {
  size_t first;
  size_t step;

  // `result` is counted from the first position of the padded axis. The first loop finds the smallest step whose
  // multiple of the dilation is a multiple of the stride. The multiple of the stride in the second loop keeps the
  // difference from becoming negative.
  __device__ __forceinline__ TapsToResult(size_t result, size_t stride, size_t dilation) : first(0), step(1) {
#pragma unroll 1
    while (step * dilation % stride != 0) ++step;
#pragma unroll 1
    while (first < step && (result + step * stride * dilation - first * dilation) % stride != 0) ++first;
    if (first == step) first = ~size_t{0};
  }
};

template <class T>
struct TransposedConvolution {
  Image image;    // the source
  Image weights;  // (c_in, c_out, taps)
  TapsOfResult axis[2];
  size_t extent[2];  // rows and columns of the result
  const T* src;
  const T* kernel;
  T* dst;

  __device__ __forceinline__ void run() const {
    const size_t outputs = weights.channels;
    for_each_result(image.batches * outputs * extent[0] * extent[1], [&](size_t i) {
      Coordinates rest{i};
      const size_t x = rest.next(in_vector_register(extent[1]));
      const size_t y = rest.next(in_vector_register(extent[0]));
      const size_t output = rest.next(outputs);
      dst[i] = narrowed<T>(sum(rest.rest, output, y + axis[0].padding, x + axis[1].padding));
    });
  }

 private:
  // `y` and `x` are counted from the first position of the padded result.
  __device__ __forceinline__ SumOf<T> sum(size_t batch, size_t output, size_t y, size_t x) const {
    const TapsToResult rows(y, axis[0].stride, axis[0].dilation);
    const TapsToResult columns(x, axis[1].stride, axis[1].dilation);
    const size_t channel_step = in_vector_register(image.channel_stride);
    const size_t weight_step = in_vector_register(weights.batch_stride);
    SumOf<T> sum = 0;
#pragma unroll 1
    for (size_t ky = rows.first; ky < axis[0].taps && ky * axis[0].dilation <= y; ky += rows.step) {
      const size_t in_y = quotient_of(y - ky * axis[0].dilation, axis[0].stride);
      if (in_y >= axis[0].extent) continue;
#pragma unroll 1
      for (size_t kx = columns.first; kx < axis[1].taps && kx * axis[1].dilation <= x; kx += columns.step) {
        const size_t in_x = quotient_of(x - kx * axis[1].dilation, axis[1].stride);
        if (in_x >= axis[1].extent) continue;
        const T* pixel = src + image.plane(batch, 0) + image.at(in_y, in_x);
        const T* tap = kernel + weights.plane(0, output) + weights.at(ky, kx);
        // The channel count is moved to a vector register only here: keeping it in one across all loops would lower
        // occupancy by one warp.
#pragma unroll 1
        for (size_t c = 0; c < in_vector_register(image.channels); ++c)
          sum += widened(pixel[c * channel_step]) * widened(tap[c * weight_step]);
      }
    }
    return sum;
  }
};

// `info` contains the dims and strides of the source, then those of the kernel, for kAxes axes each. `rows` and
// `columns` are the extents of the result.
template <template <class> class Operation, int kAxes, class T>
__device__ __forceinline__ void convolve(size_t rows, size_t columns, size_t stride, size_t padding, size_t dilation,
                                         const size_t* info, const T* src, const T* kernel, T* dst) {
  const Image image = Image::read<kAxes>(info);
  const Image weights = Image::read<kAxes>(info + 2 * (2 + kAxes));
  // The missing axis of a one-dimensional convolution has the extent 1 and one tap.
  const TapsOfResult none{1, 1, 1, 0, 1};
  const TapsOfResult inner{image.extent[1], weights.extent[1], stride, padding, dilation};
  const TapsOfResult outer{image.extent[0], weights.extent[0], stride, padding, dilation};
  Operation<T>{image, weights, {kAxes == 2 ? outer : none, inner}, {rows, columns}, src, kernel, dst}.run();
}
