// DS instructions that move data between lanes: they go through the LDS hardware but touch no memory.
#pragma once

#include "execute/operation_table.hpp"

namespace rocm_bindgen::emulator {

void add_lane_swizzles(OperationTable& table);

}  // namespace rocm_bindgen::emulator
