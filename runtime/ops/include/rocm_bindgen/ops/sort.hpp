// The order of the elements along a dim.
//
// Stable: equal elements stay in their order, zeros of both signs among them. NaN comes last, in both orders. Strides
// may be any, of results as long as no element is written twice; results must not overlap operands. Fastest along a
// dense innermost dim. The workspace holds the places (of argsort where the result is not dense), and a dense copy of
// an operand that is not. `dim` counts from the outermost, or from the end if negative; along it there are fewer than
// 2^31 elements.
//
// Work is queued on the stream; nothing waits, and nothing but the workspace allocates. All throw Error: bad_argument
// for what does not fit together, naming the operand; what launches and drivers say. Safe from several threads with a
// workspace each.
#ifndef ROCM_BINDGEN_OPS_SORT_HPP
#define ROCM_BINDGEN_OPS_SORT_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/workspace.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// Which elements come first.
enum class SortOrder : std::uint8_t { ascending, descending };

/// out, u32, of the operand's dims: along `dim`, where the element of that rank stands.
ROCM_BINDGEN_API void argsort(Stream& stream, const TensorView& in, std::int64_t dim, SortOrder order,
                              const TensorView& out, Workspace& workspace);

/// out, of the operand's type and dims: the elements in that order.
ROCM_BINDGEN_API void sort(Stream& stream, const TensorView& in, std::int64_t dim, SortOrder order,
                           const TensorView& out, Workspace& workspace);

/// The first of them, as many as the results have along `dim`: the elements, and where they stand, u32. Descending: the
/// largest. All elements are sorted for that.
ROCM_BINDGEN_API void topk(Stream& stream, const TensorView& in, std::int64_t dim, SortOrder order,
                           const TensorView& values, const TensorView& places, Workspace& workspace);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_SORT_HPP
