// Checks of quantized operands, made before anything is queued.
#ifndef ROCM_BINDGEN_OPS_QUANTIZED_OPERANDS_HPP
#define ROCM_BINDGEN_OPS_QUANTIZED_OPERANDS_HPP

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "operands.hpp"
#include "rocm_bindgen/ops/quantized_view.hpp"

namespace rocm_bindgen::ops {

/// A quantized matrix and the name of its parameter in messages.
struct NamedBlocks {
  std::string_view name;
  const QuantizedView& view;
};

/// Checks that rows consist of whole blocks and that the address is valid. Returns the number of elements.
std::int64_t check_blocks(std::string_view operation, const NamedBlocks& blocks);

/// Makes the checks of check_blocks(), and checks that products support the format.
void check_weights(std::string_view operation, const NamedBlocks& weights);

/// Checks the rank. To be called before dims are read from the tensor, for instance to pass them to check_dense() of
/// another operand.
void check_rank(std::string_view operation, const Named& tensor, std::uint32_t rank);

/// Checks that the tensor has these dims and is contiguous.
void check_dense(std::string_view operation, const Named& tensor, std::initializer_list<std::int64_t> dims);

/// Checks that the type is f32, f16 or bf16.
void check_activations(std::string_view operation, const Named& tensor);

/// Checks that a result and an operand do not share a byte.
void check_no_overlap(std::string_view operation, const Named& result, const Named& operand);

/// Returns the memory of a quantized matrix as a contiguous tensor of u8, so that check_no_overlap() can be used for
/// it.
TensorView bytes_of(const QuantizedView& view);

/// Returns the text that messages contain: "q4_K {2, 256}".
std::string describe(const QuantizedView& view);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_QUANTIZED_OPERANDS_HPP
