// Convolutions and transposed convolutions of tensors {batches, channels, rows, columns} or {batches, channels,
// columns}.
//
// All tensors have the same type: bf16, f16, f32, f64, u8 or u32. Strides are arbitrary, but no two indices of the
// result may refer to the same element. The result must not overlap the other tensors. Sums of bf16, f16 and f32 are
// accumulated in f32; integers wrap around. On devices with matrix units, conv1d() and conv2d() of bf16 and f16 use
// them where possible. They then multiply padding as zeros, so that an infinite or NaN weight makes a result NaN even
// if its tap meets only padding; docs/ops.md lists the conditions.
//
// Work is queued on the stream. The first use of a kernel on a device loads its module; apart from that, the functions
// do not wait and do not allocate. All of them throw Error: bad_argument if shapes, types or strides are invalid or do
// not match, with a message that names the operand; errors of the launch and of the driver are passed on. All of them
// may be called from several threads. Performance: docs/kernels.md.
#ifndef ROCM_BINDGEN_OPS_CONVOLUTION_HPP
#define ROCM_BINDGEN_OPS_CONVOLUTION_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/window.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// Where the taps of a filter meet the input. A tap is one position of the filter's weights: a filter of 3 x 3 weights
/// per channel has nine. One-dimensional convolutions use `columns` only.
struct Convolution {
  /// Step in the input from one result element to the next; if transposed, step in the result from one input element
  /// to the next.
  ImageExtent stride{1, 1};
  /// Number of zeros added on every side of the input; if transposed, elements removed from every side of the result.
  ImageExtent padding{0, 0};
  ImageExtent dilation{1, 1};  ///< distance between neighbouring taps
  /// Number of groups that the channels are divided into; an output channel depends on the input channels of its own
  /// group only.
  std::int64_t groups = 1;
};

/// Computes out[y] = the sum over taps k and input channels of in[y * stride + k * dilation - padding] * weights[k].
/// Weights have the shape {output channels, input channels / groups, taps}. For an input of length n along an axis, the
/// result has the length (n + 2 * padding - dilation * (taps - 1) - 1) / stride + 1.
ROCM_BINDGEN_API void conv1d(Stream& stream, const TensorView& in, const TensorView& weights, const Convolution& how,
                             const TensorView& out);
/// Computes conv1d() along rows and columns. Weights have the shape {output channels, input channels / groups, tap
/// rows, tap columns}.
ROCM_BINDGEN_API void conv2d(Stream& stream, const TensorView& in, const TensorView& weights, const Convolution& how,
                             const TensorView& out);

/// Computes out[y * stride + k * dilation - padding] = the sum of in[y] * weights[k] over all taps k, input elements y
/// and input channels that yield the same index. Weights have the shape {input channels, output channels / groups,
/// taps}. For an input of length n along an axis, the result has the length
/// (n - 1) * stride - 2 * padding + dilation * (taps - 1) + 1, or up to max(stride, dilation) - 1 more (the
/// output_padding of other libraries); the dims of `out` decide, because a convolution may give several input lengths
/// the same result length.
ROCM_BINDGEN_API void conv_transpose1d(Stream& stream, const TensorView& in, const TensorView& weights,
                                       const Convolution& how, const TensorView& out);
/// Computes conv_transpose1d() along rows and columns. Weights have the shape {input channels, output channels /
/// groups, tap rows, tap columns}.
ROCM_BINDGEN_API void conv_transpose2d(Stream& stream, const TensorView& in, const TensorView& weights,
                                       const Convolution& how, const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_CONVOLUTION_HPP
