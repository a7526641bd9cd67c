// One result out of all elements along some dims.
//
// The result has the operand's dims without those, or with 1 in their place. Strides may be any, of the result as long
// as no element of it is written twice; operand and result must not overlap. 16- and 8-bit floats are summed in f32.
// The order in which elements are taken depends on shapes, strides and the device alone: the same bits each time.
//
// Work is queued on the stream; nothing waits, and nothing but the workspace allocates. All throw Error: bad_argument
// for what does not fit together, naming the operand; what launches and drivers say. Safe from several threads with a
// workspace each. Numbers: docs/kernels.md.
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

/// Which dims: outermost 0, or counted from the end, -1 the innermost. A value, safe to copy.
class Dims {
 public:
  /// All dims, of whatever rank.
  static constexpr Dims all() noexcept {
    Dims dims;
    dims.all_ = true;
    return dims;
  }
  /// Those named.
  constexpr Dims(std::initializer_list<std::int64_t> dims) noexcept : Dims(dims.begin(), dims.size()) {}
  /// `count` of them, copied from `dims`.
  constexpr Dims(const std::int64_t* dims, std::size_t count) noexcept
      : count_(dims == nullptr && count != 0 ? TensorView::kMaxRank + 1 : count) {
    // Ops refuse too many, which those at a null pointer count as.
    for (std::size_t i = 0; dims != nullptr && i < count && i < TensorView::kMaxRank; ++i) dims_[i] = dims[i];
  }

  /// Are they all(), whatever the rank?
  constexpr bool are_all() const noexcept { return all_; }
  /// How many were named.
  constexpr std::size_t count() const noexcept { return count_; }
  /// The one named in place `i`, which is below count().
  constexpr std::int64_t operator[](std::size_t i) const noexcept { return dims_[i]; }

 private:
  constexpr Dims() noexcept = default;

  bool all_ = false;
  std::size_t count_ = 0;
  std::array<std::int64_t, TensorView::kMaxRank> dims_{};
};

/// What is made of the elements; reduce.def has the list. Sums of integers wrap; means are of floats. NaN is the
/// smallest and the largest element of those it is among.
enum class Reduce : std::uint8_t { ROCM_BINDGEN_REDUCE_OPS(ROCM_BINDGEN_REDUCE_NAME) };

/// out = op over the elements of `in` along `dims`, both of one type. Of no elements the sum is 0 and the mean NaN; the
/// others are refused.
ROCM_BINDGEN_API void reduce(Stream& stream, Reduce op, const TensorView& in, const Dims& dims, const TensorView& out,
                             Workspace& workspace);

/// Which element is looked for; reduce.def has the list.
enum class ArgReduce : std::uint8_t { ROCM_BINDGEN_ARG_REDUCE_OPS(ROCM_BINDGEN_REDUCE_NAME) };

/// out, u32 = where in the row-major order of `dims` the first such element stands; the first NaN, if there is one.
/// There must be one, and fewer than 2^32.
ROCM_BINDGEN_API void reduce(Stream& stream, ArgReduce op, const TensorView& in, const Dims& dims,
                             const TensorView& out, Workspace& workspace);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_REDUCE_HPP
