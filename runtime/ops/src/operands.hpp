// Checks of operands, made before anything is queued: shapes, types, addresses and overlap.
#ifndef ROCM_BINDGEN_OPS_OPERANDS_HPP
#define ROCM_BINDGEN_OPS_OPERANDS_HPP

#include <string>
#include <string_view>

#include "rocm_bindgen/ops/tensor_view.hpp"
#include "walk.hpp"

namespace rocm_bindgen::ops {

/// A tensor and the name of its parameter in messages: "lhs".
struct Named {
  std::string_view name;
  const TensorView& view;
};

/// Throws bad_argument: "binary: lhs: ...".
[[noreturn]] void refuse(std::string_view operation, std::string_view operand, const std::string& why);

/// Checks that rank, dims, address and size give each element a valid address. Returns the number of elements.
std::int64_t check_tensor(std::string_view operation, const Named& tensor);

/// Makes the checks of check_tensor(), and refuses strides unless they clearly give each index its own element: some
/// unusual strides without overlap are refused, too (operands.cpp).
void check_result(std::string_view operation, const Named& result);

void check_dtype(std::string_view operation, const Named& tensor, DType wanted);

/// Checks that the type is a float type: bf16, f16, f32, f64 or f8e4m3.
void check_float(std::string_view operation, const Named& tensor);

/// Checks that the type is one of the float types from half to double: bf16, f16, f32 or f64.
void check_float_above_8_bits(std::string_view operation, const Named& tensor);

/// Returns the text that messages contain: "f32 {2, 3}".
std::string describe(const TensorView& view);

/// Converts a tensor to an operand along its own dims, innermost first.
WalkOperand operand_of(const TensorView& view);

/// Converts a tensor to an operand along the dims of `shape`, innermost first. Throws if it cannot be broadcast to
/// them.
WalkOperand broadcast(std::string_view operation, const Named& operand, const Named& shape);

/// Checks that a written and a read operand are either the same elements in the same order, or do not overlap.
void check_apart(std::string_view operation, const Named& result, const WalkOperand& written, const Named& operand,
                 const WalkOperand& read);

/// Checks all operands except for their types and broadcasts them to the dims of the result, which is the first one.
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

/// Does the same as walk_of(), and then simplifies the walk (walk.hpp). To be used if the caller does not need the
/// result's own dims.
template <std::size_t kOperands>
Walk<static_cast<int>(kOperands)> walk_together(std::string_view operation, const Named (&tensors)[kOperands]) {
  auto walk = walk_of(operation, tensors);
  simplify(walk);
  return walk;
}

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_OPERANDS_HPP
