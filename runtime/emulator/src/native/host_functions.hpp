// Functions that generated code calls. None of them throws.
#pragma once

#include <cstdint>
#include <span>

#include "machine/instruction.hpp"
#include "native/context.hpp"

namespace rocm_bindgen::emulator {

/// Executes the instruction. If its handler throws, the exception is stored in the context and the result is false.
bool call_handler_from_native(NativeContext* context, const Instruction* instruction);

/// Sets the entry `site` of the context's ranges to the allocation with these bytes. Returns false if there is none, or
/// if accesses to it need other checks than that of its bounds.
bool find_native_range(NativeContext* context, std::uint32_t site, std::uint64_t address, std::uint64_t bytes,
                       bool writes);

/// Loads `bytes` bytes for each lane of the mask. The dwords of a lane are written to `out` in rows of kMaxLanes.
/// Returns false, without an effect, if an address may not be accessed.
bool load_lanes(NativeContext* context, std::uint32_t site, std::uint32_t bytes, std::uint64_t mask,
                const std::uint64_t* addresses, std::uint32_t* out);
/// Stores the low `bytes` bytes of each lane of the mask, in the order of lanes.
bool store_lanes(NativeContext* context, std::uint32_t site, std::uint32_t bytes, std::uint64_t mask,
                 const std::uint64_t* addresses, const std::uint32_t* in);
/// The same for LDS. Addresses are offsets.
bool load_local_lanes(NativeContext* context, std::uint32_t bytes, std::uint64_t mask, const std::uint32_t* addresses,
                      std::uint32_t* out);
bool store_local_lanes(NativeContext* context, std::uint32_t bytes, std::uint64_t mask, const std::uint32_t* addresses,
                       const std::uint32_t* in);
/// Stores two values for each lane: the first rows of `in` to the lane's address plus `first`, then the other rows to
/// its address plus `second`. Both addresses are checked before anything is stored.
bool store_two_local_lanes(NativeContext* context, std::uint32_t bytes, std::uint64_t mask,
                           const std::uint32_t* addresses, std::uint32_t first, std::uint32_t second,
                           const std::uint32_t* in);

/// Writes the dword of each lane of the mask to the lane that its address selects, as DS_PERMUTE_B32 does. Lanes to
/// which no lane writes get 0.
void permute_lanes(NativeContext* context, std::uint64_t mask, const std::uint32_t* addresses, const std::uint32_t* in,
                   std::uint32_t* out);

/// A function above, and the name by which generated code refers to it.
struct HostFunction {
  const char* name;
  const void* address;
};
std::span<const HostFunction> host_functions();

}  // namespace rocm_bindgen::emulator
