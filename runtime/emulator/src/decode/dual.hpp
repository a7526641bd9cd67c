// VOPD: two operations in one instruction, both of which read before either writes (RDNA 3 ISA, 7.6 "Dual Issue VALU").
#pragma once

#include <string>
#include <utility>

#include "decode/disassembler.hpp"
#include "machine/instruction.hpp"
#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

bool is_dual(const char* opcode_name);
/// The names of the two operations of "V_DUAL_FMAC_F32_e32_X_ADD_U32_e32_gfx11": V_FMAC_F32 and V_ADD_U32.
std::pair<std::string, std::string> dual_operations(const char* opcode_name);
void assign_dual_roles(Instruction& x, Instruction& y, const llvm::MCInst& decoded, const Disassembler& disassembler,
                       const Target& target);
void execute_dual(Wave& wave, const Instruction& instruction);

}  // namespace rocm_bindgen::emulator
