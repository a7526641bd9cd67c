// The device's counters, which follow the host's clock.
#pragma once

#include <cstdint>

namespace rocm_bindgen::emulator {

/// The shader clock of a device of 1 GHz. A kernel that waits for a number of cycles therefore waits for about the
/// expected time.
std::uint64_t shader_cycles();

/// The constant clock of 100 MHz that S_MEMREALTIME reads.
std::uint64_t real_time();

}  // namespace rocm_bindgen::emulator
