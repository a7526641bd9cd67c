#pragma once

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// Emitted modules are whole; those that a program puts together itself may lack parts. Throws Error(bad_argument) that
/// names a pointer which is null though its count is not 0, or a text that is null.
void check_module(const Module& module);

}  // namespace rocm_bindgen::runtime
