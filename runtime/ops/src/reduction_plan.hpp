// Distribution of a reduction over a GPU's threads. If there are too few results to occupy the device, the terms of
// each result are split along y of the grid; a second launch then combines the partial results.
#ifndef ROCM_BINDGEN_OPS_REDUCTION_PLAN_HPP
#define ROCM_BINDGEN_OPS_REDUCTION_PLAN_HPP

#include <cstdint>
#include <vector>

#include "kernels/ops/reduction_view.hpp"
#include "walk.hpp"

namespace rocm_bindgen::ops {

/// The operands of a reduction: the source and the result along the dims that are kept, and the source alone along the
/// reduced dims. The source has the same address in both. No extent is 0.
struct ReductionWalk {
  Walk<2> results;
  Walk<1> terms;
  bool finds_positions = false;  ///< the results are positions of terms, so the order of the terms must be kept
  std::uint64_t divisor = 1;     ///< each sum is divided by this: for a mean, the number of terms; otherwise 1
};

/// Device properties that determine the number of workgroups.
struct ReductionTarget {
  std::uint32_t compute_units = 1;
  std::uint32_t workgroup = 256;  ///< work-items: a power of two, at least 32
};

enum class ReductionKernel : std::uint8_t { rows, columns, finalize };

/// One launch. `out` is the address of the first result, and `in` that of the first term that this launch reads for it.
struct ReductionLaunch {
  ReductionKernel kernel = ReductionKernel::rows;
  ReductionView view{};
  std::uint32_t workgroups = 0;
  std::uint32_t splits = 1;  ///< height of the grid
  std::uintptr_t in = 0;
  std::uintptr_t out = 0;
};

/// The launches, to be made in this order, and the size of the memory for partial results that they share.
struct ReductionPlan {
  std::vector<ReductionLaunch> launches;
  std::size_t partial_bytes = 0;
};

/// `max_places` is the number of places (kernels/ops/view.hpp) that a kernel can count; only tests pass less.
ReductionPlan plan_reduction(ReductionWalk walk, const ReductionTarget& target, std::int64_t max_places = kMaxPlaces);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_REDUCTION_PLAN_HPP
