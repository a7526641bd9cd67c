// Normalization of rows: softmax, RMS norm and layer norm.
//
// Operand and result have the same dims and type: bf16, f16, f32 or f64. Strides are arbitrary, but no two indices of
// the result may refer to the same element. Both may be the same tensor; otherwise they must not overlap. bf16, f16 and
// f32 are computed in f32, f64 in f64. The functions are fastest if a row's elements are contiguous.
//
// Work is queued on the stream. The first use of a kernel on a device loads its module; apart from that, the functions
// do not wait and do not allocate. All of them throw Error: bad_argument if shapes, types or strides are invalid or do
// not match, with a message that names the operand; errors of the launch and of the driver are passed on. All of them
// may be called from several threads. Performance: docs/kernels.md.
#ifndef ROCM_BINDGEN_OPS_NORMALIZE_HPP
#define ROCM_BINDGEN_OPS_NORMALIZE_HPP

#include <cstdint>
#include <optional>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// Computes out = e^(in - m) / (sum of e^(in - m) along `dim`), where m is the largest element along `dim`. `dim` is 0
/// for the outermost dim; negative values count from the end. A row that contains NaN or +inf, or only -inf, becomes
/// NaN.
ROCM_BINDGEN_API void softmax(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& out);

/// Computes out = in / sqrt(mean(in^2) + eps) * weight along the innermost dim. `weight` has the type of `in` and the
/// length of this dim, and must be contiguous; if it is missing, it is 1.
ROCM_BINDGEN_API void rms_norm(Stream& stream, const TensorView& in, const std::optional<TensorView>& weight,
                               double eps, const TensorView& out);

/// Computes out = (in - mean) / sqrt(variance + eps) * weight + bias along the innermost dim. The variance is the
/// population variance (divided by the number of elements). `weight` and `bias` are as in rms_norm(); if the bias is
/// missing, it is 0.
ROCM_BINDGEN_API void layer_norm(Stream& stream, const TensorView& in, const std::optional<TensorView>& weight,
                                 const std::optional<TensorView>& bias, double eps, const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_NORMALIZE_HPP
