// QuantizedView: a matrix of quantized weights in device memory, as an operand of ops.
#ifndef ROCM_BINDGEN_OPS_QUANTIZED_VIEW_HPP
#define ROCM_BINDGEN_OPS_QUANTIZED_VIEW_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rocm_bindgen {

/// GGML's block formats; bytes and formulas: docs/quantized.md.
enum class QuantizedFormat : std::uint8_t { q4_0, q4_1, q5_0, q5_1, q8_0, q8_1, q2_K, q3_K, q4_K, q5_K, q6_K, q8_K };

/// Returns true if `format` is an enumerator; a number read from a file may not be. The results of the functions below
/// are undefined for other numbers.
constexpr bool is_format(QuantizedFormat format) noexcept {
  return format <= QuantizedFormat::q8_K;
}

/// Number of elements in a block.
constexpr std::size_t block_elements(QuantizedFormat format) noexcept {
  return format < QuantizedFormat::q2_K ? 32 : 256;
}

/// Number of bytes in a block.
constexpr std::size_t block_bytes(QuantizedFormat format) noexcept {
  constexpr std::size_t bytes[] = {18, 20, 22, 24, 34, 36, 84, 110, 144, 176, 210, 292};
  return bytes[static_cast<std::size_t>(format)];
}

/// Alignment of blocks in bytes: 4 if the block's size is a multiple of 4, otherwise 2.
constexpr std::size_t block_alignment(QuantizedFormat format) noexcept {
  return block_bytes(format) % 4 == 0 ? 4 : 2;
}

/// The name of a format as in kernel names: "q4_K".
constexpr std::string_view name_of(QuantizedFormat format) noexcept {
  constexpr std::string_view names[] = {"q4_0", "q4_1", "q5_0", "q5_1", "q8_0", "q8_1",
                                        "q2_K", "q3_K", "q4_K", "q5_K", "q6_K", "q8_K"};
  return names[static_cast<std::size_t>(format)];
}

/// A matrix whose rows consist of whole blocks and are contiguous. It does not own its memory. Safe to copy.
struct QuantizedView {
  void* data = nullptr;  ///< the first block, aligned to block_alignment(format); ops write to results only
  QuantizedFormat format = QuantizedFormat::q8_0;
  std::int64_t rows = 0;
  std::int64_t cols = 0;  ///< elements per row, a multiple of block_elements(format)

  /// Distance from one row to the next in bytes.
  constexpr std::size_t row_bytes() const noexcept {
    return static_cast<std::size_t>(cols) / block_elements(format) * block_bytes(format);
  }
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_OPS_QUANTIZED_VIEW_HPP
