// Convolutions of images on matrix units, and their expected results.
#pragma once

#include <limits>

#include "runtime/ops/convolutions.hpp"

namespace test {

/// A convolution of images that is not transposed. Computes the extent of the result.
inline Problem images(std::int64_t batches, std::int64_t in_channels, std::int64_t out_channels,
                      const ops::ImageExtent& in, const ops::ImageExtent& taps, const ops::Convolution& how) {
  Problem problem;
  problem.batches = batches;
  problem.in_channels = in_channels;
  problem.out_channels = out_channels;
  problem.in = in;
  problem.taps = taps;
  problem.how = how;
  for (const auto axis : {&ops::ImageExtent::rows, &ops::ImageExtent::columns})
    problem.out.*axis =
        (in.*axis + 2 * (how.padding.*axis) - how.dilation.*axis * (taps.*axis - 1) - 1) / (how.stride.*axis) + 1;
  return problem;
}

/// Channels are innermost in memory, as in cameras and some frameworks; batches are outermost in any case.
inline Layout channels_last(const Dims& dims) {
  Layout layout = dense({dims[0], dims[2], dims[3], dims[1]});
  layout.strides = {layout.strides[0], layout.strides[3], layout.strides[1], layout.strides[2]};
  layout.dims = dims;
  return layout;
}

/// `layout` with gaps after rows and images, because all strides except the last are tripled. It begins at element 3,
/// where no pack is aligned.
inline Layout apart(Layout layout) {
  for (std::size_t d = 0; d + 1 < layout.dims.size(); ++d) layout.strides[d] += layout.strides[d] * 2;
  layout.start = 3;
  layout.extent = layout.start + 1;
  for (std::size_t d = 0; d < layout.dims.size(); ++d) layout.extent += (layout.dims[d] - 1) * layout.strides[d];
  return layout;
}

struct Layouts {
  Layout in, weights, out;
};

inline Layouts dense_layouts(const Problem& problem) {
  return {dense(problem.in_dims()), dense(problem.weight_dims()), dense(problem.out_dims())};
}

template <class T>
void fill(Tensor& tensor, Real value) {
  for (std::int64_t i = 0; i < tensor.layout().extent; ++i)
    set_element<T>(tensor.bytes(), i, Element<T>::nearest(value));
}

constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();

/// Sets the tensor's elements to multiples of 1/8 between -2 and 2, and all other elements of its memory to NaN. A
/// kernel that reads one of those would make results NaN.
template <class T>
void make_small_among_nans(Tensor& tensor, std::mt19937& random) {
  fill<T>(tensor, kNaN);
  for (std::int64_t i = 0; i < tensor.layout().numel(); ++i)
    set_element<T>(tensor.bytes(), tensor.layout().offset(i),
                   Element<T>::nearest(static_cast<Real>(random() % 33) / 8 - 2));
}

struct Operands {
  Tensor in, weights, out;
};

/// Creates the operands on the host; the caller uploads them.
template <class T>
Operands make_operands(DType dtype, const Layouts& layouts, std::mt19937& random) {
  Operands operands{Tensor(device(), dtype, layouts.in, random), Tensor(device(), dtype, layouts.weights, random),
                    Tensor(device(), dtype, layouts.out, random)};
  make_small_among_nans<T>(operands.in, random);
  make_small_among_nans<T>(operands.weights, random);
  return operands;
}

/// The sums of products of such small numbers are exact in float; only the result is rounded.
template <class T>
void check_results(const Problem& problem, Tensor& in, Tensor& weights, Tensor& out) {
  const auto wanted = results<T>(problem, in, weights);
  check<T>(out, [&](std::int64_t i, T got) {
    const auto value = Element<T>::value(got),
               want = Element<T>::value(Element<T>::nearest(wanted[static_cast<std::size_t>(i)]));
    return std::isnan(want) ? std::isnan(value) : value == want;
  });
}

}  // namespace test
