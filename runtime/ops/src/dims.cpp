#include "dims.hpp"

#include "operands.hpp"

namespace rocm_bindgen::ops {

std::uint32_t dim_of(std::string_view operation, const TensorView& in, std::int64_t dim) {
  const std::int64_t rank = in.rank;
  if (dim < -rank || dim >= rank) refuse(operation, "in", describe(in) + " has no dim " + std::to_string(dim));
  return static_cast<std::uint32_t>(dim < 0 ? dim + rank : dim);
}

DimMask mask_of(std::string_view operation, const TensorView& in, const Dims& dims) {
  check_tensor(operation, {"in", in});
  DimMask mask;
  if (dims.are_all()) {
    for (std::uint32_t d = 0; d < in.rank; ++d) mask.set(d);
    return mask;
  }
  if (dims.count() > TensorView::kMaxRank) refuse(operation, "dims", "are more than 8, or null");
  for (std::size_t i = 0; i < dims.count(); ++i) {
    const auto d = dim_of(operation, in, dims[i]);
    if (mask[d]) refuse(operation, "dims", "contain dim " + std::to_string(d) + " twice");
    mask.set(d);
  }
  return mask;
}

std::string describe(const DimMask& dims, std::uint32_t rank) {
  std::string text = "dims {";
  for (std::uint32_t d = 0; d < rank; ++d) {
    if (!dims[d]) continue;
    if (text.back() != '{') text += ", ";
    text += std::to_string(d);
  }
  return text + "}";
}

}  // namespace rocm_bindgen::ops
