#include "launch_view.hpp"

#include <algorithm>
#include <string>

#include "bundled_kernels.hpp"
#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::ops {

const Module& module_of(BundledModule module) {
  switch (module) {
    case BundledModule::unary:
      return bundled::VIEW_UNARY;
    case BundledModule::binary:
      return bundled::VIEW_BINARY;
    case BundledModule::cast:
      return bundled::VIEW_CAST;
    case BundledModule::move:
      return bundled::VIEW_MOVE;
    case BundledModule::reduce:
      return bundled::VIEW_REDUCE;
    case BundledModule::normalize:
      return bundled::VIEW_NORMALIZE;
    case BundledModule::index:
      return bundled::VIEW_INDEX;
    case BundledModule::rope:
      return bundled::VIEW_ROPE;
    case BundledModule::window:
      return bundled::VIEW_WINDOW;
    case BundledModule::conv:
      return bundled::VIEW_CONV;
    case BundledModule::conv_matrix:
      return bundled::VIEW_CONV_MATRIX;
    case BundledModule::quantized:
      return bundled::VIEW_QUANTIZED;
    case BundledModule::mat_vec:
      return bundled::VIEW_MAT_VEC;
    case BundledModule::matmul:
      return bundled::VIEW_MATMUL;
    case BundledModule::candle_fill:
      return bundled::FILL;
    case BundledModule::candle_quantized:
      return bundled::QUANTIZED;
    case BundledModule::candle_sort:
      break;
  }
  return bundled::SORT;
}

Kernel bundled_kernel(const Device& device, const BundledKernel& entry) {
  const auto& module = module_of(entry.module);
  if (entry.symbol.empty())
    throw Error(ErrorCode::bad_argument,
                std::string("ops: the bundled module ") + module.name +
                    " has no kernel for this operation and these element types; docs/ops.md has those that exist");
  return device.kernel(module, entry.symbol);
}

LaunchConfig view_launch(const Kernel& kernel, BundledModule module, std::uint32_t places) {
  if (module == BundledModule::cast) places = (places - 1) / 2 + 1;
  const auto workgroup = std::min(kViewWorkgroup, kernel.max_workgroup_size());
  return {Dim3{workgroups_for(places, workgroup)}, Dim3{workgroup}, 0};
}

}  // namespace rocm_bindgen::ops
