// The target ID of the device itself.
#pragma once

#include <string>

#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

/// What was asked for, "gfx90a" or "gfx90a:xnack+", with each feature that the processor has on or off: as data centre
/// GPUs are shipped where nothing else is said. Throws std::runtime_error for features that it has not.
std::string complete_arch(const std::string& asked, const Target& target);

}  // namespace rocm_bindgen::emulator
