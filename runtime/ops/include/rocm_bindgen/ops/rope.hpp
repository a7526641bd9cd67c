// Rotary position embedding: rotates pairs of elements by given angles.
#ifndef ROCM_BINDGEN_OPS_ROPE_HPP
#define ROCM_BINDGEN_OPS_ROPE_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// Which elements of the innermost dim, of length d, form a pair: `halves` pairs (j, j + d/2), `neighbours` pairs
/// (2j, 2j + 1).
enum class RopePairs : std::uint8_t { halves, neighbours };

/// Computes (a, b) -> (a cos - b sin, a sin + b cos) for each pair along the innermost dim, whose length must be even.
///
/// `cosines` and `sines` are broadcast to the dims of `in`, with the innermost one halved. For `in` {b, h, t, d} their
/// shape is {t, d/2}, or {b, 1, t, d/2} if each batch has its own; for `in` {b, t, h, d} it is {t, 1, d/2}. All tensors
/// have the same type: bf16, f16, f32 or f64. f64 is computed in f64, the other types in f32; results are rounded once.
///
/// Strides are arbitrary, but no two indices of the result may refer to the same element. `in` and `out` may be the
/// same tensor; otherwise operands and result must not overlap. `halves` is the faster form.
///
/// Work is queued on the stream. The first use of a kernel on a device loads its module; apart from that, the function
/// does not wait and does not allocate. Throws Error: bad_argument if shapes, types or strides are invalid or do not
/// match, with a message that names the operand; errors of the launch and of the driver are passed on. May be called
/// from several threads.
ROCM_BINDGEN_API void rope(Stream& stream, RopePairs pairs, const TensorView& in, const TensorView& cosines,
                           const TensorView& sines, const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_ROPE_HPP
