#pragma once

#include <memory>
#include <string>
#include <vector>

#include "drivers/driver.hpp"

namespace rocm_bindgen::runtime {

/// The folder of the library or program that this function is linked into, with a slash at its end; empty if the
/// dynamic linker does not report it.
std::string own_folder();

/// The emulated device of target ID `target`. Its library is the one that ROCM_BINDGEN_EMULATOR_LIBRARY names, or else
/// the first one in `folders`, each with a slash at its end, or that the dynamic linker finds. Throws no_driver naming
/// all that was tried, or bad_driver.
std::unique_ptr<Driver> open_emulator(const std::string& target, const std::vector<std::string>& folders);

}  // namespace rocm_bindgen::runtime
