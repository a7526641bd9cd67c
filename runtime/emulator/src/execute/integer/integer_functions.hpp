// Bit operations on host integers that scalar and vector instructions share. They are defined for all inputs, unlike
// C++'s shifts.
#pragma once

#include <bit>
#include <climits>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace rocm_bindgen::emulator::integer {

template <class Integer>
constexpr unsigned kBits = sizeof(Integer) * CHAR_BIT;

/// The device uses only as many bits of a shift count as the width needs, so a count equal to the width is a count of
/// 0.
template <std::integral Integer>
constexpr unsigned shift_count(std::uint32_t count) {
  return count & (kBits<Integer> - 1);
}

template <std::unsigned_integral Integer>
constexpr Integer shift_left(Integer value, std::uint32_t count) {
  return static_cast<Integer>(value << shift_count<Integer>(count));
}

/// Arithmetic for signed types, logical for unsigned types.
template <std::integral Integer>
constexpr Integer shift_right(Integer value, std::uint32_t count) {
  return static_cast<Integer>(value >> shift_count<Integer>(count));
}

/// Returns a value whose lowest `width` bits are set. All bits are set if `width` is at least the type's width.
template <std::unsigned_integral Integer>
constexpr Integer low_mask(unsigned width) {
  return width >= kBits<Integer> ? static_cast<Integer>(~Integer{0})
                                 : static_cast<Integer>((Integer{1} << width) - Integer{1});
}

/// Returns the `width` bits from bit `offset` on, sign-extended if the type is signed. Bits beyond the type are copies
/// of the sign, or 0 if the type is unsigned.
template <std::integral Integer>
constexpr Integer extract(Integer value, std::uint32_t offset, unsigned width) {
  const auto shifted = shift_right(value, offset);
  if (width == 0) return 0;
  if (width >= kBits<Integer>) return shifted;
  const auto unused = kBits<Integer> - width;
  using Unsigned = std::make_unsigned_t<Integer>;
  return static_cast<Integer>(static_cast<Integer>(static_cast<Unsigned>(shifted) << unused) >> unused);
}

/// Reverses the order of bits by swapping neighbouring groups of halving size.
template <std::unsigned_integral Integer>
constexpr Integer reversed(Integer value) {
  Integer mask = static_cast<Integer>(~Integer{0});
  for (unsigned shift = kBits<Integer> / 2; shift > 0; shift /= 2) {
    mask = static_cast<Integer>(mask ^ (mask << shift));
    value = static_cast<Integer>((value >> shift & mask) | ((value << shift) & static_cast<Integer>(~mask)));
  }
  return value;
}

/// Returns the number of zeros above the highest set bit, or -1 if no bit is set.
template <std::unsigned_integral Integer>
constexpr std::uint32_t leading_zeros(Integer value) {
  return value == 0 ? ~0u : static_cast<std::uint32_t>(std::countl_zero(value));
}

/// Returns the number of zeros below the lowest set bit, or -1 if no bit is set.
template <std::unsigned_integral Integer>
constexpr std::uint32_t trailing_zeros(Integer value) {
  return value == 0 ? ~0u : static_cast<std::uint32_t>(std::countr_zero(value));
}

/// Returns the distance from the top to the first bit that differs from the sign, or -1 if there is none.
template <std::signed_integral Integer>
constexpr std::uint32_t leading_signs(Integer value) {
  using Unsigned = std::make_unsigned_t<Integer>;
  return leading_zeros(static_cast<Unsigned>(value < 0 ? ~value : value));
}

}  // namespace rocm_bindgen::emulator::integer
