// DS instructions that move data between lanes. They use the LDS hardware but do not access memory.
#pragma once

#include "execute/operation_table.hpp"
#include "machine/target.hpp"

namespace rocm_bindgen::emulator {

/// Returns the lane that `lane` reads in DS_SWIZZLE_B32, whose offset is `mode`.
unsigned swizzle_source(unsigned mode, unsigned lane);

/// Returns the number of lanes among which DS_PERMUTE_B32 and DS_BPERMUTE_B32 exchange data: those of the wave or, on
/// gfx10 and gfx11, of each group of 32 lanes.
unsigned permuted_lanes(const Target& target, unsigned lanes);

/// Adds DS_SWIZZLE_B32, DS_PERMUTE_B32 and DS_BPERMUTE_B32 to the table.
void add_lane_swizzles(OperationTable& table);

}  // namespace rocm_bindgen::emulator
