// Pooling and resampling of images. The innermost two dims are an image's rows and columns.
//
// Operand and result have the same type, rank (at least 2) and outer dims. Strides are arbitrary, but no two indices of
// the result may refer to the same element. Operand and result must not overlap. Pooling and bilinear resampling
// support bf16, f16, f32, f64, u8 and u32; upsample_nearest() supports all types.
//
// Work is queued on the stream. The first use of a kernel on a device loads its module; apart from that, the functions
// do not wait and do not allocate. All of them throw Error: bad_argument if shapes, types or strides are invalid or do
// not match, with a message that names the operand; errors of the launch and of the driver are passed on. All of them
// may be called from several threads. Performance: docs/kernels.md.
#ifndef ROCM_BINDGEN_OPS_WINDOW_HPP
#define ROCM_BINDGEN_OPS_WINDOW_HPP

#include <cstdint>
#include <optional>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// Two lengths or positions in an image, in elements.
struct ImageExtent {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
};

/// Computes the largest element of each window. Propagates NaN. The result has (in - window) / step + 1 rows and
/// columns, with the quotient rounded down, and none if the window is larger than the image. There is no padding.
ROCM_BINDGEN_API void max_pool2d(Stream& stream, const TensorView& in, const ImageExtent& window,
                                 const ImageExtent& step, const TensorView& out);
/// Computes the mean of each window. The result's dims are those of max_pool2d().
ROCM_BINDGEN_API void avg_pool2d(Stream& stream, const TensorView& in, const ImageExtent& window,
                                 const ImageExtent& step, const TensorView& out);

/// Resamples an image to the dims of `out` by the nearest source element at or before each position: the source index
/// is position * in / out, rounded down. A one-dimensional signal {b, c, l} is treated as images with c rows: if `in`
/// and `out` have the same c, only l is resampled.
ROCM_BINDGEN_API void upsample_nearest(Stream& stream, const TensorView& in, const TensorView& out);

/// How positions in the result map to positions in the source.
struct Bilinear {
  /// If true, the source position is position * (in - 1) / (out - 1), and 0 if out is 1; otherwise
  /// (position + 1/2) * in / out - 1/2.
  bool align_corners = false;
  /// The number of result rows per source row, if it is not exactly the ratio out / in of the dims: in / out is then
  /// replaced by 1 / row_factor. Ignored if align_corners is true.
  std::optional<double> row_factor;
  std::optional<double> column_factor;  ///< the same for columns
};

/// Resamples an image to the dims of `out` by linear interpolation between the four nearest source elements.
ROCM_BINDGEN_API void upsample_bilinear2d(Stream& stream, const TensorView& in, const Bilinear& how,
                                          const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_WINDOW_HPP
