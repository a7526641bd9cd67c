// One result element for each place of a shape: functions of one operand and of two, choices, copies and conversions.
//
// Operands are broadcast to the result's shape: aligned at the last dim, and a dim of 1 or one that is missing repeats.
// Strides may be any, of the result too, as long as no element of it is written twice. An operand may be the result
// itself; otherwise they must not overlap. Work is queued on the stream; nothing waits, and nothing is allocated.
// All throw Error: bad_argument for what does not fit together, naming the operand; what launches and drivers say.
// Safe from several threads. Numbers: docs/kernels.md.
#ifndef ROCM_BINDGEN_OPS_ELEMENTWISE_HPP
#define ROCM_BINDGEN_OPS_ELEMENTWISE_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/binary.def"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/unary.def"
#include "rocm_bindgen/stream.hpp"

/// Functions that take tensors in device memory.
namespace rocm_bindgen::ops {

/// Functions of floats: f32 and f64 in that type, the others in f32, rounded once. unary.def has the list.
enum class Unary : std::uint8_t { ROCM_BINDGEN_UNARY_OPS(ROCM_BINDGEN_OP_NAME, , ) };

/// out = op(in), both of one float type.
ROCM_BINDGEN_API void unary(Stream& stream, Unary op, const TensorView& in, const TensorView& out);

/// out = in > 0 ? in : alpha * (e^in - 1), both of one float type.
ROCM_BINDGEN_API void elu(Stream& stream, const TensorView& in, double alpha, const TensorView& out);

/// out = in^exponent, both of one float type.
ROCM_BINDGEN_API void powf(Stream& stream, const TensorView& in, double exponent, const TensorView& out);

/// Functions of two operands. binary.def has the list.
enum class Binary : std::uint8_t { ROCM_BINDGEN_BINARY_OPS(ROCM_BINDGEN_OP_NAME, , ) };

/// out = lhs op rhs, all of one type. Integers wrap; x / 0 is 0 for them.
ROCM_BINDGEN_API void binary(Stream& stream, Binary op, const TensorView& lhs, const TensorView& rhs,
                             const TensorView& out);

/// How two operands are compared. binary.def has the list.
enum class Compare : std::uint8_t { ROCM_BINDGEN_COMPARE_OPS(ROCM_BINDGEN_OP_NAME, , ) };

/// out = lhs op rhs ? 1 : 0; operands of one type, the result u8.
ROCM_BINDGEN_API void compare(Stream& stream, Compare op, const TensorView& lhs, const TensorView& rhs,
                              const TensorView& out);

/// out = in * mul + add, both of one type. For integers the factors are cut to it, clamped; for f16, bf16 and f8e4m3
/// they are f32.
ROCM_BINDGEN_API void affine(Stream& stream, const TensorView& in, double mul, double add, const TensorView& out);

/// out = in, converted: rounded to nearest, to integers cut and clamped.
ROCM_BINDGEN_API void cast(Stream& stream, const TensorView& in, const TensorView& out);

/// out = in, of one type.
ROCM_BINDGEN_API void copy(Stream& stream, const TensorView& in, const TensorView& out);

/// Every element becomes `value`: of integers cut and clamped, of f16, bf16 and f8e4m3 by way of f32.
ROCM_BINDGEN_API void fill(Stream& stream, const TensorView& out, double value);

/// out = condition != 0 ? yes : no; the condition u8, u32 or i64, the others of one type.
ROCM_BINDGEN_API void where(Stream& stream, const TensorView& condition, const TensorView& yes, const TensorView& no,
                            const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_ELEMENTWISE_HPP
