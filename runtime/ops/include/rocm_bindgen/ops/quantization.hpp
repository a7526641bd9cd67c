// Floats to quantized blocks and back on the host: for tools that make weights, and for tests.
//
// Both throw Error, bad_argument, for a count that is no multiple of the format's block, and for what is no format.
// Safe from several threads.
#ifndef ROCM_BINDGEN_OPS_QUANTIZATION_HPP
#define ROCM_BINDGEN_OPS_QUANTIZATION_HPP

#include <cstddef>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/quantized_view.hpp"

namespace rocm_bindgen {

/// `count` floats to count / block_elements(format) * block_bytes(format) bytes at `blocks`. The formats of 32 elements
/// and q8_K take their scale from the element farthest from zero, or from the least and the largest; the others of 256
/// search for the scales with the least squared error. A block with an element that is not finite, or whose scales are
/// beyond a half's range, gets NaN as its scale, and so do all its elements.
ROCM_BINDGEN_API void quantize_blocks(QuantizedFormat format, const float* values, std::size_t count, void* blocks);

/// The other way about: every element rounded once, the same bits as kernels make, but for those of a NaN.
ROCM_BINDGEN_API void dequantize_blocks(QuantizedFormat format, const void* blocks, std::size_t count, float* values);

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_OPS_QUANTIZATION_HPP
