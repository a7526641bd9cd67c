// Pools and images of another size: the innermost two dims are an image's rows and columns.
//
// Operand and result are of one type and rank, and agree in the dims before. Strides may be any, of the result as long
// as no element is written twice; they must not overlap. Pools and the bilinear form are for bf16, f16, f32, f64, u8
// and u32.
//
// Work is queued on the stream; nothing waits, and nothing is allocated. All throw Error: bad_argument for what does
// not fit together, naming the operand; what launches and drivers say. Safe from several threads. Numbers:
// docs/kernels.md.
#ifndef ROCM_BINDGEN_OPS_WINDOW_HPP
#define ROCM_BINDGEN_OPS_WINDOW_HPP

#include <cstdint>
#include <optional>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// Elements of an image.
struct ImageExtent {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
};

/// out = the largest element of each window; NaN, if there is one. The result has (in - window) / step + 1 rows and
/// columns.
ROCM_BINDGEN_API void max_pool2d(Stream& stream, const TensorView& in, const ImageExtent& window,
                                 const ImageExtent& step, const TensorView& out);
/// out = the mean of each window, with dims as of max_pool2d().
ROCM_BINDGEN_API void avg_pool2d(Stream& stream, const TensorView& in, const ImageExtent& window,
                                 const ImageExtent& step, const TensorView& out);

/// out = in at the place nearest before: place * in / out. A tensor of lines, {b, c, l}, has c rows on both sides.
ROCM_BINDGEN_API void upsample_nearest(Stream& stream, const TensorView& in, const TensorView& out);

/// How places of an image of another size lie between those of the source.
struct Bilinear {
  bool align_corners = false;           ///< place * (in - 1) / (out - 1); else (place + 1/2) * in / out - 1/2
  std::optional<double> row_factor;     ///< out / in, where it is not that of the dims; not for aligned corners
  std::optional<double> column_factor;  ///< the same for columns
};

/// out = in, between four places.
ROCM_BINDGEN_API void upsample_bilinear2d(Stream& stream, const TensorView& in, const Bilinear& how,
                                          const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_WINDOW_HPP
