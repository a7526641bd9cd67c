#include "launch_reduction.hpp"

#include "launch_view.hpp"

namespace rocm_bindgen::ops {

void launch_reduction(Stream& stream, Reduction op, DType dtype, const ReductionPlan& plan, Workspace& workspace) {
  void* const partial = plan.partial_bytes == 0 ? nullptr : workspace.at_least(plan.partial_bytes);
  for (const auto& launch : plan.launches) {
    const auto kernel = bundled_kernel(stream.device(), kReductionKernels.find(op, dtype, launch.kernel));
    const LaunchConfig config{Dim3{launch.workgroups, launch.splits}, Dim3{kViewWorkgroup}, 0};
    auto* const out = reinterpret_cast<void*>(launch.out);            // NOLINT
    const auto* const in = reinterpret_cast<const void*>(launch.in);  // NOLINT
    if (launch.kernel == ReductionKernel::finalize) {
      kernel.launch(config, stream, launch.view, out, partial);
    } else {
      kernel.launch(config, stream, launch.view, out, partial, in);
    }
  }
}

}  // namespace rocm_bindgen::ops
