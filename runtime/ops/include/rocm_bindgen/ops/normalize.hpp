// Rows that are brought to a common scale: softmax and norms.
//
// Operand and result have the same dims, strides may be any (of the result as long as no element is written twice), and
// both may be the same tensor; otherwise they must not overlap. bf16, f16 and f32 are computed in f32, f64 in f64.
// Fastest where a row's elements are neighbours in memory.
//
// Work is queued on the stream; nothing waits, and nothing is allocated. All throw Error: bad_argument for what does
// not fit together, naming the operand; what launches and drivers say. Safe from several threads. Numbers:
// docs/kernels.md.
#ifndef ROCM_BINDGEN_OPS_NORMALIZE_HPP
#define ROCM_BINDGEN_OPS_NORMALIZE_HPP

#include <cstdint>
#include <optional>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// out = e^(in - m) over the sum of those along `dim`, where m is the largest element there; `dim` from the outermost,
/// or from the end if negative. A row with NaN or +inf in it, or of -inf alone, becomes NaN.
ROCM_BINDGEN_API void softmax(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& out);

/// out = in / sqrt(mean of in^2 + eps) * weight, along the innermost dim. The weight has its length, and is dense;
/// without one it is 1.
ROCM_BINDGEN_API void rms_norm(Stream& stream, const TensorView& in, const std::optional<TensorView>& weight,
                               double eps, const TensorView& out);

/// out = (in - mean) / sqrt(variance + eps) * weight + bias, along the innermost dim; the variance is that of all
/// elements, divided by their number. Without a bias it is 0.
ROCM_BINDGEN_API void layer_norm(Stream& stream, const TensorView& in, const std::optional<TensorView>& weight,
                                 const std::optional<TensorView>& bias, double eps, const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_NORMALIZE_HPP
