#pragma once

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// Checks the pointers of a module. Emitted modules are always valid, but a program may also build a Module itself.
/// Throws Error(bad_argument) naming a text that is null, or a list that is null although its count is not 0.
void check_module(const Module& module);

}  // namespace rocm_bindgen::runtime
