// Convolutions. Plain convolutions use matrix units if convolve_by_matrix() supports the device and the operands. All
// others use kernels that compute directly from the definition, for any type and strides.
#include "rocm_bindgen/ops/convolution.hpp"

#include <algorithm>
#include <string>

#include "kernel_tables.hpp"
#include "kernels/ops/convolution_view.hpp"
#include "launch_view.hpp"
#include "matrix_convolution.hpp"
#include "operands.hpp"

namespace rocm_bindgen::ops {
namespace {

/// Indices of the dims of a tensor of images, and their number.
constexpr std::uint32_t kBatches = 0, kChannels = 1, kRows = 2, kColumns = 3, kRank = 4;
/// An exclusive limit on every count, and on the products of counts with strides and dilations, so that the kernels'
/// 32-bit sums of positions do not wrap.
constexpr std::int64_t kMost = 1 << 30;

struct Form {
  std::string_view name;
  std::uint32_t axes;  ///< number of axes after the channels
  bool transposed;
};

/// Returns the view as an image: the input of a 1-d convolution becomes an image of one row.
TensorView image_of(const Form& form, const TensorView& view) {
  auto image = view;
  if (form.axes == 2) return image;
  image.rank = kRank;
  image.dims[kColumns] = view.dims[kRows];
  image.strides[kColumns] = view.strides[kRows];
  image.dims[kRows] = 1;
  image.strides[kRows] = 0;
  return image;
}

/// Returns the parameters of a 1-d convolution as those of images of one row.
Convolution lines_of(const Convolution& how) {
  auto lines = how;
  lines.stride.rows = lines.dilation.rows = 1;
  lines.padding.rows = 0;
  return lines;
}

void check_tensors(const Form& form, const TensorView& in, const TensorView& weights, const TensorView& out) {
  const Named result{"out", out};
  check_result(form.name, result);
  switch (out.dtype) {
    case DType::bf16:
    case DType::f16:
    case DType::f32:
    case DType::f64:
    case DType::u8:
    case DType::u32:
      break;
    default:
      refuse(form.name, "out",
             "has type " + std::string(name_of(out.dtype)) + "; there are kernels for bf16, f16, f32, f64, u8 and u32");
  }
  if (out.rank != 2 + form.axes)
    refuse(form.name, "out", describe(out) + " does not have rank " + std::to_string(2 + form.axes));
  for (const Named& operand : {Named{"in", in}, Named{"weights", weights}}) {
    check_tensor(form.name, operand);
    check_dtype(form.name, operand, out.dtype);
    if (operand.view.rank != out.rank)
      refuse(form.name, operand.name, describe(operand.view) + " does not have rank " + std::to_string(out.rank));
    check_apart(form.name, result, operand_of(out), operand, operand_of(operand.view));
    // check_apart() accepts an operand that is the result itself.
    if (operand.view.data == out.data && out.data != nullptr) refuse(form.name, operand.name, "overlaps out");
  }
}

void check_channels(const Form& form, const TensorView& in, const TensorView& weights, std::int64_t groups,
                    const TensorView& out) {
  if (groups < 1 || in.dims[kChannels] % groups != 0 || out.dims[kChannels] % groups != 0)
    refuse(form.name, "in",
           std::to_string(in.dims[kChannels]) + " channels and the result's " + std::to_string(out.dims[kChannels]) +
               " cannot be divided into " + std::to_string(groups) + " groups");
  if (in.dims[kBatches] != out.dims[kBatches])
    refuse(form.name, "out", describe(out) + " does not have the batches of in, " + describe(in));
  const auto& [first, second] = form.transposed ? std::pair{in.dims[kChannels], out.dims[kChannels] / groups}
                                                : std::pair{out.dims[kChannels], in.dims[kChannels] / groups};
  if (weights.dims[0] != first || weights.dims[1] != second)
    refuse(form.name, "weights",
           describe(weights) + " are not the weights of " + std::to_string(first) + " channels by " +
               std::to_string(second));
}

/// Checks one axis, and returns it in the form that the kernels need. The number of results must be the one that the
/// other parameters give.
ConvolvedAxis axis_of(const Form& form, std::int64_t in, std::int64_t taps, std::int64_t out, std::int64_t stride,
                      std::int64_t padding, std::int64_t dilation) {
  const bool is_possible = taps >= 1 && stride >= 1 && padding >= 0 && dilation >= 1 &&
                           std::max({in, taps, out, stride, padding, dilation}) < kMost &&
                           (taps - 1) * dilation + 1 < kMost && out * stride < kMost && in * stride < kMost;
  if (!is_possible)
    refuse(form.name, "",
           std::to_string(taps) + " taps cannot be applied to " + std::to_string(in) + " positions with stride " +
               std::to_string(stride) + ", padding " + std::to_string(padding) + " and dilation " +
               std::to_string(dilation));
  const auto tap_span = dilation * (taps - 1) + 1;
  std::int64_t fewest = in + 2 * padding < tap_span ? 0 : (in + 2 * padding - tap_span) / stride + 1, most = fewest;
  if (form.transposed) {
    // The result may have output padding, which must be less than the stride or less than the dilation.
    fewest = in == 0 ? 0 : (in - 1) * stride - 2 * padding + tap_span;
    most = in == 0 ? 0 : fewest + std::max(stride, dilation) - 1;
  }
  if (out < fewest || out > most)
    refuse(form.name, "out",
           "has " + std::to_string(out) + " positions along an axis instead of the " + std::to_string(fewest) +
               (most == fewest ? "" : " to " + std::to_string(most)) + " from " + std::to_string(taps) + " taps over " +
               std::to_string(in) + " positions");
  return {static_cast<std::uint32_t>(in), static_cast<std::uint32_t>(taps), static_cast<std::uint32_t>(padding),
          static_cast<std::uint32_t>(dilation), view_axis(static_cast<std::uint32_t>(stride))};
}

std::size_t step(std::int64_t stride) {
  return static_cast<std::size_t>(stride);
}

/// Fills in all members except `results`, which for_each_view() provides.
ConvolutionView view_of(const Form& form, const TensorView& in, const TensorView& weights, const Convolution& how,
                        const TensorView& out) {
  ConvolutionView view{};
  view.axis[0] = axis_of(form, in.dims[kRows], weights.dims[kRows], out.dims[kRows], how.stride.rows, how.padding.rows,
                         how.dilation.rows);
  view.axis[1] = axis_of(form, in.dims[kColumns], weights.dims[kColumns], out.dims[kColumns], how.stride.columns,
                         how.padding.columns, how.dilation.columns);
  view.in_channels = static_cast<std::uint32_t>(in.dims[kChannels] / how.groups);
  view.out_channels = static_cast<std::uint32_t>(out.dims[kChannels] / how.groups);
  view.in_channel = step(in.strides[kChannels]);
  view.out_channel = step(out.strides[kChannels]);
  view.weight_in = step(weights.strides[form.transposed ? 0 : 1]);
  view.weight_out = step(weights.strides[form.transposed ? 1 : 0]);
  for (std::uint32_t a = 0; a < 2; ++a) {
    view.in_step[a] = step(in.strides[kRows + a]);
    view.weight_step[a] = step(weights.strides[kRows + a]);
  }
  return view;
}

/// The axes of the results, innermost first: columns, rows, blocks of output channels, groups, batches. A stride of 0
/// means that the kernel itself computes the position along this axis, or that the operand does not have the axis.
Walk<3> walk_of_results(const Form& form, const TensorView& in, const TensorView& weights, std::int64_t groups,
                        const TensorView& out) {
  Walk<3> walk;
  const auto of_group = [&](const TensorView& view) { return view.dims[kChannels] / groups; };
  const auto blocks = (of_group(out) + kChannelsAtOnce - 1) / kChannelsAtOnce;
  walk.axes = 5;
  walk.extents = {out.dims[kColumns], out.dims[kRows], blocks, groups, out.dims[kBatches]};
  walk.operands = {operand_of(out), operand_of(in), operand_of(weights)};
  const std::int64_t at_once = kChannelsAtOnce;
  const auto weight_out = weights.strides[form.transposed ? 1 : 0];
  const auto weight_group = form.transposed ? weights.strides[0] * of_group(in) : weights.strides[0] * of_group(out);
  walk.operands[0].strides = {out.strides[kColumns], out.strides[kRows], out.strides[kChannels] * at_once,
                              out.strides[kChannels] * of_group(out), out.strides[kBatches]};
  walk.operands[1].strides = {0, 0, 0, in.strides[kChannels] * of_group(in), in.strides[kBatches]};
  walk.operands[2].strides = {0, 0, weight_out * at_once, weight_group, 0};
  return walk;
}

void convolve(const Form& form, Stream& stream, const TensorView& from, const TensorView& filter,
              const Convolution& how, const TensorView& to) {
  check_tensors(form, from, filter, to);
  const auto in = image_of(form, from), weights = image_of(form, filter), out = image_of(form, to);
  check_channels(form, in, weights, how.groups, out);
  auto view = view_of(form, in, weights, how, out);
  const auto walk = walk_of_results(form, in, weights, how.groups, out);
  const auto count = count_of(walk);
  if (count == 0) return;
  // A convolution that has too many elements for one launch can be split only along the batches.
  if (count / walk.extents[4] > kMaxPlaces) refuse(form.name, "out", describe(to) + " has too many elements per batch");
  if (!form.transposed && convolve_by_matrix(stream, in, weights, how, out)) return;
  const auto kernel = bundled_kernel(
      stream.device(),
      kConvolutionKernels.find(form.transposed ? ConvolutionForm::transposed : ConvolutionForm::plain, out.dtype));
  for_each_view(walk, 1, [&](const View<3>& results, const std::array<void*, 3>& addresses) {
    view.results = results;
    kernel.launch(view_launch(kernel, BundledModule::conv, results.place_count), stream, view, addresses[0],
                  addresses[1], addresses[2]);
  });
}

}  // namespace

void conv1d(Stream& stream, const TensorView& in, const TensorView& weights, const Convolution& how,
            const TensorView& out) {
  convolve({"conv1d", 1, false}, stream, in, weights, lines_of(how), out);
}

void conv2d(Stream& stream, const TensorView& in, const TensorView& weights, const Convolution& how,
            const TensorView& out) {
  convolve({"conv2d", 2, false}, stream, in, weights, how, out);
}

void conv_transpose1d(Stream& stream, const TensorView& in, const TensorView& weights, const Convolution& how,
                      const TensorView& out) {
  convolve({"conv_transpose1d", 1, true}, stream, in, weights, lines_of(how), out);
}

void conv_transpose2d(Stream& stream, const TensorView& in, const TensorView& weights, const Convolution& how,
                      const TensorView& out) {
  convolve({"conv_transpose2d", 2, true}, stream, in, weights, how, out);
}

}  // namespace rocm_bindgen::ops
