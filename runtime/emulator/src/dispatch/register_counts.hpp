// The number of registers and the size of scratch that a kernel requests.
#pragma once

#include <cstdint>

#include "load/kernel_descriptor.hpp"
#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

/// Registers per lane.
struct RegisterCounts {
  unsigned vectors;
  unsigned accumulators;
};

/// `lanes` is the width of the kernel's waves, which determines the granularity of the descriptor's count.
RegisterCounts register_counts(const KernelDescriptor& descriptor, const Target& target, unsigned lanes);

/// Returns the bytes of scratch per lane. If the compiler could not know the size of the stack (recursion, calls
/// through pointers), 128 KiB are added.
std::uint32_t scratch_bytes(const KernelDescriptor& descriptor);

}  // namespace rocm_bindgen::emulator
