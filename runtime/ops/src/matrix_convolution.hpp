// Convolutions by matrix units.
#ifndef ROCM_BINDGEN_OPS_MATRIX_CONVOLUTION_HPP
#define ROCM_BINDGEN_OPS_MATRIX_CONVOLUTION_HPP

#include <string_view>

#include "kernels/ops/convolution_view.hpp"
#include "rocm_bindgen/ops/convolution.hpp"

namespace rocm_bindgen::ops {

/// Have GPUs of this target ID ("gfx90a:xnack-", "sm_90") units for products of matrices of f16 and bf16, and
/// kernels/ops/matrix_unit.cuh code for them?
bool has_matrix_units(std::string_view arch);

/// What kernels are told of a convolution of images that they can do: of fewer than 2^31 pixels, for instance.
MatrixConvolutionView product_of(const TensorView& in, const TensorView& weights, const Convolution& how,
                                 const TensorView& out);

/// Queues the convolution of images, whose operands have been checked. Queues nothing and returns false where the
/// device has no matrix units, or the tensors are none that these are for.
bool convolve_by_matrix(Stream& stream, const TensorView& in, const TensorView& weights, const Convolution& how,
                        const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_MATRIX_CONVOLUTION_HPP
