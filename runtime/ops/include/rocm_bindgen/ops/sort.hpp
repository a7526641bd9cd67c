// Sorting along a dim.
//
// All element types are supported. The sort is stable: equal elements keep their order, and zeros of both signs are
// equal. NaN is last in both orders. `dim` is 0 for the outermost dim; negative values count from the end. Its length
// must be less than 2^31. Strides are arbitrary, but no two indices of a result may refer to the same element. Results
// must not overlap operands; sorting in place is not supported. The functions are fastest along a contiguous innermost
// dim. The workspace holds the sorted indices (for argsort() only if the operand or the result is not contiguous), and
// a contiguous copy of an operand that is not contiguous.
//
// Work is queued on the stream. The first use of a kernel on a device loads its module; apart from that, the functions
// wait and allocate only if the workspace grows. All of them throw Error: bad_argument if shapes, types or strides are
// invalid or do not match, with a message that names the operand; errors of the launch and of the driver are passed on.
// All of them may be called from several threads if each thread has its own workspace.
#ifndef ROCM_BINDGEN_OPS_SORT_HPP
#define ROCM_BINDGEN_OPS_SORT_HPP

#include <cstdint>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/workspace.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// `ascending` sorts the smallest element first, `descending` the largest.
enum class SortOrder : std::uint8_t { ascending, descending };

/// Computes the indices that sort `in` along `dim`: out[i] is the index in `in` of the i-th element in sorted order.
/// `out` is u32 and has the operand's dims.
ROCM_BINDGEN_API void argsort(Stream& stream, const TensorView& in, std::int64_t dim, SortOrder order,
                              const TensorView& out, Workspace& workspace);

/// Sorts the elements of `in` along `dim`. `out` has the operand's type and dims.
ROCM_BINDGEN_API void sort(Stream& stream, const TensorView& in, std::int64_t dim, SortOrder order,
                           const TensorView& out, Workspace& workspace);

/// Computes the first k elements in sorted order along `dim`, and their indices in `in`, where k is the length of both
/// results along `dim`; with `descending` these are the k largest. `values` has the type of `in`; `places` is u32. All
/// elements are sorted, so a small k saves no time.
ROCM_BINDGEN_API void topk(Stream& stream, const TensorView& in, std::int64_t dim, SortOrder order,
                           const TensorView& values, const TensorView& places, Workspace& workspace);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_SORT_HPP
