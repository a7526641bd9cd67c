// What a user is told of a fault: who did what, where in the grid, in the code and in the source.
#pragma once

#include <cstdint>
#include <string>

#include "dispatch/dispatch.hpp"
#include "fault.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// Where a dispatch was when it ended with a fault.
struct FaultPlace {
  const Dispatch& dispatch;
  const AllocationList& allocations;
  InstructionCache& instructions;
  const Wave& wave;
  Sizes workgroup;
  Sizes size;                 ///< work-items of this workgroup
  std::uint64_t instruction;  ///< address
};

std::string describe(const Fault& fault, const FaultPlace& place);

}  // namespace rocm_bindgen::emulator
