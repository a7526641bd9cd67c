// Whether a kernel's code can change global memory with atomic instructions.
#pragma once

#include <cstdint>

#include "decode/disassembler.hpp"

namespace rocm_bindgen::emulator {

/// Decodes the `bytes` bytes of code at `entry`. If that code calls functions or jumps through a register, or if
/// `bytes` is 0 because the size is unknown, all code in [begin, end) is decoded instead.
bool code_has_global_atomics(const Disassembler& disassembler, std::uint64_t entry, std::uint64_t bytes,
                             std::uint64_t begin, std::uint64_t end);

}  // namespace rocm_bindgen::emulator
