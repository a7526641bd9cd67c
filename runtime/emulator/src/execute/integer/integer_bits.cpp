// Vector logic, shifts, bit fields and counts (RDNA 3 ISA, 16.7 "VOP2 Instructions", 16.8 "VOP1", 16.12 "VOP3").
#include <array>

#include "execute/integer/integer_functions.hpp"
#include "execute/integer/integer_tables.hpp"
#include "execute/lanes/lanes.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;
using std::int32_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;

// An operation on bits of any width. C++ promotes small types to int, so the result is converted back.
template <class Type, auto function>
constexpr Handler one =
    lane_wise<Type(Type), [](const Mode&, auto a) { return static_cast<decltype(a)>(function(a)); }>;
template <class Type, auto function>
constexpr Handler two =
    lane_wise<Type(Type, Type), [](const Mode&, auto a, auto b) { return static_cast<decltype(a)>(function(a, b)); }>;
template <auto function>
constexpr Handler three = lane_wise<U32(U32, U32, U32), [](const Mode&, uint32_t a, uint32_t b, uint32_t c) {
  return static_cast<uint32_t>(function(a, b, c));
}>;
/// All of these shifts are "reversed": the first operand is the count, the second is the value.
template <class Type, class Count, auto function>
constexpr Handler shift = lane_wise<Type(Count, Type), [](const Mode&, auto count, auto a) {
  return static_cast<decltype(a)>(function(a, count));
}>;

constexpr auto kAnd = [](auto a, auto b) { return a & b; };
constexpr auto kOr = [](auto a, auto b) { return a | b; };
constexpr auto kXor = [](auto a, auto b) { return a ^ b; };
constexpr auto kXnor = [](auto a, auto b) { return ~(a ^ b); };
constexpr auto kNot = [](auto a) { return ~a; };
constexpr auto kLeft = [](auto a, uint32_t count) { return integer::shift_left(a, count); };
constexpr auto kRight = [](auto a, uint32_t count) { return integer::shift_right(a, count); };

/// The width and offset of a vector bit field have five bits, so a field of all 32 bits is not possible.
template <class Integer>
Integer field(const Mode&, Integer value, uint32_t offset, uint32_t width) {
  return integer::extract(value, offset, width & 0x1f);
}

uint32_t field_mask(uint32_t width, uint32_t offset) {
  return integer::shift_left(integer::low_mask<uint32_t>(width & 0x1f), offset);
}

uint32_t aligned(uint32_t high, uint32_t low, uint32_t shift) {
  return static_cast<uint32_t>((uint64_t{high} << 32 | low) >> shift);
}

/// A selector of V_PERM_B32 from 0 to 3 selects a byte of the second source, 4 to 7 a byte of the first; 8 to 11 give
/// the sign of byte 1, 3, 5 or 7, 12 gives zeros, and larger ones give ones.
uint32_t selected_byte(uint64_t bytes, uint32_t selector) {
  if (selector > 12) return 0xff;
  if (selector == 12) return 0;
  if (selector < 8) return static_cast<uint32_t>(bytes >> (8 * selector) & 0xff);
  return (bytes >> (16 * (selector - 8) + 15) & 1) != 0 ? 0xff : 0;
}

uint32_t permuted(uint32_t high, uint32_t low, uint32_t selectors) {
  const auto bytes = uint64_t{high} << 32 | low;
  uint32_t result = 0;
  for (unsigned at = 0; at < 32; at += 8) result |= selected_byte(bytes, selectors >> at & 0xff) << at;
  return result;
}

uint32_t population(const Mode&, uint32_t a, uint32_t b) {
  return static_cast<uint32_t>(std::popcount(a)) + b;
}

uint32_t clamped_byte(uint32_t word) {
  const auto value = static_cast<std::int16_t>(word);
  return static_cast<uint32_t>(value < 0 ? 0 : value > 255 ? 255 : value);
}

uint16_t packed_bytes(const Mode&, uint32_t words) {
  return static_cast<uint16_t>(clamped_byte(words & 0xffff) | clamped_byte(words >> 16) << 8);
}

constexpr Handler kLeadingZeros =
    lane_wise<U32(U32), [](const Mode&, uint32_t a) { return integer::leading_zeros(a); }>;
constexpr Handler kTrailingZeros =
    lane_wise<U32(U32), [](const Mode&, uint32_t a) { return integer::trailing_zeros(a); }>;
constexpr Handler kLeadingSigns = lane_wise<U32(I32), [](const Mode&, int32_t a) { return integer::leading_signs(a); }>;

constexpr std::array kTable = std::to_array<Operation>({
    {"V_AND_B32", two<U32, kAnd>},
    {"V_AND_B16", two<U16, kAnd>},
    {"V_OR_B32", two<U32, kOr>},
    {"V_OR_B16", two<U16, kOr>},
    {"V_XOR_B32", two<U32, kXor>},
    {"V_XOR_B16", two<U16, kXor>},
    {"V_XNOR_B32", two<U32, kXnor>},
    {"V_NOT_B32", one<U32, kNot>},
    {"V_NOT_B16", one<U16, kNot>},
    {"V_LSHLREV_B16", shift<U16, U16, kLeft>},
    {"V_LSHLREV_B32", shift<U32, U32, kLeft>},
    {"V_LSHLREV_B64", shift<U64, U32, kLeft>},
    {"V_LSHRREV_B16", shift<U16, U16, kRight>},
    {"V_LSHRREV_B32", shift<U32, U32, kRight>},
    {"V_LSHRREV_B64", shift<U64, U32, kRight>},
    {"V_ASHRREV_I16", shift<I16, U16, kRight>},
    {"V_ASHRREV_I32", shift<I32, U32, kRight>},
    {"V_ASHRREV_I64", shift<I64, U32, kRight>},
    {"V_BFE_U32", lane_wise<U32(U32, U32, U32), field<uint32_t>>},
    {"V_BFE_I32", lane_wise<I32(I32, U32, U32), field<int32_t>>},
    {"V_BFI_B32", three<[](uint32_t a, uint32_t b, uint32_t c) { return (a & b) | (~a & c); }>},
    {"V_BFM_B32", two<U32, field_mask>},
    {"V_BFREV_B32", one<U32, integer::reversed<uint32_t>>},
    {"V_ALIGNBIT_B32", three<[](uint32_t a, uint32_t b, uint32_t c) { return aligned(a, b, c & 0x1f); }>},
    {"V_ALIGNBYTE_B32", three<[](uint32_t a, uint32_t b, uint32_t c) { return aligned(a, b, (c & 3) * 8); }>},
    {"V_PERM_B32", three<permuted>},
    {"V_LSHL_OR_B32", three<[](uint32_t a, uint32_t b, uint32_t c) { return integer::shift_left(a, b) | c; }>},
    {"V_AND_OR_B32", three<[](uint32_t a, uint32_t b, uint32_t c) { return (a & b) | c; }>},
    {"V_OR3_B32", three<[](uint32_t a, uint32_t b, uint32_t c) { return a | b | c; }>},
    {"V_XOR3_B32", three<[](uint32_t a, uint32_t b, uint32_t c) { return a ^ b ^ c; }>},
    {"V_BCNT_U32_B32", lane_wise<U32(U32, U32), population>},
    {"V_SAT_PK_U8_I16", lane_wise<U16(U32), packed_bytes>},
    // "Find first bit" up to gfx10, "count zeros" on later generations.
    {"V_FFBH_U32", kLeadingZeros},
    {"V_CLZ_I32_U32", kLeadingZeros},
    {"V_FFBL_B32", kTrailingZeros},
    {"V_CTZ_I32_B32", kTrailingZeros},
    {"V_FFBH_I32", kLeadingSigns},
    {"V_CLS_I32", kLeadingSigns},
});

}  // namespace

Operations integer_bits() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
