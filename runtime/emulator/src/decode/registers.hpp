// Converts LLVM's registers to operands.
#pragma once

#include <string_view>

#include "machine/instruction.hpp"

namespace rocm_bindgen::emulator {

/// `name` is LLVM's name of the register: "VGPR8_VGPR9" is v[8:9]. The result's file is `none` for registers that are
/// not emulated.
Operand register_operand(std::string_view name);

}  // namespace rocm_bindgen::emulator
