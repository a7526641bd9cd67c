// LLVM's assembler, called in this process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rocm_bindgen::emulator {

/// Returns the bytes of the instructions, for waves of `lanes` (32 or 64) lanes. If they cannot be assembled, the test
/// fails with LLVM's message.
std::vector<std::uint8_t> assemble(const std::string& processor, const std::string& assembly, unsigned lanes);

}  // namespace rocm_bindgen::emulator
