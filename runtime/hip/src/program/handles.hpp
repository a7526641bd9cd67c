// From handles that a program holds to what they are.
#pragma once

#include "program/code.hpp"

namespace rocm_bindgen::hip {

/// Throws Failure(hipErrorInvalidHandle) for what hipModuleGetFunction() did not give.
Kernel& kernel_of(hipFunction_t function);

}  // namespace rocm_bindgen::hip
