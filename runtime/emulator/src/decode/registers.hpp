// LLVM's registers as operands.
#pragma once

#include <string_view>

#include "machine/instruction.hpp"

namespace rocm_bindgen::emulator {

/// By LLVM's name: "VGPR8_VGPR9" is v[8:9]. File `none` for names that stand for nothing we have.
Operand register_operand(std::string_view name);

}  // namespace rocm_bindgen::emulator
