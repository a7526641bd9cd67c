// Bit operations on host integers that scalar and vector instructions share, defined for every input.
#pragma once

#include <bit>
#include <climits>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace rocm_bindgen::emulator::integer {

template <class Integer>
constexpr unsigned kBits = sizeof(Integer) * CHAR_BIT;

/// Shifts take as many bits of their count as the width needs, so that a count of the width is one of 0.
template <std::integral Integer>
constexpr unsigned shift_count(std::uint32_t count) {
  return count & (kBits<Integer> - 1);
}

template <std::unsigned_integral Integer>
constexpr Integer shift_left(Integer value, std::uint32_t count) {
  return static_cast<Integer>(value << shift_count<Integer>(count));
}

/// Arithmetic for signed types, logical for unsigned ones.
template <std::integral Integer>
constexpr Integer shift_right(Integer value, std::uint32_t count) {
  return static_cast<Integer>(value >> shift_count<Integer>(count));
}

/// The lowest `width` bits set; all of them from the type's width on.
template <std::unsigned_integral Integer>
constexpr Integer low_mask(unsigned width) {
  return width >= kBits<Integer> ? static_cast<Integer>(~Integer{0})
                                 : static_cast<Integer>((Integer{1} << width) - Integer{1});
}

/// `width` bits from bit `offset` on, extended as the type is signed. What lies beyond the type is its sign, or 0.
template <std::integral Integer>
constexpr Integer extract(Integer value, std::uint32_t offset, unsigned width) {
  const auto shifted = shift_right(value, offset);
  if (width == 0) return 0;
  if (width >= kBits<Integer>) return shifted;
  const auto unused = kBits<Integer> - width;
  using Unsigned = std::make_unsigned_t<Integer>;
  return static_cast<Integer>(static_cast<Integer>(static_cast<Unsigned>(shifted) << unused) >> unused);
}

/// Swaps neighbours of 1, 2, 4, ... bits.
template <std::unsigned_integral Integer>
constexpr Integer reversed(Integer value) {
  Integer mask = static_cast<Integer>(~Integer{0});
  for (unsigned shift = kBits<Integer> / 2; shift > 0; shift /= 2) {
    mask = static_cast<Integer>(mask ^ (mask << shift));
    value = static_cast<Integer>((value >> shift & mask) | ((value << shift) & static_cast<Integer>(~mask)));
  }
  return value;
}

/// Position of the first set bit from the top, or -1.
template <std::unsigned_integral Integer>
constexpr std::uint32_t leading_zeros(Integer value) {
  return value == 0 ? ~0u : static_cast<std::uint32_t>(std::countl_zero(value));
}

/// Position of the first set bit from the bottom, or -1.
template <std::unsigned_integral Integer>
constexpr std::uint32_t trailing_zeros(Integer value) {
  return value == 0 ? ~0u : static_cast<std::uint32_t>(std::countr_zero(value));
}

/// Position from the top of the first bit that differs from the sign, or -1.
template <std::signed_integral Integer>
constexpr std::uint32_t leading_signs(Integer value) {
  using Unsigned = std::make_unsigned_t<Integer>;
  return leading_zeros(static_cast<Unsigned>(value < 0 ? ~value : value));
}

}  // namespace rocm_bindgen::emulator::integer
