// Quantized weights on a device: dequantization, selection of rows by ids, and products with activations.
//
// Weights are q4_0, q4_1, q5_0, q5_1, q8_0 or q2_K to q6_K. Tensors must be contiguous and row-major; their type is
// f32, f16 or bf16 unless documented otherwise. Results must not overlap operands. Sums are accumulated in f32. The
// order of their terms depends only on the shapes, the device and whether operands are aligned to 16 bytes, so results
// have the same bits each time.
//
// Work is queued on the stream. The first use of a kernel on a device loads its module; apart from that, the functions
// wait and allocate only if the workspace grows. All of them throw Error: bad_argument if shapes, types or formats are
// invalid or do not match, with a message that names the operand; errors of the launch and of the driver are passed on.
// All of them may be called from several threads if each thread has its own workspace. Formats, formulas and accuracy:
// docs/quantized.md.
#ifndef ROCM_BINDGEN_OPS_QUANTIZED_HPP
#define ROCM_BINDGEN_OPS_QUANTIZED_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/quantized_view.hpp"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/workspace.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// Dequantizes `in`, which may have any format, to out {rows, cols}. Each element is rounded to f32 and then to the
/// result's type.
ROCM_BINDGEN_API void dequantize(Stream& stream, const QuantizedView& in, const TensorView& out);

/// Quantizes `in` {rows, cols} to Q8_1 blocks, the activations of integer products. The blocks are those of
/// quantize_blocks(), which also supports the other formats.
ROCM_BINDGEN_API void quantize(Stream& stream, const TensorView& in, const QuantizedView& out);

/// Computes out[i] = row ids[i] of `in`, dequantized. `in` may have any format; `ids` is u32, with shape {n}, and `out`
/// has shape {n, cols}. The largest u32 means "no row" and gives a row of 0. An id that is beyond the rows has the same
/// effect, and is also recorded for take_id_out_of_range() of ops/index.hpp.
ROCM_BINDGEN_API void get_rows(Stream& stream, const QuantizedView& in, const TensorView& ids, const TensorView& out);

/// Representation of the activations that weights are multiplied by.
enum class Activations : std::uint8_t {
  q8_1,    ///< the op first quantizes activations to Q8_1 blocks; sums within a block are exact integers
  floats,  ///< activations are used unchanged; weights are dequantized
};

/// Computes out = weights * in. Shapes: `out` {rows}, f32; `in` {cols}.
ROCM_BINDGEN_API void matvec(Stream& stream, const QuantizedView& weights, const TensorView& in,
                             Activations activations, const TensorView& out, Workspace& workspace);

/// Computes out[i] = weights * in[i] for each row i. Shapes: `out` {n, rows}, f32; `in` {n, cols}. With
/// Activations::floats, `in` is f16 or bf16 and must be aligned to 16 bytes, because it is read 16 bytes at a time.
/// Weights are then dequantized to the same type, and matrix units (MFMA, WMMA, mma.sync) multiply both if the device
/// has them.
ROCM_BINDGEN_API void matmul(Stream& stream, const QuantizedView& weights, const TensorView& in,
                             Activations activations, const TensorView& out, Workspace& workspace);

/// Computes out = weights * in, with `in` as Q8_1 blocks, so that one result of quantize() can be multiplied by several
/// matrices of weights. Shapes: `out` {rows}, f32; `in` {1, cols}.
ROCM_BINDGEN_API void matvec(Stream& stream, const QuantizedView& weights, const QuantizedView& in,
                             const TensorView& out);

/// Computes out[i] = weights * in[i] for each row i, with `in` as Q8_1 blocks. Shapes: `out` {n, rows}, f32; `in` {n,
/// cols}.
ROCM_BINDGEN_API void matmul(Stream& stream, const QuantizedView& weights, const QuantizedView& in,
                             const TensorView& out);

/// Computes out[b, t] = W[ids[b, t]] * x, where W[e] are the weights of expert e, and x is in[b] if `in` has the shape
/// {batch, cols}, or in[b, t] if it has the shape {batch, topk, cols}. `out` is f32, with shape {batch, topk, rows};
/// `ids` is u32, with shape {batch, topk}; ids without a row are treated as in get_rows(). The op first quantizes `in`
/// to Q8_1 blocks. The weights of all experts are contiguous, one expert after the other, so rows = weights.rows /
/// experts.
ROCM_BINDGEN_API void moe_forward(Stream& stream, const QuantizedView& weights, std::int64_t experts,
                                  const TensorView& in, const TensorView& ids, const TensorView& out,
                                  Workspace& workspace);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_QUANTIZED_HPP
