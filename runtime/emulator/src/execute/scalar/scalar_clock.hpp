// The device's counters, which follow the host's clock.
#pragma once

#include <cstdint>

namespace rocm_bindgen::emulator {

/// The shader clock of a device of 1 GHz. A kernel that waits for a number of cycles therefore waits for about the
/// expected time.
std::uint64_t shader_cycles();

/// The clock that S_MEMREALTIME reads. Its frequency is constant: 100 MHz, or 25 MHz if it is `slow`.
std::uint64_t real_time(bool slow = false);

}  // namespace rocm_bindgen::emulator
