// Whether code can change global memory with atomic instructions.
#pragma once

#include <cstdint>

#include "decode/disassembler.hpp"

namespace rocm_bindgen::emulator {

/// Looks at `bytes` of code from `entry` on; where that calls or jumps by register, or its size is not known, at all
/// code in [begin, end).
bool code_has_global_atomics(const Disassembler& disassembler, std::uint64_t entry, std::uint64_t bytes,
                             std::uint64_t begin, std::uint64_t end);

}  // namespace rocm_bindgen::emulator
