#include "operands.hpp"

#include <limits>

#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::ops {
namespace {

/// The bytes that a tensor spans, relative to the element at index 0, from the lowest address to the end of the highest
/// element.
struct Range {
  std::int64_t first = 0;
  std::int64_t end = 0;
};

Range range_of(const TensorView& view) {
  Range range;
  const auto bytes = static_cast<std::int64_t>(size_of(view.dtype));
  for (std::uint32_t d = 0; d < view.rank; ++d) {
    const auto span = (view.dims[d] - 1) * view.strides[d] * bytes;
    (span < 0 ? range.first : range.end) += span;
  }
  range.end += bytes;
  return range;
}

bool is_float_above_8_bits(DType dtype) {
  return dtype == DType::bf16 || dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64;
}

bool multiply(std::int64_t a, std::int64_t b, std::int64_t& product) {
  return !__builtin_mul_overflow(a, b, &product);
}

}  // namespace

void refuse(std::string_view operation, std::string_view operand, const std::string& why) {
  std::string message(operation);
  message.append(": ").append(operand).append(operand.empty() ? "" : ": ").append(why);
  throw Error(ErrorCode::bad_argument, message);
}

std::string describe(const TensorView& view) {
  std::string text(name_of(view.dtype));
  text += " {";
  for (std::uint32_t d = 0; d < view.rank && d < TensorView::kMaxRank; ++d)
    text += (d == 0 ? "" : ", ") + std::to_string(view.dims[d]);
  return text + "}";
}

std::int64_t check_tensor(std::string_view operation, const Named& tensor) {
  const auto& view = tensor.view;
  // TensorView's constructor sets an invalid rank in both cases.
  if (view.rank > TensorView::kMaxRank)
    refuse(operation, tensor.name, "has more than 8 dims, or a different number of strides");
  // If an extent is 0 nothing is read, but the other dims must still be valid. `span` is the distance between the first
  // and the last element.
  std::int64_t elements = 1, span = 0;
  bool empty = false;
  for (std::uint32_t d = 0; d < view.rank; ++d) {
    const auto extent = view.dims[d];
    if (extent < 0) refuse(operation, tensor.name, "dim " + std::to_string(d) + " is " + std::to_string(extent));
    empty = empty || extent == 0;
    if (extent < 2) continue;
    const auto stride = view.strides[d];
    std::int64_t dim_span = 0;
    const bool fits = stride != std::numeric_limits<std::int64_t>::min() && multiply(elements, extent, elements) &&
                      multiply(extent - 1, stride < 0 ? -stride : stride, dim_span) &&
                      !__builtin_add_overflow(span, dim_span, &span);
    // Elements have at most 8 bytes, so the offsets in bytes stay below half of the largest number, and an address can
    // be added to them without an overflow.
    if (!fits || span > std::numeric_limits<std::int64_t>::max() / 16)
      refuse(operation, tensor.name, describe(view) + " exceeds the address space");
  }
  if (empty) return 0;
  const auto address = reinterpret_cast<std::uintptr_t>(view.data);  // NOLINT
  if (address == 0) refuse(operation, tensor.name, "has a null pointer");
  if (address % size_of(view.dtype) != 0)
    refuse(operation, tensor.name,
           "is not aligned to its elements of " + std::to_string(size_of(view.dtype)) + " bytes");
  return elements;
}

void check_result(std::string_view operation, const Named& result) {
  if (check_tensor(operation, result) < 2) return;
  // In the order of increasing strides, each stride must be larger than the span of all smaller ones. This also refuses
  // some strides with which no two indices share an element, such as 2 and 3 for dims of 3 and 2: an exact check would
  // have to solve an equation for integers, and no view of a dense tensor has such strides.
  auto view = result.view;
  std::uint32_t dims = 0;
  for (std::uint32_t d = 0; d < view.rank; ++d) {
    if (view.dims[d] == 1) continue;
    view.strides[dims] = view.strides[d] < 0 ? -view.strides[d] : view.strides[d];
    view.dims[dims++] = view.dims[d];
  }
  std::int64_t span = 0;
  for (std::uint32_t done = 0; done < dims; ++done) {
    std::uint32_t nearest = done;
    for (std::uint32_t d = done + 1; d < dims; ++d)
      if (view.strides[d] < view.strides[nearest]) nearest = d;
    std::swap(view.strides[done], view.strides[nearest]);
    std::swap(view.dims[done], view.dims[nearest]);
    if (view.strides[done] <= span)
      refuse(operation, result.name, "has strides with which elements may overlap, and be written twice");
    span += view.strides[done] * (view.dims[done] - 1);
  }
}

void check_dtype(std::string_view operation, const Named& tensor, DType wanted) {
  if (tensor.view.dtype == wanted) return;
  refuse(operation, tensor.name,
         "has type " + std::string(name_of(tensor.view.dtype)) + ", not " + std::string(name_of(wanted)));
}

void check_float(std::string_view operation, const Named& tensor) {
  if (tensor.view.dtype == DType::f8e4m3 || is_float_above_8_bits(tensor.view.dtype)) return;
  refuse(
      operation, tensor.name,
      "has type " + std::string(name_of(tensor.view.dtype)) + "; there are kernels for bf16, f16, f32, f64 and f8e4m3");
}

void check_float_above_8_bits(std::string_view operation, const Named& tensor) {
  if (is_float_above_8_bits(tensor.view.dtype)) return;
  refuse(operation, tensor.name,
         "has type " + std::string(name_of(tensor.view.dtype)) + "; there are kernels for bf16, f16, f32 and f64");
}

WalkOperand operand_of(const TensorView& view) {
  WalkOperand operand;
  operand.address = reinterpret_cast<std::uintptr_t>(view.data);  // NOLINT
  operand.element_bytes = size_of(view.dtype);
  for (std::uint32_t a = 0; a < view.rank; ++a) operand.strides[a] = view.strides[view.rank - 1 - a];
  return operand;
}

WalkOperand broadcast(std::string_view operation, const Named& operand, const Named& shape) {
  const auto& from = operand.view;
  const auto& to = shape.view;
  bool fits = from.rank <= to.rank;
  WalkOperand walked;
  walked.address = reinterpret_cast<std::uintptr_t>(from.data);  // NOLINT
  walked.element_bytes = size_of(from.dtype);
  for (std::uint32_t a = 0; fits && a < from.rank; ++a) {
    const auto extent = from.dims[from.rank - 1 - a];
    fits = extent == to.dims[to.rank - 1 - a] || extent == 1;
    walked.strides[a] = extent == 1 ? 0 : from.strides[from.rank - 1 - a];
  }
  if (!fits)
    refuse(operation, operand.name,
           describe(from) + " cannot be broadcast to " + std::string(shape.name) + ", " + describe(to));
  return walked;
}

void check_apart(std::string_view operation, const Named& result, const WalkOperand& written, const Named& operand,
                 const WalkOperand& read) {
  for (const auto* view : {&result.view, &operand.view})
    for (std::uint32_t d = 0; d < view->rank; ++d)
      if (view->dims[d] == 0) return;
  const auto out = range_of(result.view), in = range_of(operand.view);
  const auto at = [](const WalkOperand& walked, std::int64_t bytes) {
    return static_cast<std::int64_t>(walked.address) + bytes;
  };
  if (at(written, out.end) <= at(read, in.first) || at(read, in.end) <= at(written, out.first)) return;
  // Identical operands are allowed, because each thread reads only the elements that it writes.
  if (written.address == read.address && written.element_bytes == read.element_bytes && written.strides == read.strides)
    return;
  refuse(operation, operand.name, "overlaps " + std::string(result.name) + " without being identical to it");
}

}  // namespace rocm_bindgen::ops
