// The initial registers of a wave (AMDGPUUsage, "Initial Kernel Execution State").
#pragma once

#include <cstdint>

#include "dispatch/dispatch.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// Sets the registers, the mode and the program counter of a wave whose registers are all 0. `workgroup` is the index
/// of the workgroup. `size` is its size in work-items, which at the end of the grid may be smaller than that of the
/// dispatch.
void set_initial_state(Wave& wave, const Dispatch& dispatch, const Sizes& workgroup, const Sizes& size);

/// Returns the work-item ID of a lane.
Sizes work_item(const Wave& wave, unsigned lane, const Sizes& size);

}  // namespace rocm_bindgen::emulator
