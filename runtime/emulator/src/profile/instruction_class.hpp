// Which unit executes an instruction.
#pragma once

#include "machine/instruction.hpp"
#include "profile/counts.hpp"

namespace rocm_bindgen::emulator {

/// What the counts of an instruction depend on, besides its accesses.
struct InstructionKind {
  InstructionClass unit = InstructionClass::other;
  bool has_lanes = false;   ///< it is executed for each active lane
  bool is_barrier = false;  ///< it waits at a barrier
  bool is_wait = false;     ///< it waits for memory
};

/// Finds the kind by the table in execute/ that contains the operation.
InstructionKind kind_of(const Instruction& instruction);

}  // namespace rocm_bindgen::emulator
