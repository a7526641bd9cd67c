// Finds the allocation that an address belongs to, and explains addresses that belong to none.
#pragma once

#include "memory/address_space.hpp"

namespace rocm_bindgen::emulator {

/// Returns the last allocation that begins at or below the address; null if there is none. The address may be after its
/// end.
const Allocation* find_allocation(const AllocationList& allocations, std::uint64_t address);

/// Returns the allocation that contains the address or is nearest to it; null if none is near.
const Allocation* nearest_allocation(const AllocationList& allocations, std::uint64_t address);

/// Returns the text "device allocation of 400 bytes" or "freed device allocation of 400 bytes".
std::string describe(const Allocation& allocation);

/// Explains why a range is not inside a live allocation: "12 bytes past the end of a device allocation of 400 bytes".
std::string explain_outside(const AllocationList& allocations, std::uint64_t address, std::uint64_t bytes);

}  // namespace rocm_bindgen::emulator
