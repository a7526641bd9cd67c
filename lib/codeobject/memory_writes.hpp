#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// Returns those of `kernels` (symbols) whose code in an AMDGPU ELF image has no instruction that writes memory other
/// than LDS and scratch, no call and no trap. A kernel that is not in the image, or whose code LLVM cannot decode, is
/// not returned.
std::vector<std::string> kernels_without_writes(std::string_view image, const std::vector<std::string>& kernels);

}  // namespace rocm_bindgen::build
