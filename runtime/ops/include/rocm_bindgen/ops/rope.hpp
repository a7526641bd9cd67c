// Rotary embedding: pairs of elements turned by angles.
#ifndef ROCM_BINDGEN_OPS_ROPE_HPP
#define ROCM_BINDGEN_OPS_ROPE_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// Which elements of the innermost dim, of d elements, are a pair: (j, j + d/2) or (2j, 2j + 1).
enum class RopePairs : std::uint8_t { halves, neighbours };

/// (a, b) -> (a cos - b sin, a sin + b cos) for each pair along the innermost dim, which must be even. Cosines and
/// sines are broadcast to the dims of `in` with half of that one: {t, d/2} for in {b, h, t, d}, {t, 1, d/2} for {b, t,
/// h, d}, {b, 1, t, d/2} where each batch has its own. All of bf16, f16, f32 or f64; computed in f32, f64 in f64,
/// rounded once.
///
/// Strides may be any, of the result as long as no element is written twice; operand and result may be the same tensor;
/// otherwise operands and result must not overlap. Fastest for halves. Work is queued on the stream; nothing waits, and
/// nothing is allocated. Throws Error: bad_argument for what does not fit together, naming the operand; what launches
/// and drivers say. Safe from several threads.
ROCM_BINDGEN_API void rope(Stream& stream, RopePairs pairs, const TensorView& in, const TensorView& cosines,
                           const TensorView& sines, const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_ROPE_HPP
