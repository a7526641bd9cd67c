#pragma once

#include <memory>

#include "drivers/driver.hpp"
#include "drivers/shared_library.hpp"

namespace rocm_bindgen::runtime {

/// Where libamdhip64 may be, best first: ROCM_BINDGEN_HIP_LIBRARY alone if it is set; else one that the process has
/// loaded already, $ROCM_PATH/lib, what the dynamic linker finds (versioned sonames newest first), /opt/rocm/lib.
std::vector<std::string> hip_library_candidates();

/// The driver over an opened libamdhip64, initialised. Throws bad_driver for a library that lacks functions or is older
/// than HIP 5.0, and what HIP says where hipInit fails.
std::unique_ptr<Driver> open_amd_driver(const SharedLibrary& library);

}  // namespace rocm_bindgen::runtime
