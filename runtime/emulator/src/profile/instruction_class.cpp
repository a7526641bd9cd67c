#include "profile/instruction_class.hpp"

#include <algorithm>
#include <string_view>

#include "execute/memory/cache_control.hpp"
#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {
namespace {

bool has_operation(Operations operations, std::string_view name) {
  return std::any_of(operations.begin(), operations.end(), [&](const auto& entry) { return entry.name == name; });
}

/// The table of matrix operations also contains moves of accumulators, which the VALU executes.
bool is_matrix_product(std::string_view name) {
  return name.find("MFMA") != name.npos || name.find("SMFMAC") != name.npos || name.find("WMMA") != name.npos ||
         name.find("SWMMAC") != name.npos;
}

InstructionClass unit_of(const Instruction& instruction) {
  const std::string_view name = instruction.operation;
  if (instruction.execute == order_memory || has_operation(control_operations(), name)) return InstructionClass::other;
  if (is_matrix_product(name)) return InstructionClass::matrix;
  if (has_operation(scalar_memory_operations(), name)) return InstructionClass::scalar_memory;
  if (name.starts_with("V_")) return InstructionClass::valu;
  if (name.starts_with("S_")) return InstructionClass::salu;
  if (name.starts_with("DS_")) return InstructionClass::lds;
  if (name.starts_with("SCRATCH_")) return InstructionClass::scratch;
  return InstructionClass::global_memory;
}

}  // namespace

InstructionKind kind_of(const Instruction& instruction) {
  const std::string_view name = instruction.operation;
  InstructionKind kind;
  kind.unit = unit_of(instruction);
  kind.has_lanes = kind.unit != InstructionClass::salu && kind.unit != InstructionClass::scalar_memory &&
                   kind.unit != InstructionClass::other;
  // gfx12 splits the barrier into a signal and a wait, of which only the second one waits.
  kind.is_barrier = name == "S_BARRIER" || name == "S_BARRIER_WAIT" || name == "DS_GWS_BARRIER";
  // S_WAITCNT_DEPCTR, S_WAIT_EVENT and S_WAIT_IDLE wait for something else than memory.
  kind.is_wait =
      name.starts_with("S_WAIT") && name != "S_WAITCNT_DEPCTR" && name != "S_WAIT_EVENT" && name != "S_WAIT_IDLE";
  return kind;
}

}  // namespace rocm_bindgen::emulator
