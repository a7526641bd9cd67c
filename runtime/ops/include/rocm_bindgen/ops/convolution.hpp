// Convolutions, and their transposed forms, of {batches, channels, rows, columns} or {batches, channels, columns}.
//
// All tensors are of one type: bf16, f16, f32, f64, u8 or u32. Strides may be any, of the result as long as no element
// is written twice; it must not overlap the others. Sums of bf16, f16 and f32 are made in f32; integers wrap around.
// Devices with matrix units multiply bf16 and f16 by these, and padding as zeros: docs/ops.md.
//
// Work is queued on the stream; nothing waits, and nothing is allocated. All throw Error: bad_argument for what does
// not fit together, naming the operand; what launches and drivers say. Safe from several threads. Numbers:
// docs/kernels.md.
#ifndef ROCM_BINDGEN_OPS_CONVOLUTION_HPP
#define ROCM_BINDGEN_OPS_CONVOLUTION_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/window.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// How the taps of a kernel meet the input; for lines, the columns count.
struct Convolution {
  ImageExtent stride{1, 1};   ///< from one result's taps to the next one's; of the transposed form, one input place's
  ImageExtent padding{0, 0};  ///< places of 0 on every side of the input; of the transposed form, taken from the result
  ImageExtent dilation{1, 1};  ///< from one tap to the next
  std::int64_t groups = 1;     ///< that channels are parted into: each result sees the input of its own group
};

/// out[y] = the sum over taps k and input channels of in[y * stride + k * dilation - padding] * weights[k].
/// Weights are {output channels, input channels / groups, taps...}; the result has (in + 2 * padding - dilation * (taps
/// - 1) - 1) / stride + 1 places along an axis.
ROCM_BINDGEN_API void conv1d(Stream& stream, const TensorView& in, const TensorView& weights, const Convolution& how,
                             const TensorView& out);
/// The same for images: conv1d() with rows and columns.
ROCM_BINDGEN_API void conv2d(Stream& stream, const TensorView& in, const TensorView& weights, const Convolution& how,
                             const TensorView& out);

/// Each input place adds itself, times each tap, to the results that it would be part of if these were the input.
/// Weights are {input channels, output channels / groups, taps...}; the result has (in - 1) * stride - 2 * padding +
/// dilation * (taps - 1) + 1 places along an axis, or up to stride - 1 more (dilation - 1, if that is larger).
ROCM_BINDGEN_API void conv_transpose1d(Stream& stream, const TensorView& in, const TensorView& weights,
                                       const Convolution& how, const TensorView& out);
/// The same for images: conv_transpose1d() with rows and columns.
ROCM_BINDGEN_API void conv_transpose2d(Stream& stream, const TensorView& in, const TensorView& weights,
                                       const Convolution& how, const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_CONVOLUTION_HPP
