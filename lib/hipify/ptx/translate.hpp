#pragma once

#include <optional>
#include <string>
#include <vector>

#include <llvm/ADT/StringRef.h>

#include "hipify/ptx/operands.hpp"

namespace rocm_bindgen::build {

/// Translates PTX to a lambda on one line, to be called with the expressions of the asm operands in their order.
/// Returns nothing if any instruction is unknown. The functions that the lambda calls are in
/// lib/cuda_compat/rocm_bindgen_compat/ptx/ptx.hpp.
///
/// The lambda form lets the operands' expressions stay where they are in the text: they become the call's arguments.
std::optional<std::string> translate_ptx(llvm::StringRef text, const std::vector<AsmOperand>& operands);

}  // namespace rocm_bindgen::build
