// How many registers and how much scratch a kernel asks for.
#pragma once

#include <cstdint>

#include "load/kernel_descriptor.hpp"
#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

struct RegisterCounts {
  unsigned vectors;
  unsigned accumulators;
};

RegisterCounts register_counts(const KernelDescriptor& descriptor, const Target& target, unsigned lanes);

/// Per lane. A stack whose size the compiler could not know gets room for deep recursion.
std::uint32_t scratch_bytes(const KernelDescriptor& descriptor);

}  // namespace rocm_bindgen::emulator
