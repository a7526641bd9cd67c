// The check of NVIDIA's cubins.
#pragma once

#include <string_view>

#include "codeobject/target_id.hpp"
#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// Checks the cubin `image`, which is the decoded `code_object` of `module`, against its target and its module. The
/// format has no public description: LLVM's BinaryFormat/ELF.h documents the numbers in the header ("EF_CUDA_SM"), the
/// rest is what nvcc 12 and 13 write. Throws Error(bad_code_object).
void check_cubin(std::string_view image, const TargetId& target, const CodeObject& code_object, const Module& module);

}  // namespace rocm_bindgen::runtime
