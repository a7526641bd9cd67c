// Conversion of floats to quantized blocks and back on the host, for tools that create weights and for tests.
//
// Both functions throw Error, bad_argument, if `count` is not a multiple of the format's block_elements(), or if
// `format` is not a format. Both may be called from several threads.
#ifndef ROCM_BINDGEN_OPS_QUANTIZATION_HPP
#define ROCM_BINDGEN_OPS_QUANTIZATION_HPP

#include <cstddef>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/quantized_view.hpp"

namespace rocm_bindgen {

/// Quantizes `count` floats to count / block_elements(format) * block_bytes(format) bytes at `blocks`. q4_1 and q5_1
/// derive the scale from the minimum and the maximum of a block. The other formats with blocks of 32 elements, and
/// q8_K, derive it from the largest magnitude. The other formats with blocks of 256 search for the scales with the
/// least squared error. A block that has an element that is not finite, or scales outside the range of f16, gets NaN as
/// its scale; all its elements are then NaN.
ROCM_BINDGEN_API void quantize_blocks(QuantizedFormat format, const float* values, std::size_t count, void* blocks);

/// Dequantizes `count` elements from `blocks`. Each element is rounded once and has the same bits as the kernels'
/// result, except for the bits of a NaN.
ROCM_BINDGEN_API void dequantize_blocks(QuantizedFormat format, const void* blocks, std::size_t count, float* values);

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_OPS_QUANTIZATION_HPP
