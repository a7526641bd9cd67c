// Scalar logic, shifts, bit fields and counts (RDNA 3 ISA, 16.1 "SOP2 Instructions", 16.3 "SOP1 Instructions").
#include <array>

#include "execute/integer/integer_functions.hpp"
#include "execute/scalar/scalar_operands.hpp"
#include "execute/scalar/scalar_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;
using std::int32_t;
using std::uint32_t;
using std::uint64_t;

/// The second operand contains the offset and, in bits 22:16, the width.
template <class Integer>
Integer field(Integer value, uint32_t where) {
  return integer::extract(value, where, where >> 16 & 0x7f);
}

template <class Integer>
Integer field_mask(uint32_t width, uint32_t offset) {
  return integer::shift_left(integer::low_mask<Integer>(integer::shift_count<Integer>(width)), offset);
}

/// The result has one bit for each group of four bits, which is set if any of them is set.
template <class Integer>
Integer quads(Integer value) {
  Integer result = 0;
  for (unsigned quad = 0; quad < integer::kBits<Integer> / 4; ++quad)
    result |= static_cast<Integer>((value >> (4 * quad) & 0xf) != 0 ? Integer{1} << quad : 0);
  return result;
}

/// Whole quad mode: sets all four bits of each group in which any bit is set.
template <class Integer>
Integer whole_quads(Integer value) {
  Integer result = 0;
  for (unsigned quad = 0; quad < integer::kBits<Integer> / 4; ++quad)
    result |= static_cast<Integer>((value >> (4 * quad) & 0xf) != 0 ? Integer{0xf} << (4 * quad) : 0);
  return result;
}

uint64_t each_bit_twice(uint32_t value) {
  uint64_t result = 0;
  for (unsigned bit = 0; bit < 32; ++bit) result |= (value >> bit & 1) != 0 ? uint64_t{3} << (2 * bit) : 0;
  return result;
}

/// `first_high` and `second_high` select the halves that become the low and the high half of the result.
template <bool first_high, bool second_high>
uint32_t packed(uint32_t a, uint32_t b) {
  return (first_high ? a >> 16 : a & 0xffff) | (second_high ? b & 0xffff0000 : b << 16);
}

/// Changes one bit of the destination and keeps the others.
template <class Type, bool set>
void set_bit(Wave& wave, const Instruction& instruction) {
  using Integer = typename Type::Host;
  const auto bit = integer::shift_left(Integer{1}, wave.read32(instruction.src[0]));
  const auto old = scalar_detail::read<Type>(wave, instruction.dst);
  scalar_detail::write<Type>(wave, instruction.dst, set ? old | bit : old & ~bit);
}

template <class Type>
constexpr Handler kAnd = scalar_nonzero<Type(Type, Type), [](auto a, auto b) { return a & b; }>;
template <class Type>
constexpr Handler kOr = scalar_nonzero<Type(Type, Type), [](auto a, auto b) { return a | b; }>;
template <class Type>
constexpr Handler kXor = scalar_nonzero<Type(Type, Type), [](auto a, auto b) { return a ^ b; }>;
template <class Type>
constexpr Handler kAndNot = scalar_nonzero<Type(Type, Type), [](auto a, auto b) { return a & ~b; }>;
template <class Type>
constexpr Handler kOrNot = scalar_nonzero<Type(Type, Type), [](auto a, auto b) { return a | ~b; }>;
template <class Type>
constexpr Handler kNotAnd = scalar_nonzero<Type(Type, Type), [](auto a, auto b) { return ~(a & b); }>;
template <class Type>
constexpr Handler kNotOr = scalar_nonzero<Type(Type, Type), [](auto a, auto b) { return ~(a | b); }>;
template <class Type>
constexpr Handler kNotXor = scalar_nonzero<Type(Type, Type), [](auto a, auto b) { return ~(a ^ b); }>;
template <class Type>
constexpr Handler kNot = scalar_nonzero<Type(Type), [](auto a) { return ~a; }>;
template <class Type>
constexpr Handler kShiftLeft =
    scalar_nonzero<Type(Type, U32), [](auto a, uint32_t count) { return integer::shift_left(a, count); }>;
template <class Type>
constexpr Handler kShiftRight =
    scalar_nonzero<Type(Type, U32), [](auto a, uint32_t count) { return integer::shift_right(a, count); }>;
template <class Type>
constexpr Handler kOnes = scalar_nonzero<I32(Type), [](auto a) { return std::popcount(a); }>;
template <class Type>
constexpr Handler kZeros =
    scalar_nonzero<I32(Type), [](auto a) { return std::popcount(static_cast<decltype(a)>(~a)); }>;

constexpr std::array kTable = std::to_array<Operation>({
    {"S_AND_B32", kAnd<U32>},
    {"S_AND_B64", kAnd<U64>},
    {"S_OR_B32", kOr<U32>},
    {"S_OR_B64", kOr<U64>},
    {"S_XOR_B32", kXor<U32>},
    {"S_XOR_B64", kXor<U64>},
    {"S_ANDN2_B32", kAndNot<U32>},
    {"S_ANDN2_B64", kAndNot<U64>},
    {"S_ORN2_B32", kOrNot<U32>},
    {"S_ORN2_B64", kOrNot<U64>},
    {"S_NAND_B32", kNotAnd<U32>},
    {"S_NAND_B64", kNotAnd<U64>},
    {"S_NOR_B32", kNotOr<U32>},
    {"S_NOR_B64", kNotOr<U64>},
    {"S_XNOR_B32", kNotXor<U32>},
    {"S_XNOR_B64", kNotXor<U64>},
    {"S_NOT_B32", kNot<U32>},
    {"S_NOT_B64", kNot<U64>},
    {"S_LSHL_B32", kShiftLeft<U32>},
    {"S_LSHL_B64", kShiftLeft<U64>},
    {"S_LSHR_B32", kShiftRight<U32>},
    {"S_LSHR_B64", kShiftRight<U64>},
    {"S_ASHR_I32", kShiftRight<I32>},
    {"S_ASHR_I64", kShiftRight<I64>},
    {"S_BFM_B32", scalar<U32(U32, U32), field_mask<uint32_t>>},
    {"S_BFM_B64", scalar<U64(U32, U32), field_mask<uint64_t>>},
    {"S_BFE_U32", scalar_nonzero<U32(U32, U32), field<uint32_t>>},
    {"S_BFE_I32", scalar_nonzero<I32(I32, U32), field<int32_t>>},
    {"S_BFE_U64", scalar_nonzero<U64(U64, U32), field<uint64_t>>},
    {"S_BFE_I64", scalar_nonzero<I64(I64, U32), field<std::int64_t>>},
    {"S_PACK_LL_B32_B16", scalar<U32(U32, U32), packed<false, false>>},
    {"S_PACK_LH_B32_B16", scalar<U32(U32, U32), packed<false, true>>},
    {"S_PACK_HL_B32_B16", scalar<U32(U32, U32), packed<true, false>>},
    {"S_PACK_HH_B32_B16", scalar<U32(U32, U32), packed<true, true>>},
    {"S_BREV_B32", scalar<U32(U32), integer::reversed<uint32_t>>},
    {"S_BREV_B64", scalar<U64(U64), integer::reversed<uint64_t>>},
    {"S_BCNT0_I32_B32", kZeros<U32>},
    {"S_BCNT0_I32_B64", kZeros<U64>},
    {"S_BCNT1_I32_B32", kOnes<U32>},
    {"S_BCNT1_I32_B64", kOnes<U64>},
    {"S_FF0_I32_B32", scalar<U32(U32), [](uint32_t a) { return integer::trailing_zeros(~a); }>},
    {"S_FF0_I32_B64", scalar<U32(U64), [](uint64_t a) { return integer::trailing_zeros(~a); }>},
    {"S_FF1_I32_B32", scalar<U32(U32), integer::trailing_zeros<uint32_t>>},
    {"S_FF1_I32_B64", scalar<U32(U64), integer::trailing_zeros<uint64_t>>},
    {"S_FLBIT_I32_B32", scalar<U32(U32), integer::leading_zeros<uint32_t>>},
    {"S_FLBIT_I32_B64", scalar<U32(U64), integer::leading_zeros<uint64_t>>},
    {"S_FLBIT_I32", scalar<U32(I32), integer::leading_signs<int32_t>>},
    {"S_FLBIT_I32_I64", scalar<U32(I64), integer::leading_signs<std::int64_t>>},
    {"S_SEXT_I32_I8", scalar<I32(U32), [](uint32_t a) { return int32_t{static_cast<std::int8_t>(a)}; }>},
    {"S_SEXT_I32_I16", scalar<I32(U32), [](uint32_t a) { return int32_t{static_cast<std::int16_t>(a)}; }>},
    {"S_BITSET0_B32", set_bit<U32, false>},
    {"S_BITSET0_B64", set_bit<U64, false>},
    {"S_BITSET1_B32", set_bit<U32, true>},
    {"S_BITSET1_B64", set_bit<U64, true>},
    {"S_BITREPLICATE_B64_B32", scalar<U64(U32), each_bit_twice>},
    {"S_QUADMASK_B32", scalar_nonzero<U32(U32), quads<uint32_t>>},
    {"S_QUADMASK_B64", scalar_nonzero<U64(U64), quads<uint64_t>>},
    {"S_WQM_B32", scalar_nonzero<U32(U32), whole_quads<uint32_t>>},
    {"S_WQM_B64", scalar_nonzero<U64(U64), whole_quads<uint64_t>>},
});

}  // namespace

Operations scalar_bits() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
