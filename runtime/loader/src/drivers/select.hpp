#pragma once

#include <memory>

#include "drivers/driver.hpp"

namespace rocm_bindgen::runtime {

/// Opens the driver that ROCM_BINDGEN_DRIVER names ("amd", "nvidia", "emulated:TARGET"), or else the first of amd and
/// nvidia that has a device; if none has one, a driver without devices is returned. Throws Error: no_driver with every
/// library that was tried and why it was not used, bad_driver, or what initialising the driver reported.
std::shared_ptr<Driver> open_driver();

}  // namespace rocm_bindgen::runtime
