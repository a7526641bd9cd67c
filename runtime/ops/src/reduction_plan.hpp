// Distribution of a reduction over a GPU's threads.
#ifndef ROCM_BINDGEN_OPS_REDUCTION_PLAN_HPP
#define ROCM_BINDGEN_OPS_REDUCTION_PLAN_HPP

#include <cstdint>
#include <vector>

#include "kernels/ops/reduction_view.hpp"
#include "walk.hpp"

namespace rocm_bindgen::ops {

/// A reduction's operands: the source, then the result, along the dims that stay; the source alone along the others.
/// Neither has an extent of 0.
struct ReductionWalk {
  Walk<2> results;
  Walk<1> terms;
  bool with_positions = false;  ///< the terms' order counts
  std::uint64_t divisor = 1;
};

/// Device properties that determine the number of workgroups.
struct ReductionTarget {
  std::uint32_t compute_units = 1;
  std::uint32_t workgroup = 256;  ///< work-items, a power of two from 32 on
};

enum class ReductionKernel : std::uint8_t { rows, columns, finalize };

/// One launch. The addresses are those of the first result and of its first element.
struct ReductionLaunch {
  ReductionKernel kernel = ReductionKernel::rows;
  ReductionView view{};
  std::uint32_t workgroups = 0;
  std::uint32_t splits = 1;  ///< height of the grid
  std::uintptr_t in = 0;
  std::uintptr_t out = 0;
};

/// Launches one after the other, with this much memory between them.
struct ReductionPlan {
  std::vector<ReductionLaunch> launches;
  std::size_t partial_bytes = 0;
};

/// `max_places`: what a kernel can count; less only in tests.
ReductionPlan plan_reduction(ReductionWalk walk, const ReductionTarget& target, std::int64_t max_places = kMaxPlaces);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_REDUCTION_PLAN_HPP
