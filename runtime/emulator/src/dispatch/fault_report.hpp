// The message of a fault: the kernel, workgroup, wave and lane that caused it, what it did, and the location in the
// code and in the source.
#pragma once

#include <cstdint>
#include <string>

#include "dispatch/dispatch.hpp"
#include "fault.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// The state of a dispatch at a fault.
struct FaultPlace {
  const Dispatch& dispatch;
  const AllocationList& allocations;
  InstructionCache& instructions;
  const Wave& wave;
  Sizes workgroup;
  Sizes size;                 ///< in work-items, of this workgroup
  std::uint64_t instruction;  ///< the address of the instruction
};

/// Returns the message of a fault. It has several lines, without a newline at the end.
std::string describe(const Fault& fault, const FaultPlace& place);

}  // namespace rocm_bindgen::emulator
