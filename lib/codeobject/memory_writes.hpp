#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// Those of the kernels with the symbols `kernels` whose code in an AMDGPU ELF image has no instruction that writes
/// memory other than LDS and scratch, no call and no trap. A kernel that is not in the image, or whose code LLVM cannot
/// decode, is none of them.
std::vector<std::string> kernels_without_writes(std::string_view image, const std::vector<std::string>& kernels);

}  // namespace rocm_bindgen::build
