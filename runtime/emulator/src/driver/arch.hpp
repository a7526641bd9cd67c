// Completes the target ID that a user requests, to that of the emulated device.
#pragma once

#include <string>

#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

/// `asked` is the requested target ID: "gfx90a" or "gfx90a:xnack+". The result states each feature of the processor as
/// on or off. Features that `asked` leaves out have the settings of data centre GPUs: sramecc+ and xnack-. Throws
/// std::runtime_error if `asked` states a feature that the processor does not have.
std::string complete_arch(const std::string& asked, const Target& target);

}  // namespace rocm_bindgen::emulator
