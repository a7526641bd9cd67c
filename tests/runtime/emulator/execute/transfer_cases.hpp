// All loads and stores of the flat, global, scratch and buffer families, by their older names (gfx9, gfx10) and newer
// names (gfx11, gfx12), with the results that the host computes from the same bytes.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>

namespace rocm_bindgen::emulator {

inline bool has_newer_names(const std::string& processor) {
  return processor.substr(0, 5) == "gfx11" || processor.substr(0, 5) == "gfx12";
}

using Registers = std::array<std::uint32_t, 4>;

struct LoadCase {
  const char* older;
  const char* newer;
  unsigned dwords;  ///< the number of registers that it writes
  unsigned bytes;
  /// Returns the registers after the load. `at` is the address in memory, and `before` the previous value of the first
  /// register.
  Registers (*expected)(const std::uint8_t* at, std::uint32_t before);
};

struct StoreCase {
  const char* older;
  const char* newer;
  unsigned dwords;
  unsigned bytes;
  unsigned first_byte;  ///< the first byte of the registers that is stored
};

template <class Type>
Type bytes_at(const std::uint8_t* at) {
  Type value;
  std::memcpy(&value, at, sizeof(value));
  return value;
}

/// `count` dwords.
template <unsigned count>
Registers whole(const std::uint8_t* at, std::uint32_t) {
  Registers result{};
  std::memcpy(result.data(), at, 4 * count);
  return result;
}
/// A value of `Type`, extended to a dword.
template <class Type>
Registers widened(const std::uint8_t* at, std::uint32_t) {
  return {static_cast<std::uint32_t>(static_cast<int>(bytes_at<Type>(at)))};
}
/// A value of `Type`, extended to 16 bits and written to one half of the register.
template <class Type>
Registers low_half(const std::uint8_t* at, std::uint32_t before) {
  return {before / 0x10000 * 0x10000 + (static_cast<std::uint32_t>(static_cast<int>(bytes_at<Type>(at))) & 0xffff)};
}
template <class Type>
Registers high_half(const std::uint8_t* at, std::uint32_t before) {
  return {before % 0x10000 + static_cast<std::uint32_t>(static_cast<int>(bytes_at<Type>(at))) * 0x10000};
}

constexpr LoadCase kLoads[] = {
    {"load_dword", "load_b32", 1, 4, whole<1>},
    {"load_dwordx2", "load_b64", 2, 8, whole<2>},
    {"load_dwordx3", "load_b96", 3, 12, whole<3>},
    {"load_dwordx4", "load_b128", 4, 16, whole<4>},
    {"load_ubyte", "load_u8", 1, 1, widened<std::uint8_t>},
    {"load_sbyte", "load_i8", 1, 1, widened<std::int8_t>},
    {"load_ushort", "load_u16", 1, 2, widened<std::uint16_t>},
    {"load_sshort", "load_i16", 1, 2, widened<std::int16_t>},
    {"load_ubyte_d16", "load_d16_u8", 1, 1, low_half<std::uint8_t>},
    {"load_ubyte_d16_hi", "load_d16_hi_u8", 1, 1, high_half<std::uint8_t>},
    {"load_sbyte_d16", "load_d16_i8", 1, 1, low_half<std::int8_t>},
    {"load_sbyte_d16_hi", "load_d16_hi_i8", 1, 1, high_half<std::int8_t>},
    {"load_short_d16", "load_d16_b16", 1, 2, low_half<std::uint16_t>},
    {"load_short_d16_hi", "load_d16_hi_b16", 1, 2, high_half<std::uint16_t>},
};

constexpr StoreCase kStores[] = {
    {"store_dword", "store_b32", 1, 4, 0},
    {"store_dwordx2", "store_b64", 2, 8, 0},
    {"store_dwordx3", "store_b96", 3, 12, 0},
    {"store_dwordx4", "store_b128", 4, 16, 0},
    {"store_byte", "store_b8", 1, 1, 0},
    {"store_short", "store_b16", 1, 2, 0},
    {"store_byte_d16_hi", "store_d16_hi_b8", 1, 1, 2},
    {"store_short_d16_hi", "store_d16_hi_b16", 1, 2, 2},
};

template <class Case>
std::string name_of(const Case& transfer, const std::string& processor) {
  return has_newer_names(processor) ? transfer.newer : transfer.older;
}

/// Formats registers: "v10" or "v[10:13]".
inline std::string registers(unsigned first, unsigned count) {
  if (count == 1) return "v" + std::to_string(first);
  return "v[" + std::to_string(first) + ":" + std::to_string(first + count - 1) + "]";
}

/// Returns bytes that have both signs at every position of a value.
inline std::uint8_t pattern(std::size_t n) {
  return static_cast<std::uint8_t>(n * 37 + n / 7 * 101 + 0x81);
}

inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

constexpr const char* kProcessors[] = {"gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"};

}  // namespace rocm_bindgen::emulator
