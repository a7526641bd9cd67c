#include "quantized_operands.hpp"

#include <limits>

namespace rocm_bindgen::ops {

std::string describe(const QuantizedView& view) {
  return std::string(name_of(view.format)) + " {" + std::to_string(view.rows) + ", " + std::to_string(view.cols) + "}";
}

std::int64_t check_blocks(std::string_view operation, const NamedBlocks& blocks) {
  const auto& view = blocks.view;
  if (!is_format(view.format))
    refuse(operation, blocks.name, "has the unknown format " + std::to_string(static_cast<int>(view.format)));
  const auto elements = static_cast<std::int64_t>(block_elements(view.format));
  if (view.rows < 0 || view.cols < 0 || view.cols % elements != 0)
    refuse(
        operation, blocks.name,
        describe(view) + " does not have rows of whole blocks, which have " + std::to_string(elements) + " elements");
  std::int64_t count = 0;
  // No format has more than 16 bytes per element.
  if (__builtin_mul_overflow(view.rows, view.cols, &count) || count > std::numeric_limits<std::int64_t>::max() / 16)
    refuse(operation, blocks.name, describe(view) + " exceeds the address space");
  if (count == 0) return 0;
  const auto address = reinterpret_cast<std::uintptr_t>(view.data);  // NOLINT
  if (address == 0) refuse(operation, blocks.name, "has a null pointer");
  const auto alignment = block_alignment(view.format);
  if (address % alignment != 0)
    refuse(operation, blocks.name, "is not aligned to " + std::to_string(alignment) + " bytes");
  return count;
}

void check_weights(std::string_view operation, const NamedBlocks& weights) {
  check_blocks(operation, weights);
  const auto format = weights.view.format;
  if (format == QuantizedFormat::q8_1 || format == QuantizedFormat::q8_K)
    refuse(operation, weights.name,
           "have type " + std::string(name_of(format)) +
               "; there are kernels for q4_0, q4_1, q5_0, q5_1, q8_0, q2_K, q3_K, q4_K, q5_K and q6_K");
}

void check_dense(std::string_view operation, const Named& tensor, std::initializer_list<std::int64_t> dims) {
  check_tensor(operation, tensor);
  const auto& view = tensor.view;
  const TensorView wanted(nullptr, view.dtype, dims);
  bool fits = view.rank == wanted.rank;
  bool dense = true;
  for (std::uint32_t d = 0; fits && d < view.rank; ++d) {
    fits = view.dims[d] == wanted.dims[d];
    dense = dense && (view.dims[d] <= 1 || view.strides[d] == wanted.strides[d]);
  }
  if (!fits) refuse(operation, tensor.name, describe(view) + " is not " + describe(wanted));
  if (!dense) refuse(operation, tensor.name, describe(view) + " is not dense");
}

void check_rank(std::string_view operation, const Named& tensor, std::uint32_t rank) {
  if (tensor.view.rank == rank) return;
  refuse(operation, tensor.name, describe(tensor.view) + " does not have " + std::to_string(rank) + " dimensions");
}

void check_activations(std::string_view operation, const Named& tensor) {
  const auto dtype = tensor.view.dtype;
  if (dtype == DType::f32 || dtype == DType::f16 || dtype == DType::bf16) return;
  refuse(operation, tensor.name,
         "has type " + std::string(name_of(dtype)) + "; there are kernels for f32, f16 and bf16");
}

void check_no_overlap(std::string_view operation, const Named& result, const Named& operand) {
  check_apart(operation, result, operand_of(result.view), operand, operand_of(operand.view));
  if (operand.view.data == result.view.data && check_tensor(operation, operand) != 0 &&
      check_tensor(operation, result) != 0)
    refuse(operation, operand.name, "overlaps " + std::string(result.name));
}

TensorView bytes_of(const QuantizedView& view) {
  return {view.data, DType::u8, {view.rows * static_cast<std::int64_t>(view.row_bytes())}};
}

}  // namespace rocm_bindgen::ops
