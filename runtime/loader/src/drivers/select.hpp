#pragma once

#include <memory>

#include "drivers/driver.hpp"

namespace rocm_bindgen::runtime {

/// The driver that ROCM_BINDGEN_DRIVER names ("amd", "nvidia", "emulated:TARGET"), or else the first of amd and nvidia
/// that has a device; an AMD driver without devices if that is all there is. Throws no_driver with every library that
/// was looked for and why it was not it, bad_driver, or what initialising the driver gave.
std::shared_ptr<Driver> open_driver();

}  // namespace rocm_bindgen::runtime
