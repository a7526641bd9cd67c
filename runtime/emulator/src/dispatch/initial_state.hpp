// The registers that a wave starts with (AMDGPUUsage, "Initial Kernel Execution State").
#pragma once

#include <cstdint>

#include "dispatch/dispatch.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// `size`: work-items of this workgroup, which is smaller than the dispatch's where the grid ends.
void set_initial_state(Wave& wave, const Dispatch& dispatch, const Sizes& workgroup, const Sizes& size);

/// The work-item of a lane.
Sizes work_item(const Wave& wave, unsigned lane, const Sizes& size);

}  // namespace rocm_bindgen::emulator
