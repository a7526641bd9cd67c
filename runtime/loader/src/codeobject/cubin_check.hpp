// The check of NVIDIA's cubins.
#pragma once

#include <string_view>

#include "codeobject/target_id.hpp"
#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// Source: there is no public description; LLVM's BinaryFormat/ELF.h has the header's numbers ("EF_CUDA_SM"), nvcc 12
/// and 13 write them. Throws Error(bad_code_object).
void check_cubin(std::string_view image, const TargetId& target, const CodeObject& described, const Module& module);

}  // namespace rocm_bindgen::runtime
