#pragma once

#include <memory>
#include <vector>

#include "drivers/driver.hpp"
#include "drivers/shared_library.hpp"

namespace rocm_bindgen::runtime {

/// Where libcuda may be: ROCM_BINDGEN_CUDA_LIBRARY alone if it is set; else what the dynamic linker finds.
std::vector<std::string> cuda_library_candidates();

/// The driver over an opened libcuda, initialised; devices are used through their primary contexts. Throws bad_driver
/// for a library that lacks functions, and what CUDA says where cuInit fails.
std::unique_ptr<Driver> open_nvidia_driver(const SharedLibrary& library);

}  // namespace rocm_bindgen::runtime
