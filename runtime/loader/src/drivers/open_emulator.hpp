// Finds and opens the emulator's library. The loader and the libamdhip64 of the emulated device (runtime/hip) use it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "drivers/driver.hpp"

namespace rocm_bindgen::runtime {

/// The folder of the library or program that contains this function, with a slash at its end. Empty if the dynamic
/// linker does not report it.
std::string own_folder();

/// Opens the emulated device with the target ID `target`. The emulator's library is the file that the environment
/// variable ROCM_BINDGEN_EMULATOR_LIBRARY names. If that is not set, the library is the first one that is found in
/// `folders` (each with a slash at its end) or by the dynamic linker. Throws no_driver, with all names that were tried,
/// if no library can be opened, and bad_driver if the library is of another version or cannot emulate the target.
std::unique_ptr<Driver> open_emulator(const std::string& target, const std::vector<std::string>& folders);

}  // namespace rocm_bindgen::runtime
