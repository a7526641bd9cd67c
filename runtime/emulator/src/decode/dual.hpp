// VOPD: two operations in one instruction. Both read their sources before either writes its result (RDNA 3 ISA, 7.6
// "Dual Issue VALU").
#pragma once

#include <string>
#include <utility>

#include "decode/disassembler.hpp"
#include "machine/instruction.hpp"

namespace rocm_bindgen::emulator {

/// Returns whether LLVM's opcode name is that of a VOPD instruction.
bool is_dual(const char* opcode_name);
/// Returns the names of the two operations. For "V_DUAL_FMAC_F32_e32_X_ADD_U32_e32_gfx11" these are V_FMAC_F32 and
/// V_ADD_U32.
std::pair<std::string, std::string> dual_operations(const char* opcode_name);
/// Fills in the operands of the two operations, `x` and `y`, whose names must already be set. `decoded` is LLVM's
/// instruction for the pair. `x.vector_limit` covers the registers of both.
void assign_dual_roles(Instruction& x, Instruction& y, const llvm::MCInst& decoded, const Disassembler& disassembler);
/// The handler of a VOPD instruction. `instruction.dual_execute` is the handler of its first operation;
/// `instruction.second` is its second operation.
void execute_dual(Wave& wave, const Instruction& instruction);

}  // namespace rocm_bindgen::emulator
