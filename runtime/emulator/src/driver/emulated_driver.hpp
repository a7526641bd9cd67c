// The runtime's driver interface over an emulated device.
#pragma once

#include <memory>
#include <string>

#include "drivers/driver.hpp"

namespace rocm_bindgen::emulator {

/// One device of target ID `target` ("gfx90a", "gfx90a:sramecc+:xnack-"). Throws std::runtime_error.
std::unique_ptr<runtime::Driver> make_emulated_driver(const std::string& target, const std::string& library);

}  // namespace rocm_bindgen::emulator
