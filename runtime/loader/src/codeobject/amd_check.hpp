// The check of AMDGPU code objects.
#pragma once

#include <string_view>

#include "codeobject/target_id.hpp"
#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// Checks the AMDGPU image `image`, which is the decoded `code_object` of `module`, against its target and its module.
/// Source: LLVM's AMDGPUUsage, "ELF Code Object" and "Kernel Descriptor", code object versions 4 to 6. Throws
/// Error(bad_code_object).
void check_amd(std::string_view image, const TargetId& target, const CodeObject& code_object, const Module& module);

}  // namespace rocm_bindgen::runtime
