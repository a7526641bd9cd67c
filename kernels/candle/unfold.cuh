// Writes the windows of an image as rows of a matrix (im2col1d_*, im2col_*), and adds overlapping windows (col2im1d_*).
// Used by conv.cu. The image has strides in elements; all other memory is dense. Each thread computes one result at a
// time. There are no barriers.
#pragma once

#include "convolve.cuh"

// Computes dst (batch, y, x, channel, ky, kx); elements outside of the image are zero.
template <class T>
struct Unfold {
  Image image;
  TapsOfResult axis[2];
  size_t extent[2];
  const T* src;
  T* dst;

  __device__ __forceinline__ void run(size_t results) const {
    for_each_result(results, [&](size_t i) {
      Coordinates rest{i};
      const size_t kx = rest.next(axis[1].taps);
      const size_t ky = rest.next(axis[0].taps);
      const size_t channel = rest.next(image.channels);
      const size_t in_x = axis[1].place(rest.next(extent[1]), kx);
      const size_t in_y = axis[0].place(rest.next(extent[0]), ky);
      const bool inside = in_x < axis[1].extent && in_y < axis[0].extent;
      dst[i] = inside ? src[image.plane(rest.rest, channel) + image.at(in_y, in_x)] : narrowed<T>(0);
    });
  }
};

// `windows` is batches times window positions times channels; each of these windows has `taps` results.
template <class T>
__device__ __forceinline__ void unfold_1d(size_t windows, size_t columns, size_t taps, size_t stride, size_t padding,
                                          size_t dilation, const size_t* info, const T* src, T* dst) {
  const Image image = Image::read<1>(info);
  // The axis of rows, which is missing, has the extent 1 and one tap.
  const TapsOfResult none{1, 1, 1, 0, 1};
  Unfold<T>{image, {none, {image.extent[1], taps, stride, padding, dilation}}, {1, columns}, src, dst}.run(windows *
                                                                                                           taps);
}

template <class T>
__device__ __forceinline__ void unfold_2d(size_t results, const size_t (&extent)[2], const size_t (&taps)[2],
                                          size_t stride, size_t padding, size_t dilation, const size_t* info,
                                          const T* src, T* dst) {
  const Image image = Image::read<2>(info);
  Unfold<T>{
      image,
      {{image.extent[0], taps[0], stride, padding, dilation}, {image.extent[1], taps[1], stride, padding, dilation}},
      {extent[0], extent[1]},
      src,
      dst}
      .run(results);
}

// Computes dst (batch, channel, x) from src (batch, window, channel, tap). Each result is the sum over the windows that
// contain it, formed in a wide type and rounded once.
template <class T>
__device__ __forceinline__ void fold_1d(size_t results, size_t columns, size_t windows, size_t channels, size_t taps,
                                        size_t stride, const T* src, T* dst) {
  for_each_result(results, [&](size_t i) {
    Coordinates rest{i};
    const size_t x = rest.next(columns);
    const size_t channel = rest.next(channels);
    // The windows from `first` on, up to and including `last`, contain x: the last one begins at or before x, and the
    // first one ends after it.
    const size_t last = quotient_of(x, stride);
    const size_t end = last < windows ? last + 1 : windows;
    const size_t first = x < taps ? 0 : quotient_of(x - taps, stride) + 1;
    SumOf<T> sum = 0;
#pragma unroll 1
    for (size_t window = first; window < end; ++window)
      sum += widened(src[((rest.rest * windows + window) * channels + channel) * taps + x - window * stride]);
    dst[i] = narrowed<T>(sum);
  });
}
