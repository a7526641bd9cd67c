// Finds the allocation that an address belongs to, and explains addresses that belong to none.
#pragma once

#include <cstdint>
#include <string>

#include "memory/allocation_list.hpp"

namespace rocm_bindgen::emulator {

/// Returns the first allocation that begins above the address; the end if there is none.
Allocations::const_iterator first_above(const Allocations& allocations, std::uint64_t address);

/// Returns the last allocation that begins at or below the address; null if there is none. The address may be after its
/// end.
const Allocation* find_allocation(const Allocations& allocations, std::uint64_t address);

/// Returns the allocation that contains the address or is nearest to it; null if none is near.
const Allocation* nearest_allocation(const Allocations& allocations, std::uint64_t address);

/// Returns the text "device allocation of 400 bytes" or "freed device allocation of 400 bytes".
std::string describe(const Allocation& allocation);

/// Explains why a range is not inside a live allocation: "12 bytes past the end of a device allocation of 400 bytes".
std::string explain_outside(const Allocations& allocations, std::uint64_t address, std::uint64_t bytes);

}  // namespace rocm_bindgen::emulator
