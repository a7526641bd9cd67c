// What the runtime and the emulator's shared library must agree on.
#pragma once

#include <cstddef>

#include "drivers/driver.hpp"

namespace rocm_bindgen::runtime {

/// Raised whenever `Driver` or what it refers to changes: both libraries must have been built with the same.
constexpr unsigned kDriverInterface = 3;

constexpr const char* kEmulatorLibrary = "librocm_bindgen_emulator.so";
/// The name under which the library exports an `OpenEmulator`.
constexpr const char* kOpenEmulator = "rocm_bindgen_open_emulator";

/// Makes a driver with one device of target ID `target`, which the caller deletes. On failure returns null and puts a
/// message of at most `message_size` bytes, its terminating zero included, into `message`.
using OpenEmulator = Driver* (*)(unsigned driver_interface, const char* target, char* message,
                                 std::size_t message_size);

}  // namespace rocm_bindgen::runtime
