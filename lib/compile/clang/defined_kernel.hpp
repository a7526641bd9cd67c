#pragma once

#include <llvm/IR/Function.h>

namespace rocm_bindgen::build {

/// Whether `function` is a kernel that this module defines.
inline bool is_defined_kernel(const llvm::Function& function) {
  return !function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::AMDGPU_KERNEL;
}

}  // namespace rocm_bindgen::build
