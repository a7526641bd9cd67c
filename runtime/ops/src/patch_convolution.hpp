// Convolutions of 3 by 3 taps by matrix units that have what their taps meet in LDS.
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

/// How the product of each of `groups` is made by such a kernel, with its result at the address `out`. None where the
/// device has no such kernel or too little LDS, and where taps, channels or weights are none that it is for, or the
/// result is too small to occupy the device by its tiles.
std::optional<PatchLaunch> plan_patches(const MatrixConvolutionView& product, std::uint32_t groups, std::uintptr_t out,
                                        const DeviceInfo& device);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_PATCH_CONVOLUTION_HPP
