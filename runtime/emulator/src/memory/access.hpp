// How memory is asked for, and which of the checks are made.
#pragma once

#include <cstdint>
#include <string>

namespace rocm_bindgen::emulator {

enum class Access : std::uint8_t { read, write, atomic };

/// What ROCM_BINDGEN_EMULATOR_CHECKS turns on.
struct Checks {
  bool bounds = true;
  bool race = false;
  bool uninit = false;
};

/// "0x7f0012345678"
std::string hexadecimal(std::uint64_t value);
/// "read", "write", "atomic"
const char* access_name(Access access);
/// "read of 4 bytes at 0x7f0012345678"
std::string describe(Access access, std::uint64_t bytes, std::uint64_t address);
/// "1 byte", "12 bytes"
std::string byte_count(std::uint64_t bytes);

}  // namespace rocm_bindgen::emulator
