// Finds the kernel of a hipFunction_t. api/module.cpp, which keeps the valid handles, defines it for api/launch.cpp.
#pragma once

#include "program/code.hpp"

namespace rocm_bindgen::hip {

/// Throws Failure(hipErrorInvalidHandle) if the handle is not from hipModuleGetFunction() or its module was unloaded.
Kernel& kernel_of(hipFunction_t function);

}  // namespace rocm_bindgen::hip
