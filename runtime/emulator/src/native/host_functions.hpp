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

/// A function above, and the name by which generated code refers to it.
struct HostFunction {
  const char* name;
  const void* address;
};
std::span<const HostFunction> host_functions();

}  // namespace rocm_bindgen::emulator
