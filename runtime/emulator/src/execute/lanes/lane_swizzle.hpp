// DS instructions that move data between lanes. They use the LDS hardware but do not access memory.
#pragma once

#include "execute/operation_table.hpp"

namespace rocm_bindgen::emulator {

/// Adds DS_SWIZZLE_B32, DS_PERMUTE_B32 and DS_BPERMUTE_B32 to the table.
void add_lane_swizzles(OperationTable& table);

}  // namespace rocm_bindgen::emulator
