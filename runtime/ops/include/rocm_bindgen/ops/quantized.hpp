// Quantized weights on a device: to floats, rows of them by ids, and their products with activations.
//
// Weights are of q4_0, q4_1, q5_0, q5_1, q8_0 or q2_K to q6_K. Tensors are dense and row-major, of f32, f16 or bf16
// unless it says otherwise; results must not overlap operands. Sums are in f32 and in an order that depends on shapes,
// the device and whether operands are aligned to 16 bytes alone: the same bits each time.
//
// Work is queued on the stream; nothing waits, and nothing but the workspace allocates. All throw Error: bad_argument
// for what does not fit together, naming the operand; what launches and drivers say. Safe from several threads with a
// workspace each. Formats, formulas and accuracy: docs/quantized.md.
#ifndef ROCM_BINDGEN_OPS_QUANTIZED_HPP
#define ROCM_BINDGEN_OPS_QUANTIZED_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/quantized_view.hpp"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/workspace.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// out {rows, cols} = the elements of `in`, of any format, each rounded to f32 and then to the result's type.
ROCM_BINDGEN_API void dequantize(Stream& stream, const QuantizedView& in, const TensorView& out);

/// out = `in` {rows, cols} as Q8_1 blocks, which is what products of bytes take: those of quantize_blocks(), which
/// makes the other formats, too.
ROCM_BINDGEN_API void quantize(Stream& stream, const TensorView& in, const QuantizedView& out);

/// out {ids, cols} = the rows of `in`, of any format, that the ids {ids}, of u32, name. The largest u32 means no row,
/// and so does one beyond the rows, which is remembered besides: take_id_out_of_range(). Such rows are 0.
ROCM_BINDGEN_API void get_rows(Stream& stream, const QuantizedView& in, const TensorView& ids, const TensorView& out);

/// What weights are multiplied by.
enum class Activations : std::uint8_t {
  q8_1,    ///< as Q8_1 blocks, which an op makes first: products of bytes, exact but for that rounding
  floats,  ///< as they are: weights are dequantized
};

/// out {rows}, f32 = weights times `in` {cols}.
ROCM_BINDGEN_API void matvec(Stream& stream, const QuantizedView& weights, const TensorView& in,
                             Activations activations, const TensorView& out, Workspace& workspace);

/// out {n, rows}, f32 = weights times each row of `in` {n, cols}. Floats are of f16 or bf16, and weights become floats
/// of that type, which matrix units multiply where the device has such: MFMA, WMMA, mma.sync. They are read 16 bytes at
/// a time: `in` of floats is aligned to as many.
ROCM_BINDGEN_API void matmul(Stream& stream, const QuantizedView& weights, const TensorView& in,
                             Activations activations, const TensorView& out, Workspace& workspace);

/// out {rows}, f32 = weights times `in` {1, cols}, Q8_1 blocks: what quantize() has made once serves all the weights
/// that it is multiplied by.
ROCM_BINDGEN_API void matvec(Stream& stream, const QuantizedView& weights, const QuantizedView& in,
                             const TensorView& out);

/// out {n, rows}, f32 = weights times each row of `in` {n, cols}, Q8_1 blocks.
ROCM_BINDGEN_API void matmul(Stream& stream, const QuantizedView& weights, const QuantizedView& in,
                             const TensorView& out);

/// out {batch, topk, rows}, f32 = the weights of expert ids[b, t] times row b of `in` {batch, cols}, or times row b, t
/// of `in` {batch, topk, cols}, which become Q8_1 blocks. The weights of `experts` experts lie one behind the other, so
/// rows = weights.rows / experts. The ids {batch, topk}, of u32, are as those of get_rows().
ROCM_BINDGEN_API void moe_forward(Stream& stream, const QuantizedView& weights, std::int64_t experts,
                                  const TensorView& in, const TensorView& ids, const TensorView& out,
                                  Workspace& workspace);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_QUANTIZED_HPP
