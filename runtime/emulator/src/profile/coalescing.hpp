// How many sectors of global memory one instruction touches.
//
// A sector is an aligned block of 64 or 128 bytes: the sizes of the cache lines of AMD's devices. Each instruction is
// considered by itself: a sector that a lane touches is transferred once for all lanes of the instruction, and again
// for the next instruction. Caches may save some of these transfers, which the profile does not model.
#pragma once

#include <span>

#include "memory/access_log.hpp"
#include "profile/counts.hpp"

namespace rocm_bindgen::emulator {

/// Adds the accesses of this kind to global memory that one instruction has made. Accesses by scalar instructions are
/// left out.
void count_global(std::span<const AccessLog::Entry> entries, Access access, GlobalTraffic& traffic);

}  // namespace rocm_bindgen::emulator
