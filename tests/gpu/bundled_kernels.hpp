#pragma once

#include <string>

#include "rocm_bindgen/runtime.hpp"

namespace gpu {

/// The device under test, opened once.
const rocm_bindgen::Device& device();

/// The bundled kernel with that name, from any module. The artifacts are those in the folder that the environment
/// variable ROCM_BINDGEN_GPU_KERNELS names.
rocm_bindgen::Kernel bundled_kernel(const std::string& name);

/// The module that contains the kernel.
const rocm_bindgen::Module& module_of(const std::string& kernel);

}  // namespace gpu
