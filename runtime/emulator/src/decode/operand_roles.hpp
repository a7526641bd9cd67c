// Assigns the operands of LLVM's instruction to the roles that handlers use.
//
// The order of operands in LLVM's instruction depends on the class of the instruction (SOP, VOP, DS, FLAT, ...). In
// vector instructions, each source is preceded by its source modifiers, and the values of output and lane modifiers
// follow the sources. The roles are derived from this order, the operand types in MCInstrDesc and the class; there is
// no table by opcode. Handlers in execute/ depend only on the roles, so nothing after this step depends on LLVM.
#pragma once

#include <cstdint>

#include "decode/disassembler.hpp"
#include "decode/operation_name.hpp"
#include "machine/instruction.hpp"
#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

/// Fills in the operands, modifiers and register limits of `instruction`. `decoded` is LLVM's instruction, and `name`
/// is derived from its opcode.
void assign_roles(Instruction& instruction, const llvm::MCInst& decoded, const OperationName& name,
                  const Disassembler& disassembler, const Target& target);

}  // namespace rocm_bindgen::emulator
