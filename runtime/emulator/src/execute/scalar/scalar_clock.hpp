// The device's counters.
#pragma once

#include <cstdint>

namespace rocm_bindgen::emulator {

/// Of the shader clock: a device of 1 GHz. Kernels that wait for a number of cycles end in about the time they expect.
std::uint64_t shader_cycles();

/// S_MEMREALTIME's constant clock of 100 MHz.
std::uint64_t real_time();

}  // namespace rocm_bindgen::emulator
