// Is an image what its description says? Asked before any driver sees it: drivers are given no size and trust it.
#pragma once

#include <string_view>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// `image` is the decoded code object that `described` of `module` stands for. Checks every table that a driver's
/// loader follows, the target and the presence of all kernels of the module; machine code itself is not looked at.
/// Throws Error(bad_code_object) saying what is wrong and where. Images need not be aligned.
void check_code_object(std::string_view image, const CodeObject& described, const Module& module);

}  // namespace rocm_bindgen::runtime
