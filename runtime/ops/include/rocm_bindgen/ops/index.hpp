// Gather and scatter operations. Along one dim, the index of an element is replaced by an id. In index_select() and
// index_add(), one id applies to a whole slice of the tensor; in the other functions, each element has its own id. All
// element types are supported.
//
// Ids are u8, u32 or i64. The largest value of the id's type means "no row": reading there gives 0, and nothing is
// written. An id that is beyond the dim or below 0 has the same effect, and is also recorded for
// take_id_out_of_range().
//
// Strides are arbitrary, but no two indices of a result may refer to the same element. Results must not overlap
// operands; they cannot be computed in place. `dim` is 0 for the outermost dim; negative values count from the end.
//
// Work is queued on the stream. The first use of a kernel on a device loads its module; apart from that, only
// take_id_out_of_range() waits and allocates. All functions throw Error: bad_argument if shapes, types or strides are
// invalid or do not match, with a message that names the operand; errors of the launch and of the driver are passed on.
// All of them may be called from several threads.
#ifndef ROCM_BINDGEN_OPS_INDEX_HPP
#define ROCM_BINDGEN_OPS_INDEX_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/workspace.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// Computes out[.., j, ..] = in[.., ids[j], ..]. `ids` has rank 1 and the result's length along `dim`; the other dims
/// of `in` and `out` are equal.
ROCM_BINDGEN_API void index_select(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids,
                                   const TensorView& out);

/// Computes out[.., j, ..] = in[.., ids[.., j, ..], ..]. `ids` has the result's dims, which must not be larger than
/// those of `in`, except along `dim`.
ROCM_BINDGEN_API void gather(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids,
                             const TensorView& out);

/// Computes out[.., ids[.., j, ..], ..] = in[.., j, ..]. `ids` has the dims of `in`, which must not be larger than
/// those of the result, except along `dim`. For duplicate indices, which write wins is unspecified.
ROCM_BINDGEN_API void scatter(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids,
                              const TensorView& out);

/// Computes out[.., ids[.., j, ..], ..] += in[.., j, ..], with the shapes of scatter(). Duplicate indices are added in
/// an unspecified order, and each partial sum is rounded, so results of float types may differ from run to run. On
/// NVIDIA devices, f32 sums that are subnormal are flushed to 0. Elements of 8 and 16 bits are updated through the
/// aligned 32-bit word that contains them, so all of this word must be allocated.
ROCM_BINDGEN_API void scatter_add(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids,
                                  const TensorView& out);

/// Computes out[.., ids[j], ..] += in[.., j, ..]. `ids` has rank 1 and the length of `in` along `dim`; the other dims
/// of `in` and `out` are equal. Order, rounding and memory requirements are those of scatter_add().
ROCM_BINDGEN_API void index_add(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids,
                                const TensorView& out);

/// Returns true if an op has met an id out of range since the last call, and clears this record. Ops on this stream are
/// always included; ops on other streams of the device are included if they are done. Waits for the stream. The
/// workspace may grow.
ROCM_BINDGEN_API bool take_id_out_of_range(Stream& stream, Workspace& workspace);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_INDEX_HPP
