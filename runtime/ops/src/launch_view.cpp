#include "launch_view.hpp"

#include <algorithm>

#include "bundled_kernels.hpp"

namespace rocm_bindgen::ops {
namespace {

constexpr std::size_t kLongestName = 64;

const Module& module_of(ViewModule module) {
  switch (module) {
    case ViewModule::unary:
      return bundled::VIEW_UNARY;
    case ViewModule::binary:
      return bundled::VIEW_BINARY;
    case ViewModule::cast:
      return bundled::VIEW_CAST;
    case ViewModule::move:
      return bundled::VIEW_MOVE;
    case ViewModule::reduce:
      return bundled::VIEW_REDUCE;
    case ViewModule::normalize:
      return bundled::VIEW_NORMALIZE;
    case ViewModule::index:
      return bundled::VIEW_INDEX;
    case ViewModule::rope:
      return bundled::VIEW_ROPE;
    case ViewModule::window:
      return bundled::VIEW_WINDOW;
    case ViewModule::conv:
      return bundled::VIEW_CONV;
    case ViewModule::conv_matrix:
      return bundled::VIEW_CONV_MATRIX;
    case ViewModule::quantized:
      return bundled::VIEW_QUANTIZED;
    case ViewModule::mat_vec:
      return bundled::VIEW_MAT_VEC;
    case ViewModule::matmul:
      break;
  }
  return bundled::VIEW_MATMUL;
}

}  // namespace

std::string_view bits_of(const TensorView& view) {
  switch (size_of(view.dtype)) {
    case 1:
      return "b8";
    case 2:
      return "b16";
    case 4:
      return "b32";
    default:
      return "b64";
  }
}

Kernel view_kernel(const Device& device, ViewModule module, std::initializer_list<std::string_view> name) {
  char text[kLongestName];
  std::size_t length = 0;
  for (const auto part : name) length += part.copy(text + length, kLongestName - length);
  return device.kernel(module_of(module), {text, length});
}

LaunchConfig view_launch(const Kernel& kernel, ViewModule module, std::uint32_t places) {
  if (module == ViewModule::cast) places = (places - 1) / 2 + 1;
  const auto workgroup = std::min(kViewWorkgroup, kernel.max_workgroup_size());
  return {Dim3{workgroups_for(places, workgroup)}, Dim3{workgroup}, 0};
}

}  // namespace rocm_bindgen::ops
