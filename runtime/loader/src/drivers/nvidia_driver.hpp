#pragma once

#include <memory>
#include <vector>

#include "drivers/driver.hpp"
#include "drivers/shared_library.hpp"

namespace rocm_bindgen::runtime {

/// The names by which to open libcuda: the path in ROCM_BINDGEN_CUDA_LIBRARY if that is set, otherwise `libcuda.so.1`,
/// for which the dynamic linker searches.
std::vector<std::string> cuda_library_candidates();

/// Initialises the driver of an opened libcuda. Devices are used through their primary contexts. Throws Error:
/// bad_driver if the library lacks functions, or what CUDA reports if cuInit fails.
std::unique_ptr<Driver> open_nvidia_driver(const SharedLibrary& library);

}  // namespace rocm_bindgen::runtime
