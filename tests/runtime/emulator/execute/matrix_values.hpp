// Values for the tests of matrix instructions: small integers, as bits of each element type. All types represent them
// exactly, and sums of their products are exact in every order, so the tests do not depend on the order of additions.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/emulator/execute/narrow_floats.hpp"
#include "runtime/emulator/snippet.hpp"

namespace rocm_bindgen::emulator::expected {

enum class Element { f64, f32, xf32, f16, bf16, fp8, bf8, fp8_fnuz, bf8_fnuz, i8, u8, i4, u4, i32 };

inline unsigned bits_of(Element element) {
  switch (element) {
    case Element::f64:
      return 64;
    case Element::f32:
    case Element::xf32:
    case Element::i32:
      return 32;
    case Element::f16:
    case Element::bf16:
      return 16;
    case Element::i4:
    case Element::u4:
      return 4;
    default:
      return 8;
  }
}

/// The code of an integer of magnitude up to 4.
inline std::uint64_t small_float8(int value, int mantissa, int bias) {
  if (value == 0) return 0;
  const auto magnitude = static_cast<unsigned>(value < 0 ? -value : value);
  const int power = std::bit_width(magnitude) - 1;
  const auto fraction = (magnitude << mantissa >> power) & ((1u << mantissa) - 1);
  return (value < 0 ? 0x80u : 0u) | static_cast<unsigned>(power + bias) << mantissa | fraction;
}

/// The bits of an integer as an element.
inline std::uint64_t encoded(Element element, int value) {
  switch (element) {
    case Element::f64:
      return std::bit_cast<std::uint64_t>(static_cast<double>(value));
    case Element::f32:
    case Element::xf32:
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case Element::f16:
      return half(value);
    case Element::bf16:
      return brain(value);
    case Element::fp8:
      return small_float8(value, 3, 7);
    case Element::bf8:
      return small_float8(value, 2, 15);
    case Element::fp8_fnuz:
      return small_float8(value, 3, 8);
    case Element::bf8_fnuz:
      return small_float8(value, 2, 16);
    case Element::i8:
    case Element::u8:
      return static_cast<std::uint8_t>(value);
    case Element::i4:
    case Element::u4:
      return static_cast<std::uint8_t>(value) & 0xf;
    case Element::i32:
      return static_cast<std::uint32_t>(value);
  }
  return 0;
}

/// Returns a value that depends on each argument: from -3 to 3, or from 0 to 3 for unsigned types. Any other mixture of
/// the arguments would do.
inline int element_value(Element element, unsigned row, unsigned column, unsigned block, unsigned seed) {
  const bool has_sign = element != Element::u8 && element != Element::u4;
  const unsigned mixed = row * 29 + column * 53 + block * 71 + seed * 97 + row * column * 7;
  const int value = static_cast<int>((mixed ^ mixed >> 3) % 7) - 3;
  return has_sign ? value : std::abs(value);
}

/// Writes `bits` to element `n` of a lane's registers from `first` on. `row(reg)` returns the values of a register, one
/// per lane.
inline void place(std::function<std::uint32_t*(unsigned)> row, unsigned first, unsigned lane, unsigned n,
                  unsigned bit_count, std::uint64_t bits) {
  if (bit_count == 64) {
    row(first + 2 * n)[lane] = static_cast<std::uint32_t>(bits);
    row(first + 2 * n + 1)[lane] = static_cast<std::uint32_t>(bits >> 32);
    return;
  }
  const unsigned bit = n * bit_count;
  auto& dword = row(first + bit / 32)[lane];
  const auto mask = bit_count == 32 ? ~0u : ((1u << bit_count) - 1) << bit % 32;
  dword = (dword & ~mask) | static_cast<std::uint32_t>(bits << bit % 32);
}

/// Reads what place() writes.
inline std::uint64_t taken(std::function<std::uint32_t*(unsigned)> row, unsigned first, unsigned lane, unsigned n,
                           unsigned bit_count) {
  if (bit_count == 64) return row(first + 2 * n)[lane] | std::uint64_t{row(first + 2 * n + 1)[lane]} << 32;
  const unsigned bit = n * bit_count;
  const auto mask = bit_count == 32 ? ~0u : (1u << bit_count) - 1;
  return row(first + bit / 32)[lane] >> bit % 32 & mask;
}

}  // namespace rocm_bindgen::emulator::expected
