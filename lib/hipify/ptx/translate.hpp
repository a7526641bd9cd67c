#pragma once

#include <optional>
#include <string>
#include <vector>

#include <llvm/ADT/StringRef.h>

#include "hipify/ptx/operands.hpp"

namespace rocm_bindgen::build {

/// A lambda in one line of C++ that does what the PTX does and takes the expressions of the operands, in their order;
/// nothing if any of the instructions is not known. The functions it calls are in
/// lib/cuda_compat/rocm_bindgen_compat/ptx/ptx.hpp.
std::optional<std::string> translate_ptx(llvm::StringRef text, const std::vector<AsmOperand>& operands);

}  // namespace rocm_bindgen::build
