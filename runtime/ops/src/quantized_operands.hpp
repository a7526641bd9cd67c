// Quantized operands that do not fit together are found here, before anything is queued.
#ifndef ROCM_BINDGEN_OPS_QUANTIZED_OPERANDS_HPP
#define ROCM_BINDGEN_OPS_QUANTIZED_OPERANDS_HPP

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "operands.hpp"
#include "rocm_bindgen/ops/quantized_view.hpp"

namespace rocm_bindgen::ops {

/// A quantized matrix and what it is to the operation.
struct NamedBlocks {
  std::string_view name;
  const QuantizedView& view;
};

/// Whole blocks that have an address. Gives the number of elements.
std::int64_t check_blocks(std::string_view operation, const NamedBlocks& blocks);

/// Besides, of a format that there are products for.
void check_weights(std::string_view operation, const NamedBlocks& weights);

/// So many dimensions, which what is said of the dims of others goes by.
void check_rank(std::string_view operation, const Named& tensor, std::uint32_t rank);

/// These dims and no gaps.
void check_dense(std::string_view operation, const Named& tensor, std::initializer_list<std::int64_t> dims);

/// Of f32, f16 or bf16.
void check_activations(std::string_view operation, const Named& tensor);

/// A result and what is read, which must not share a byte.
void check_no_overlap(std::string_view operation, const Named& result, const Named& operand);

/// The memory of a quantized matrix as a tensor of u8, for the checks of those.
TensorView bytes_of(const QuantizedView& view);

/// "q4_K {2, 256}", for messages.
std::string describe(const QuantizedView& view);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_QUANTIZED_OPERANDS_HPP
