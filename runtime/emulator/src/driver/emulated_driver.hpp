// The runtime's driver interface, implemented by an emulated device.
//
// The runtime has one interface, runtime::Driver, for AMD's driver, NVIDIA's driver and this library, so a program runs
// unchanged on the emulated device. The emulated device executes every operation immediately. Streams are needed only
// to record graphs, and waiting for a stream or an event returns immediately.
#pragma once

#include <memory>
#include <string>

#include "drivers/driver.hpp"

namespace rocm_bindgen::emulator {

/// Creates a driver with one device, whose target ID is `target` ("gfx90a", "gfx90a:sramecc+:xnack-"). `library` is the
/// path of the emulator's library, for messages. Throws std::runtime_error if the processor is not emulated, or if the
/// target ID or an environment variable is invalid.
std::unique_ptr<runtime::Driver> make_emulated_driver(const std::string& target, const std::string& library);

}  // namespace rocm_bindgen::emulator
