#pragma once

#include <memory>

#include "drivers/driver.hpp"

namespace rocm_bindgen::runtime {

/// Opens the driver that ROCM_BINDGEN_DRIVER names ("amd", "nvidia", "emulated:TARGET"). If the variable is not set,
/// opens the first of amd and nvidia that has a device, or else one that could be opened but has no device.
///
/// Throws Error with one of these codes:
/// - bad_argument if the variable names no driver;
/// - no_driver if no library can be opened; the message lists the libraries that were tried, each with the reason;
/// - bad_driver if a library is too old, lacks functions, or cannot emulate the target;
/// - no_device, or another code, if the driver reports an error when it is initialised.
std::shared_ptr<Driver> open_driver();

}  // namespace rocm_bindgen::runtime
