// Checks of the dims that an operation works along.
#ifndef ROCM_BINDGEN_OPS_DIMS_HPP
#define ROCM_BINDGEN_OPS_DIMS_HPP

#include <bitset>
#include <string>
#include <string_view>

#include "rocm_bindgen/ops/reduce.hpp"

namespace rocm_bindgen::ops {

using DimMask = std::bitset<TensorView::kMaxRank>;

/// Returns the set of `dims`. Throws bad_argument if `in` does not have one of them, or if one is given twice.
DimMask mask_of(std::string_view operation, const TensorView& in, const Dims& dims);

/// Returns the index of `dim`, counted from the outermost; -1 is the innermost dim. Throws bad_argument if `in` does
/// not have the dim.
std::uint32_t dim_of(std::string_view operation, const TensorView& in, std::int64_t dim);

/// Returns the text that messages contain: "dims {0, 2}".
std::string describe(const DimMask& dims, std::uint32_t rank);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_DIMS_HPP
