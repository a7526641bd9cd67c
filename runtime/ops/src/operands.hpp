// Tensors that do not fit together are found here, before anything is queued.
#ifndef ROCM_BINDGEN_OPS_OPERANDS_HPP
#define ROCM_BINDGEN_OPS_OPERANDS_HPP

#include <string>
#include <string_view>

#include "rocm_bindgen/ops/tensor_view.hpp"
#include "walk.hpp"

namespace rocm_bindgen::ops {

/// A tensor and what it is to the operation: "lhs".
struct Named {
  std::string_view name;
  const TensorView& view;
};

/// Throws bad_argument: "binary: lhs: ...".
[[noreturn]] void refuse(std::string_view operation, std::string_view operand, const std::string& why);

/// Rank, dims, address and size are such that each element has an address. Gives the number of elements.
std::int64_t check_tensor(std::string_view operation, const Named& tensor);

/// A result: besides, no two indices are the same element.
void check_result(std::string_view operation, const Named& result);

void check_dtype(std::string_view operation, const Named& tensor, DType wanted);

/// One of all float types.
void check_float(std::string_view operation, const Named& tensor);

/// One of those, e4m3 apart.
void check_half_to_double(std::string_view operation, const Named& tensor);

/// "f32 {2, 3}", for messages.
std::string describe(const TensorView& view);

/// A tensor along its own dims, innermost first.
WalkOperand operand_of(const TensorView& view);

/// `operand` along the dims of `shape`, innermost first; throws if it cannot be broadcast to it.
WalkOperand broadcast(std::string_view operation, const Named& operand, const Named& shape);

/// An operand that is written and one that is read: the same, or apart.
void check_apart(std::string_view operation, const Named& result, const WalkOperand& written, const Named& operand,
                 const WalkOperand& read);

/// All operands, the result first, checked but for their types; along the result's dims.
template <std::size_t kOperands>
Walk<static_cast<int>(kOperands)> walk_of(std::string_view operation, const Named (&tensors)[kOperands]) {
  const auto& result = tensors[0];
  check_result(operation, result);
  Walk<static_cast<int>(kOperands)> walk;
  walk.axes = result.view.rank;
  for (std::uint32_t a = 0; a < walk.axes; ++a) walk.extents[a] = result.view.dims[walk.axes - 1 - a];
  for (std::size_t k = 0; k < kOperands; ++k) {
    if (k != 0) check_tensor(operation, tensors[k]);
    walk.operands[k] = broadcast(operation, tensors[k], result);
    if (k != 0) check_apart(operation, result, walk.operands[0], tensors[k], walk.operands[k]);
  }
  return walk;
}

/// The same, as simple as it can be.
template <std::size_t kOperands>
Walk<static_cast<int>(kOperands)> walk_together(std::string_view operation, const Named (&tensors)[kOperands]) {
  auto walk = walk_of(operation, tensors);
  simplify(walk);
  return walk;
}

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_OPERANDS_HPP
