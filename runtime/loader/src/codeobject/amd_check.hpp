// The check of AMDGPU code objects.
#pragma once

#include <string_view>

#include "codeobject/target_id.hpp"
#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// Source: LLVM's AMDGPUUsage, "ELF Code Object" and "Kernel Descriptor"; versions 4 to 6 of it.
/// Throws Error(bad_code_object).
void check_amd(std::string_view image, const TargetId& target, const CodeObject& described, const Module& module);

}  // namespace rocm_bindgen::runtime
