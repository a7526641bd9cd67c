// The kinds of memory access, the checks of accesses, and texts for the messages about them.
#pragma once

#include <cstdint>
#include <string>

namespace rocm_bindgen::emulator {

enum class Access : std::uint8_t { read, write, atomic };

/// The checks that ROCM_BINDGEN_EMULATOR_CHECKS selects. docs/emulator.md documents what each reports.
struct Checks {
  bool bounds = true;
  bool race = false;
  bool uninit = false;
};

/// Formats an address or offset: "0x7f0012345678".
std::string hexadecimal(std::uint64_t value);
/// Returns "read", "write" or "atomic".
const char* access_name(Access access);
/// Returns a description of an access: "read of 4 bytes at 0x7f0012345678".
std::string describe(Access access, std::uint64_t bytes, std::uint64_t address);
/// Returns "1 byte" or "12 bytes".
std::string byte_count(std::uint64_t bytes);

}  // namespace rocm_bindgen::emulator
