#pragma once

#include <string>

#include "rocm_bindgen/runtime.hpp"

namespace gpu {

/// The device under test, opened once.
const rocm_bindgen::Device& device();

/// The bundled kernel with that name, from any module. The modules are read from the artifacts folder that the
/// environment variable ROCM_BINDGEN_GPU_KERNELS names. If it is not set, the folder is that of this build.
rocm_bindgen::Kernel bundled_kernel(const std::string& name);

/// The module that contains the kernel.
const rocm_bindgen::Module& module_of(const std::string& kernel);

}  // namespace gpu
