// The binary interface between the runtime and the emulator's shared library.
#pragma once

#include <cstddef>

#include "drivers/driver.hpp"

namespace rocm_bindgen::runtime {

/// The version of the interface, incremented whenever `Driver`, or a type that it uses, changes. Both libraries must
/// have been built with the same version.
constexpr unsigned kDriverInterface = 4;

constexpr const char* kEmulatorLibrary = "librocm_bindgen_emulator.so";
/// The name of the library's exported function, an `OpenEmulator`.
constexpr const char* kOpenEmulator = "rocm_bindgen_open_emulator";

/// Creates a driver with one device of target ID `target`; the caller deletes it. On failure, returns null and writes a
/// message of at most `message_size` bytes, including its terminating zero, to `message`.
using OpenEmulator = Driver* (*)(unsigned driver_interface, const char* target, char* message,
                                 std::size_t message_size);

}  // namespace rocm_bindgen::runtime
