// Convolutions and their definition, for tests.
#pragma once

#include "rocm_bindgen/ops/convolution.hpp"
#include "runtime/ops/random_tensors.hpp"

namespace test {

namespace ops = rocm_bindgen::ops;

/// A convolution of images, or of lines, which have one row. `taps` is the extent of the weights.
struct Problem {
  bool transposed = false;
  bool lines = false;
  std::int64_t batches = 1, in_channels = 1, out_channels = 1;
  ops::ImageExtent in{1, 1}, taps{1, 1}, out{1, 1};
  ops::Convolution how;

  Dims dims(std::int64_t first, std::int64_t second, const ops::ImageExtent& extent) const {
    return lines ? Dims{first, second, extent.columns} : Dims{first, second, extent.rows, extent.columns};
  }
  Dims in_dims() const { return dims(batches, in_channels, in); }
  Dims out_dims() const { return dims(batches, out_channels, out); }
  Dims weight_dims() const {
    return transposed ? dims(in_channels, out_channels / how.groups, taps)
                      : dims(out_channels, in_channels / how.groups, taps);
  }
};

/// Multiples of 1/8 between -2 and 2, so that all products and sums are exact in float, or integers up to 32.
template <class T>
void make_small(Tensor& tensor, std::mt19937& random) {
  for (std::int64_t i = 0; i < tensor.layout().extent; ++i) {
    const auto x = static_cast<int>(random() % 33);
    set_element<T>(tensor.bytes(), i,
                   kIsFloat<T> ? Element<T>::nearest(static_cast<Real>(x - 16) / 8) : static_cast<T>(x));
  }
}

/// Computes the results from the definition, in row-major order.
template <class T>
std::vector<Real> results(const Problem& p, Tensor& in, Tensor& weights) {
  const auto in_group = p.in_channels / p.how.groups, out_group = p.out_channels / p.how.groups;
  std::vector<Real> sums(static_cast<std::size_t>(p.batches * p.out_channels * p.out.rows * p.out.columns));
  const auto index = [](std::int64_t a, std::int64_t b, std::int64_t channels, const ops::ImageExtent& extent,
                        std::int64_t y,
                        std::int64_t x) { return ((a * channels + b) * extent.rows + y) * extent.columns + x; };
  const auto at = [](Tensor& tensor, std::int64_t i) {
    return Element<T>::value(element<T>(tensor.bytes(), tensor.layout().offset(i)));
  };
  for (std::int64_t b = 0; b < p.batches; ++b)
    for (std::int64_t o = 0; o < p.out_channels; ++o)
      for (std::int64_t c = 0; c < in_group; ++c)
        for (std::int64_t ky = 0; ky < p.taps.rows; ++ky)
          for (std::int64_t kx = 0; kx < p.taps.columns; ++kx) {
            const auto group = o / out_group, channel = group * in_group + c;
            const Real weight = p.transposed ? at(weights, index(channel, o % out_group, out_group, p.taps, ky, kx))
                                             : at(weights, index(o, c, in_group, p.taps, ky, kx));
            // A tap connects each position of `coarse` with one of `fine`; the latter are `stride` apart. A convolution
            // reads fine positions and writes coarse ones; a transposed one does the opposite.
            const auto& coarse = p.transposed ? p.in : p.out;
            const auto& fine = p.transposed ? p.out : p.in;
            for (std::int64_t y = 0; y < coarse.rows; ++y)
              for (std::int64_t x = 0; x < coarse.columns; ++x) {
                const auto fine_y = y * p.how.stride.rows + ky * p.how.dilation.rows - p.how.padding.rows;
                const auto fine_x = x * p.how.stride.columns + kx * p.how.dilation.columns - p.how.padding.columns;
                if (fine_y < 0 || fine_x < 0 || fine_y >= fine.rows || fine_x >= fine.columns) continue;
                const auto to = p.transposed ? index(b, o, p.out_channels, p.out, fine_y, fine_x)
                                             : index(b, o, p.out_channels, p.out, y, x);
                const auto from = p.transposed ? index(b, channel, p.in_channels, p.in, y, x)
                                               : index(b, channel, p.in_channels, p.in, fine_y, fine_x);
                sums[static_cast<std::size_t>(to)] += weight * at(in, from);
              }
          }
  return sums;
}

}  // namespace test
