#include "rocm_bindgen/ops/quantization.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "block_codec.hpp"
#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen {
namespace {

std::size_t blocks_of(const char* name, QuantizedFormat format, std::size_t count) {
  if (!is_format(format))
    throw Error(ErrorCode::bad_argument,
                std::string(name) + ": unknown format " + std::to_string(static_cast<int>(format)));
  const auto elements = block_elements(format);
  if (count % elements != 0)
    throw Error(ErrorCode::bad_argument,
                std::string(name) + ": " + std::to_string(count) + " elements are not a whole number of blocks of " +
                    std::string(name_of(format)) + ", which have " + std::to_string(elements) + " elements");
  return count / elements;
}

void require_memory(const char* name, std::size_t blocks, const void* values, const void* bytes) {
  if (blocks != 0 && (values == nullptr || bytes == nullptr))
    throw Error(ErrorCode::bad_argument,
                std::string(name) + ": the pointer to the " + (values == nullptr ? "values" : "blocks") + " is null");
}

}  // namespace

void quantize_blocks(QuantizedFormat format, const float* values, std::size_t count, void* blocks) {
  auto left = blocks_of("quantize_blocks", format, count);
  require_memory("quantize_blocks", left, values, blocks);
  const auto encode = ops::encoder_of(format);
  auto* to = static_cast<std::uint8_t*>(blocks);
  const auto elements = block_elements(format);
  for (; left != 0; --left) {
    const bool finite = std::all_of(values, values + elements, [](float value) { return std::isfinite(value); });
    if (finite) encode(values, to);
    if (!finite || !ops::scales_are_finite(format, to)) ops::encode_nan(format, to);
    values += elements;
    to += block_bytes(format);
  }
}

void dequantize_blocks(QuantizedFormat format, const void* blocks, std::size_t count, float* values) {
  auto left = blocks_of("dequantize_blocks", format, count);
  require_memory("dequantize_blocks", left, values, blocks);
  const auto decode = ops::decoder_of(format);
  const auto* from = static_cast<const std::uint8_t*>(blocks);
  for (; left != 0; --left) {
    decode(from, values);
    from += block_bytes(format);
    values += block_elements(format);
  }
}

}  // namespace rocm_bindgen
