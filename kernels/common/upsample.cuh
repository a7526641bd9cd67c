// Resizes images: upsample_nearest2d_* and upsample_bilinear2d_* (conv.cu); view_window.cu uses Resize and
// interpolate(). The source has strides in elements; the result is dense, (batch, channel, row, column). Each thread
// computes one result at a time.
#pragma once

#include "image.cuh"

// Uses the last source position that is not after the exact one, with scales that the host has computed.
template <class T>
__device__ __forceinline__ void resize_nearest(const size_t (&extent)[2], const double (&scale)[2], const size_t* info,
                                               const T* src, T* dst) {
  const Image image = Image::read<2>(info);
  const auto source = [&](int axis, size_t position) {
    const size_t from = static_cast<size_t>(static_cast<double>(position) * scale[axis]);
    return from < image.extent[axis] ? from : image.extent[axis] - 1;
  };
  for_each_result(image.batches * image.channels * extent[0] * extent[1], [&](size_t i) {
    Coordinates rest{i};
    const size_t x = source(1, rest.next(extent[1]));
    const size_t y = source(0, rest.next(extent[0]));
    const size_t channel = rest.next(image.channels);
    dst[i] = src[image.plane(rest.rest, channel) + image.at(y, x)];
  });
}

// Maps positions of the result to positions between those of the source, along one axis.
struct Resize {
  size_t extent;  // extent of the source
  bool align_corners;
  // With aligned corners, positions are multiplied by `scale` and then divided by `steps`, which is exact if the result
  // is a whole number. Otherwise, `steps` is not used.
  double scale;
  double steps;

  __device__ __forceinline__ static Resize axis(size_t from, size_t to, bool align_corners, bool has_factor,
                                                double factor) {
    const double size = static_cast<double>(from);
    if (align_corners) return {from, true, to == 1 ? 0.0 : size - 1, to == 1 ? 1.0 : static_cast<double>(to) - 1};
    return {from, false, has_factor ? 1 / factor : size / static_cast<double>(to), 1};
  }

  struct Interpolation {
    size_t low;
    size_t high;
    double weight;  // weight of `high`
  };
  __device__ __forceinline__ Interpolation at(size_t position) const {
    // Without aligned corners, the centres of pixels are mapped, which are 0.5 after their positions.
    const double centre = (static_cast<double>(position) + 0.5) * scale - 0.5;
    const double exact = align_corners ? static_cast<double>(position) * scale / steps : centre > 0 ? centre : 0.0;
    const size_t below = static_cast<size_t>(exact);
    const size_t low = below < extent ? below : extent - 1;
    const size_t high = low + 1 < extent ? low + 1 : low;
    return {low, high, exact - static_cast<double>(below)};
  }
};

// Integers are weighted in f64 and truncated.
template <class T>
using WeightOf = std::conditional_t<std::is_integral_v<T> || sizeof(T) == 8, double, float>;

// An element with weight 0 is ignored, so that no infinity becomes NaN.
template <class W>
__device__ __forceinline__ W interpolate(W low, W high, W weight) {
  if (weight == 0 || low == high) return low;
  return weight == 1 ? high : low * (1 - weight) + high * weight;
}

template <class T>
__device__ __forceinline__ void resize_bilinear(const size_t (&extent)[2], const Resize (&axis)[2], const size_t* info,
                                                const T* src, T* dst) {
  using W = WeightOf<T>;
  const Image image = Image::read<2>(info);
  for_each_result(image.batches * image.channels * extent[0] * extent[1], [&](size_t i) {
    Coordinates rest{i};
    const Resize::Interpolation x = axis[1].at(rest.next(extent[1]));
    const Resize::Interpolation y = axis[0].at(rest.next(extent[0]));
    const size_t channel = rest.next(image.channels);
    const T* plane = src + image.plane(rest.rest, channel);
    const auto in_row = [&](size_t row) {
      const W low = static_cast<W>(Numeric<T>::widen(plane[image.at(row, x.low)]));
      const W high = static_cast<W>(Numeric<T>::widen(plane[image.at(row, x.high)]));
      return interpolate(low, high, static_cast<W>(x.weight));
    };
    const W value = interpolate(in_row(y.low), in_row(y.high), static_cast<W>(y.weight));
    dst[i] = Numeric<T>::narrow(static_cast<ComputeOf<T>>(value));
  });
}
