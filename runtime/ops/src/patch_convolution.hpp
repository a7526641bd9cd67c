// 3x3 convolutions with matrix units. All source elements that the taps of a tile read (its patch) are copied to LDS
// once. kernels/ops/convolution_view.hpp explains strips, tiles, lines and places.
#ifndef ROCM_BINDGEN_OPS_PATCH_CONVOLUTION_HPP
#define ROCM_BINDGEN_OPS_PATCH_CONVOLUTION_HPP

#include <cstdint>
#include <optional>

#include "kernels/ops/convolution_view.hpp"
#include "rocm_bindgen/device_info.hpp"
#include "rocm_bindgen/kernel.hpp"

namespace rocm_bindgen::ops {

/// A launch of a view_conv_patch_* kernel.
struct PatchLaunch {
  PatchConvolutionView view;
  LaunchConfig config;
};

/// Plans the launch of such a kernel for the products of all `groups`, with the result at the address `out`. Returns
/// nullopt if the device does not have the kernel or has too little LDS, if the kernel does not support the taps, the
/// channels or the layout of the weights, or if the result has too few tiles to occupy the device.
std::optional<PatchLaunch> plan_patches(const MatrixConvolutionView& product, std::uint32_t groups, std::uintptr_t out,
                                        const DeviceInfo& device);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_PATCH_CONVOLUTION_HPP
