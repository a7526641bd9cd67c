// Convolutions with matrix units.
#ifndef ROCM_BINDGEN_OPS_MATRIX_CONVOLUTION_HPP
#define ROCM_BINDGEN_OPS_MATRIX_CONVOLUTION_HPP

#include <string_view>

#include "kernels/ops/convolution_view.hpp"
#include "rocm_bindgen/ops/convolution.hpp"

namespace rocm_bindgen::ops {

/// Returns true if GPUs with this target ID ("gfx90a:xnack-", "sm_90") have matrix units for f16 and bf16, and
/// kernels/ops/matrix_unit.cuh supports them.
bool has_matrix_units(std::string_view arch);

/// Describes a convolution of images to the kernels, as a product of matrices. The caller has checked that the kernels
/// support it: fewer than 2^31 pixels, 32-bit offsets, and so on.
MatrixConvolutionView product_of(const TensorView& in, const TensorView& weights, const Convolution& how,
                                 const TensorView& out);

/// Queues the convolution of images; the operands must have been checked. Returns false and queues nothing if the
/// device has no matrix units, or if they do not support these tensors.
bool convolve_by_matrix(Stream& stream, const TensorView& in, const TensorView& weights, const Convolution& how,
                        const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_MATRIX_CONVOLUTION_HPP
