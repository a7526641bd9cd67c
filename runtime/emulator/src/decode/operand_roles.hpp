// Which operand of LLVM's instruction plays which role: by the order in its description (MCInstrDesc), per class.
#pragma once

#include <cstdint>

#include "decode/disassembler.hpp"
#include "decode/operation_name.hpp"
#include "machine/instruction.hpp"
#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

/// Fills in operands and modifiers of `instruction`. `description` is that of `decoded`.
void assign_roles(Instruction& instruction, const llvm::MCInst& decoded, const OperationName& name,
                  const Disassembler& disassembler, const Target& target);

}  // namespace rocm_bindgen::emulator
