// Launches that several operations on quantized weights share.
#ifndef ROCM_BINDGEN_OPS_QUANTIZED_LAUNCH_HPP
#define ROCM_BINDGEN_OPS_QUANTIZED_LAUNCH_HPP

#include <cstdint>

#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// Quantizes `elements` contiguous floats, a multiple of 32, to Q8_1 blocks.
void quantize_activations(Stream& stream, const TensorView& in, std::int64_t elements, void* blocks);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_QUANTIZED_LAUNCH_HPP
