// Launches of the view_* kernels.
#ifndef ROCM_BINDGEN_OPS_LAUNCH_VIEW_HPP
#define ROCM_BINDGEN_OPS_LAUNCH_VIEW_HPP

#include <utility>

#include "kernel_table.hpp"
#include "rocm_bindgen/kernel.hpp"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "walk.hpp"

namespace rocm_bindgen::ops {

/// The workgroup size that the kernels are compiled for.
constexpr std::uint32_t kViewWorkgroup = 256;

/// Returns the emitted module with the kernels that `module` names.
const Module& module_of(BundledModule module);

/// Loads the kernel of a table's entry. Throws Error, bad_argument, if the table has no kernel for the keys.
Kernel bundled_kernel(const Device& device, const BundledKernel& entry);

/// Returns the launch configuration for a number of places: the largest workgroup that the kernel supports, up to
/// kViewWorkgroup, and enough workgroups. In the cast module, each thread has two places.
LaunchConfig view_launch(const Kernel& kernel, BundledModule module, std::uint32_t places);

template <int kOperands, std::size_t... kIndices, class... Extra>
void launch_view(const Kernel& kernel, BundledModule module, Stream& stream, const View<kOperands>& view,
                 const std::array<void*, at(kOperands)>& addresses, std::index_sequence<kIndices...>,
                 const Extra&... extra) {
  kernel.launch(view_launch(kernel, module, view.place_count), stream, view, addresses[kIndices]..., extra...);
}

/// Launches the kernel for all elements of the walk. A place has `pack` elements; `extra` are the kernel's arguments
/// after its operands.
template <int kOperands, class... Extra>
void launch_view(Stream& stream, const BundledKernel& entry, const Walk<kOperands>& walk, std::uint32_t pack,
                 const Extra&... extra) {
  const auto kernel = bundled_kernel(stream.device(), entry);
  for_each_view(walk, pack, [&](const View<kOperands>& view, const std::array<void*, at(kOperands)>& addresses) {
    launch_view(kernel, entry.module, stream, view, addresses, std::make_index_sequence<at(kOperands)>{}, extra...);
  });
}

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_LAUNCH_VIEW_HPP
