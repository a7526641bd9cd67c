// Launches of the view_* kernels.
#ifndef ROCM_BINDGEN_OPS_LAUNCH_VIEW_HPP
#define ROCM_BINDGEN_OPS_LAUNCH_VIEW_HPP

#include <initializer_list>
#include <string_view>
#include <utility>

#include "rocm_bindgen/kernel.hpp"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "walk.hpp"

namespace rocm_bindgen::ops {

/// The bundled modules with such kernels.
enum class ViewModule {
  unary,
  binary,
  cast,
  move,
  reduce,
  normalize,
  index,
  rope,
  window,
  conv,
  conv_matrix,
  quantized,
  mat_vec,
  matmul
};

/// Threads that the kernels are made for.
constexpr std::uint32_t kViewWorkgroup = 256;

/// How kernels that only move elements are called: by their size.
std::string_view bits_of(const TensorView& view);

/// The kernel whose name is these, one after the other.
Kernel view_kernel(const Device& device, ViewModule module, std::initializer_list<std::string_view> name);

/// Threads of a workgroup, as many as the kernels are made for at most; and how many such it takes. The kernels of the
/// cast module have two places for each thread.
LaunchConfig view_launch(const Kernel& kernel, ViewModule module, std::uint32_t places);

template <int kOperands, std::size_t... kIndices, class... Extra>
void launch_view(const Kernel& kernel, ViewModule module, Stream& stream, const View<kOperands>& view,
                 const std::array<void*, at(kOperands)>& addresses, std::index_sequence<kIndices...>,
                 const Extra&... extra) {
  kernel.launch(view_launch(kernel, module, view.places), stream, view, addresses[kIndices]..., extra...);
}

/// One thread for `pack` elements; `extra` are the kernel's arguments behind its operands.
template <int kOperands, class... Extra>
void launch_view(Stream& stream, ViewModule module, std::initializer_list<std::string_view> name,
                 const Walk<kOperands>& walk, std::uint32_t pack, const Extra&... extra) {
  const auto kernel = view_kernel(stream.device(), module, name);
  for_each_view(walk, pack, [&](const View<kOperands>& view, const std::array<void*, at(kOperands)>& addresses) {
    launch_view(kernel, module, stream, view, addresses, std::make_index_sequence<at(kOperands)>{}, extra...);
  });
}

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_LAUNCH_VIEW_HPP
