// Launches of the reduction kernels.
#ifndef ROCM_BINDGEN_OPS_LAUNCH_REDUCTION_HPP
#define ROCM_BINDGEN_OPS_LAUNCH_REDUCTION_HPP

#include "kernel_tables.hpp"
#include "reduction_plan.hpp"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/ops/workspace.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// `dtype` is the type of the source.
void launch_reduction(Stream& stream, Reduction op, DType dtype, const ReductionPlan& plan, Workspace& workspace);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_LAUNCH_REDUCTION_HPP
