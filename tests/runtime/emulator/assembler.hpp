// LLVM's assembler, in process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rocm_bindgen::emulator {

/// The bytes of the instructions. Fails the test, with LLVM's message, for what cannot be assembled.
std::vector<std::uint8_t> assemble(const std::string& processor, const std::string& assembly, unsigned lanes);

}  // namespace rocm_bindgen::emulator
