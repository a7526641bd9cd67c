#include "memory/access.hpp"

#include <array>
#include <charconv>

namespace rocm_bindgen::emulator {

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

const char* access_name(Access access) {
  switch (access) {
    case Access::read:
      return "read";
    case Access::write:
      return "write";
    case Access::atomic:
      break;
  }
  return "atomic";
}

std::string byte_count(std::uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string describe(Access access, std::uint64_t bytes, std::uint64_t address) {
  return std::string(access_name(access)) + " of " + byte_count(bytes) + " at " + hexadecimal(address);
}

}  // namespace rocm_bindgen::emulator
