#include "dispatch/register_counts.hpp"

#include <algorithm>

namespace rocm_bindgen::emulator {

/// The rules are in AMDGPUUsage, COMPUTE_PGM_RSRC1 (GRANULATED_WORKITEM_VGPR_COUNT) and COMPUTE_PGM_RSRC3
/// (ACCUM_OFFSET).
RegisterCounts register_counts(const KernelDescriptor& descriptor, const Target& target, unsigned lanes) {
  const auto granules = descriptor.granulated_vectors() + 1;
  if (target.unified_registers) {
    // Vector registers and accumulators are in one file. The accumulators are the registers after ACCUM_OFFSET.
    const unsigned all = granules * 8, vectors = std::min(descriptor.accumulator_offset(), all);
    return {vectors, all - vectors};
  }
  if (target.generation == Generation::gfx9) return {granules * 4, 0};
  return {granules * (lanes == 32 ? 8 : 4), 0};
}

std::uint32_t scratch_bytes(const KernelDescriptor& descriptor) {
  // HIP's maximum for the limit that a program may set (hipLimitStackSize), so that the limit itself need not be known
  // here. The host provides memory only for the pages that a kernel uses.
  constexpr std::uint32_t kDynamicStack = 131072;
  return descriptor.private_segment_bytes + (descriptor.dynamic_stack() ? kDynamicStack : 0);
}

}  // namespace rocm_bindgen::emulator
