// Which allocation an address belongs to, and what to say of one that belongs to none.
#pragma once

#include "memory/address_space.hpp"

namespace rocm_bindgen::emulator {

/// The last allocation that begins at or below the address; null if there is none.
const Allocation* find_allocation(const AllocationList& allocations, std::uint64_t address);

/// The one that an address is in, or else close to; null if that is none.
const Allocation* nearest_allocation(const AllocationList& allocations, std::uint64_t address);

/// "device allocation of 400 bytes"; "freed device allocation of 400 bytes"
std::string describe(const Allocation& allocation);

/// Why a range is not inside a live allocation: "12 bytes past the end of a device allocation of 400 bytes".
std::string explain_outside(const AllocationList& allocations, std::uint64_t address, std::uint64_t bytes);

}  // namespace rocm_bindgen::emulator
