// A matrix of quantized weights in device memory as the ops take it.
#ifndef ROCM_BINDGEN_OPS_QUANTIZED_VIEW_HPP
#define ROCM_BINDGEN_OPS_QUANTIZED_VIEW_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rocm_bindgen {

/// GGML's block formats; bytes and formulas: docs/quantized.md.
enum class QuantizedFormat : std::uint8_t { q4_0, q4_1, q5_0, q5_1, q8_0, q8_1, q2_K, q3_K, q4_K, q5_K, q6_K, q8_K };

/// Whether it is one of those: a number from a file need not be. What follows is said of formats alone.
constexpr bool is_format(QuantizedFormat format) noexcept {
  return format <= QuantizedFormat::q8_K;
}

/// Elements of a block.
constexpr std::size_t block_elements(QuantizedFormat format) noexcept {
  return format < QuantizedFormat::q2_K ? 32 : 256;
}

/// Bytes of a block.
constexpr std::size_t block_bytes(QuantizedFormat format) noexcept {
  constexpr std::size_t bytes[] = {18, 20, 22, 24, 34, 36, 84, 110, 144, 176, 210, 292};
  return bytes[static_cast<std::size_t>(format)];
}

/// What blocks are aligned to: 2, or 4 where that divides a block's bytes.
constexpr std::size_t block_alignment(QuantizedFormat format) noexcept {
  return block_bytes(format) % 4 == 0 ? 4 : 2;
}

/// As in the kernels' names: "q4_K".
constexpr std::string_view name_of(QuantizedFormat format) noexcept {
  constexpr std::string_view names[] = {"q4_0", "q4_1", "q5_0", "q5_1", "q8_0", "q8_1",
                                        "q2_K", "q3_K", "q4_K", "q5_K", "q6_K", "q8_K"};
  return names[static_cast<std::size_t>(format)];
}

/// Rows of whole blocks, one behind the other without gaps; owns nothing. A value, safe to copy.
struct QuantizedView {
  void* data = nullptr;  ///< of the first block, aligned to block_alignment(format); written only as a result
  QuantizedFormat format = QuantizedFormat::q8_0;
  std::int64_t rows = 0;
  std::int64_t cols = 0;  ///< elements of a row, a multiple of block_elements(format)

  /// From one row to the next.
  constexpr std::size_t row_bytes() const noexcept {
    return static_cast<std::size_t>(cols) / block_elements(format) * block_bytes(format);
  }
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_OPS_QUANTIZED_VIEW_HPP
