// Element-wise functions of one or two operands, selection by a condition, copies and conversions.
//
// All element types are supported unless documented otherwise. The float types are bf16, f16, f32, f64 and f8e4m3.
// Operands are broadcast to the result's shape: dims are aligned at the last one, and a dim that is 1 or missing is
// repeated. Strides are arbitrary, but no two indices of the result may refer to the same element. An operand may be
// the result itself (same address, strides and element size); otherwise they must not overlap.
//
// Work is queued on the stream. The first use of a kernel on a device loads its module; apart from that, the functions
// do not wait and do not allocate. All of them throw Error: bad_argument if shapes, types or strides are invalid or do
// not match, with a message that names the operand; errors of the launch and of the driver are passed on. All of them
// may be called from several threads. Performance: docs/kernels.md.
#ifndef ROCM_BINDGEN_OPS_ELEMENTWISE_HPP
#define ROCM_BINDGEN_OPS_ELEMENTWISE_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/binary.def"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/unary.def"
#include "rocm_bindgen/stream.hpp"

/// Functions whose operands are tensors in device memory.
namespace rocm_bindgen::ops {

/// Functions of one float operand: neg, recip, exp, log, sin, cos, tanh, erf, ceil, floor, round, normcdf, abs, sqr,
/// sqrt, gelu, gelu_erf, relu, silu, sign, sigmoid. gelu is the tanh form, gelu_erf is x * normcdf(x); round takes
/// halves away from zero; the sign of NaN is 0. The formulas, and results for infinities, are in docs/kernels.md,
/// section "Numbers". The list is in unary.def. f32 and f64 are computed in their own type; the other types are
/// computed in f32 and rounded once.
enum class Unary : std::uint8_t { ROCM_BINDGEN_UNARY_OPS(ROCM_BINDGEN_OP_NAME, , ) };

/// Computes out = op(in). Both have the same float type.
ROCM_BINDGEN_API void unary(Stream& stream, Unary op, const TensorView& in, const TensorView& out);

/// Computes out = in > 0 ? in : alpha * (e^in - 1). Both have the same float type.
ROCM_BINDGEN_API void elu(Stream& stream, const TensorView& in, double alpha, const TensorView& out);

/// Computes out = in^exponent. Both have the same float type, which need not be f32, although C's powf() is for float
/// only.
ROCM_BINDGEN_API void powf(Stream& stream, const TensorView& in, double exponent, const TensorView& out);

/// Functions of two operands, listed in binary.def: add, sub, mul, div, maximum, minimum.
enum class Binary : std::uint8_t { ROCM_BINDGEN_BINARY_OPS(ROCM_BINDGEN_OP_NAME, , ) };

/// Computes out = lhs op rhs. All three have the same type. Integers wrap around; integer division by 0 gives 0.
ROCM_BINDGEN_API void binary(Stream& stream, Binary op, const TensorView& lhs, const TensorView& rhs,
                             const TensorView& out);

/// Comparisons of two operands, listed in binary.def: eq, ne, lt, le, gt, ge.
enum class Compare : std::uint8_t { ROCM_BINDGEN_COMPARE_OPS(ROCM_BINDGEN_OP_NAME, , ) };

/// Computes out = lhs op rhs ? 1 : 0. Both operands have the same type; the result is u8.
ROCM_BINDGEN_API void compare(Stream& stream, Compare op, const TensorView& lhs, const TensorView& rhs,
                              const TensorView& out);

/// Computes out = in * mul + add. `in` and `out` have the same type. If it is an integer type, `mul` and `add` are
/// truncated toward zero and clamped to it; if it is f16, bf16 or f8e4m3, they are converted to f32.
ROCM_BINDGEN_API void affine(Stream& stream, const TensorView& in, double mul, double add, const TensorView& out);

/// Converts `in` to the type of `out`. Float results are rounded to nearest; a float that is converted to an integer is
/// truncated toward zero and clamped.
ROCM_BINDGEN_API void cast(Stream& stream, const TensorView& in, const TensorView& out);

/// Copies `in` to `out`, which has the same type.
ROCM_BINDGEN_API void copy(Stream& stream, const TensorView& in, const TensorView& out);

/// Sets every element to `value`. For integer types it is truncated toward zero and clamped; for f16, bf16 and f8e4m3
/// it is first converted to f32.
ROCM_BINDGEN_API void fill(Stream& stream, const TensorView& out, double value);

/// Computes out = condition != 0 ? yes : no. The condition is u8, u32 or i64; the other three have the same type.
ROCM_BINDGEN_API void where(Stream& stream, const TensorView& condition, const TensorView& yes, const TensorView& no,
                            const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_ELEMENTWISE_HPP
