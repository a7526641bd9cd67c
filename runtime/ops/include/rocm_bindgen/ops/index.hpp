// Reading and writing by ids: whole rows of a dim, or each element from (to) a row of its own.
//
// Ids are u8, u32 or i64. The largest value of their type means no row, and so does one beyond the dim (or below 0),
// which is remembered besides: take_id_out_of_range(). What is read there is 0, what would be written there is left
// out. Strides may be any, of results as long as no element is written twice; results must not overlap operands. `dim`
// counts from the outermost, or from the end if negative.
//
// Work is queued on the stream; nothing waits but take_id_out_of_range(), and nothing else allocates. All throw Error:
// bad_argument for what does not fit together, naming the operand; what launches and drivers say. Safe from several
// threads.
#ifndef ROCM_BINDGEN_OPS_INDEX_HPP
#define ROCM_BINDGEN_OPS_INDEX_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/workspace.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// out[.., j, ..] = in[.., ids[j], ..]: ids of rank 1, as long as the result along `dim`; the other dims agree.
ROCM_BINDGEN_API void index_select(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids,
                                   const TensorView& out);

/// out[.., j, ..] = in[.., ids[.., j, ..], ..]: ids have the result's dims, which but for `dim` are not beyond those of
/// the operand.
ROCM_BINDGEN_API void gather(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids,
                             const TensorView& out);

/// out[.., ids[.., j, ..], ..] = in[.., j, ..]: ids have the operand's dims, which but for `dim` are not beyond those
/// of the result. Which of several elements for one place stays is not said.
ROCM_BINDGEN_API void scatter(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids,
                              const TensorView& out);

/// The same, added to what is there. In any order, each sum rounded: floats may come out otherwise the next time. On
/// NVIDIA sums of f32 that are below the normal numbers are 0.
/// Elements of 8 and 16 bits must lie in memory of whole 32-bit words.
ROCM_BINDGEN_API void scatter_add(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids,
                                  const TensorView& out);

/// out[.., ids[j], ..] += in[.., j, ..]: ids of rank 1, as long as the operand along `dim`; the other dims agree. Else
/// as scatter_add().
ROCM_BINDGEN_API void index_add(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids,
                                const TensorView& out);

/// Have ops on this stream met an id out of range since the last call? Those on other streams of the device count if
/// they are done. Waits for the stream.
ROCM_BINDGEN_API bool take_id_out_of_range(Stream& stream, Workspace& workspace);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_INDEX_HPP
