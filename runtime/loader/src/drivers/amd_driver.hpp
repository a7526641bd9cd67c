#pragma once

#include <memory>

#include "drivers/driver.hpp"
#include "drivers/shared_library.hpp"

namespace rocm_bindgen::runtime {

/// The paths where libamdhip64 may be, in order of preference. If ROCM_BINDGEN_HIP_LIBRARY is set, it is the only one.
/// Otherwise: a library that the process has already loaded, $ROCM_PATH/lib, what the dynamic linker finds (versioned
/// sonames, newest first), and /opt/rocm/lib.
std::vector<std::string> hip_library_candidates();

/// Initialises the driver of an opened libamdhip64. Throws Error: bad_driver if the library lacks functions or is older
/// than HIP 5.0, or what HIP reports if hipInit fails.
std::unique_ptr<Driver> open_amd_driver(const SharedLibrary& library);

}  // namespace rocm_bindgen::runtime
