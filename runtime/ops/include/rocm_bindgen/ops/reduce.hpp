// Reductions along any dims: sum, mean, min, max, argmin and argmax.
//
// All element types are supported, but the mean requires a float type: bf16, f16, f32, f64 or f8e4m3. The result has
// the operand's dims without the reduced ones, or with 1 in their place. Strides are arbitrary, but no two indices of
// the result may refer to the same element. Operand and result must not overlap. Floats of 8 and 16 bits are
// accumulated in f32. The order of accumulation depends only on shapes, strides and the device, so results have the
// same bits each time.
//
// Work is queued on the stream. The first use of a kernel on a device loads its module; apart from that, the functions
// wait and allocate only if the workspace grows. All of them throw Error: bad_argument if shapes, types or strides are
// invalid or do not match, with a message that names the operand; errors of the launch and of the driver are passed on.
// All of them may be called from several threads if each thread has its own workspace. Performance: docs/kernels.md.
#ifndef ROCM_BINDGEN_OPS_REDUCE_HPP
#define ROCM_BINDGEN_OPS_REDUCE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/reduce.def"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/workspace.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// The dims along which an op reduces: 0 is the outermost; negative values count from the end, -1 is the innermost.
/// Safe to copy.
class Dims {
 public:
  /// All dims of a tensor of any rank.
  static constexpr Dims all() noexcept {
    Dims dims;
    dims.all_ = true;
    return dims;
  }
  /// The dims in the list.
  constexpr Dims(std::initializer_list<std::int64_t> dims) noexcept : Dims(dims.begin(), dims.size()) {}
  /// Copies `count` dims from `dims`. Ops refuse a null pointer unless `count` is 0.
  constexpr Dims(const std::int64_t* dims, std::size_t count) noexcept
      : count_(dims == nullptr && count != 0 ? TensorView::kMaxRank + 1 : count) {
    // Ops refuse a count above the largest rank; a null pointer is refused in the same way, by the count set above.
    for (std::size_t i = 0; dims != nullptr && i < count && i < TensorView::kMaxRank; ++i) dims_[i] = dims[i];
  }

  /// Returns true if this is all().
  constexpr bool are_all() const noexcept { return all_; }
  /// Number of listed dims; 0 for all().
  constexpr std::size_t count() const noexcept { return count_; }
  /// The listed dim at index `i`, which must be less than count() and than TensorView::kMaxRank.
  constexpr std::int64_t operator[](std::size_t i) const noexcept { return dims_[i]; }

 private:
  constexpr Dims() noexcept = default;

  bool all_ = false;
  std::size_t count_ = 0;
  std::array<std::int64_t, TensorView::kMaxRank> dims_{};
};

/// Reductions, listed in reduce.def. Sums of integers wrap around. min and max propagate NaN.
enum class Reduce : std::uint8_t { ROCM_BINDGEN_REDUCE_OPS(ROCM_BINDGEN_REDUCE_NAME) };

/// Reduces the elements of `in` along `dims` by `op`. `in` and `out` have the same type. Without elements, the sum is 0
/// and the mean is NaN; min and max throw bad_argument.
ROCM_BINDGEN_API void reduce(Stream& stream, Reduce op, const TensorView& in, const Dims& dims, const TensorView& out,
                             Workspace& workspace);

/// Reductions that return the index of an element, listed in reduce.def.
enum class ArgReduce : std::uint8_t { ROCM_BINDGEN_ARG_REDUCE_OPS(ROCM_BINDGEN_REDUCE_NAME) };

/// Computes the index, as u32, of the first smallest or largest element along `dims`. The index counts the elements
/// along `dims` in row-major order. If there is a NaN, the result is the index of the first NaN. Throws bad_argument if
/// there are no elements along `dims`, or 2^32 or more.
ROCM_BINDGEN_API void reduce(Stream& stream, ArgReduce op, const TensorView& in, const Dims& dims,
                             const TensorView& out, Workspace& workspace);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_REDUCE_HPP
