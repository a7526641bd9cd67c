// Dot products of two, four or eight elements in a dword, added to a third operand (RDNA 3 ISA, V_DOT*; CDNA 3 ISA).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "execute/convert/float8.hpp"
#include "execute/float/float_arithmetic.hpp"
#include "execute/float/half.hpp"
#include "execute/operation.hpp"
#include "execute/packed/packed_lanes.hpp"

namespace rocm_bindgen::emulator {
namespace {

using value::BF16;
using value::F16;
using value::F32;

/// Instructions with a C in their name, and DOT2ACC, add to their destination; the others add to src2.
enum class Addend { source, destination };

template <Addend addend>
std::uint32_t addend_dword(Wave& wave, const Instruction& instruction, const Sources& sources, unsigned lane) {
  return addend == Addend::destination ? wave.row(instruction.dst)[lane] : sources.dword(2, lane);
}

// Integers.

/// Whether the elements of a source are signed. In the IU forms, neg_lo of the source decides.
enum class Signedness { is_signed, is_unsigned, by_modifier };

template <unsigned bit_count>
std::int64_t integer_element(std::uint32_t dword, unsigned n, bool is_signed) {
  const auto bits = dword >> n * bit_count & ((1u << bit_count) - 1);
  const auto sign = 1u << (bit_count - 1);
  return is_signed ? std::int64_t{bits ^ sign} - sign : std::int64_t{bits};
}

/// The sum is computed exactly. With clamp it saturates; without clamp, the result is its low 32 bits.
template <unsigned bit_count, Signedness signedness, Addend addend = Addend::source>
void integer_dot(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const auto is_signed = [&](unsigned n) {
    return signedness == Signedness::by_modifier ? instruction.src[n].negate : signedness == Signedness::is_signed;
  };
  constexpr bool unsigned_result = signedness == Signedness::is_unsigned;
  using Result = std::conditional_t<unsigned_result, std::uint32_t, std::int32_t>;
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto a = sources.dword(0, lane), b = sources.dword(1, lane);
    auto sum = std::int64_t{static_cast<Result>(addend_dword<addend>(wave, instruction, sources, lane))};
    for (unsigned n = 0; n < 32 / bit_count; ++n)
      sum += integer_element<bit_count>(a, n, is_signed(0)) * integer_element<bit_count>(b, n, is_signed(1));
    if (instruction.modifiers.clamp)
      sum = std::clamp<std::int64_t>(sum, std::numeric_limits<Result>::min(), std::numeric_limits<Result>::max());
    wave.row(instruction.dst)[lane] = static_cast<std::uint32_t>(sum);
  });
}

// Floats of 16 bits. The order and precision of the additions are those of the ISA's pseudocode, with sums in f32.

float as_single(std::uint64_t bits, F16) {
  return static_cast<float>(to_double(F16::from_bits(bits)));
}
/// A subnormal bf16 is a subnormal f32, and is flushed.
float as_single(std::uint64_t bits, BF16) {
  return flushed(static_cast<float>(to_double(BF16::from_bits(bits))));
}

/// Returns the half of source 0 or 1 that belongs to the low or the high product. Packed encodings have neg_lo and
/// neg_hi; VOP3 has abs and neg, which apply to both halves.
template <class Type>
float dot_element(const Sources& sources, const Instruction& instruction, const Mode& mode, unsigned n, unsigned lane,
                  bool high) {
  const auto& operand = instruction.src[n];
  if (instruction.is_packed) return as_single(packed_bits<Type>(sources, instruction, mode, n, lane, high), Type{});
  auto bits = std::uint64_t{sources.dword(n, lane) >> (high ? 16 : 0) & 0xffff};
  if (operand.absolute) bits &= ~Type::kSign;
  if (operand.negate) bits ^= Type::kSign;
  return as_single(bits, Type{});
}

/// Products of f16 and bf16 are exact in f32, except products of bf16 that are out of f32's range. The addition is
/// fused because of these.
template <class Type>
float add_products(const Sources& sources, const Instruction& instruction, const Mode& mode, unsigned lane, float sum) {
  for (const bool high : {false, true})
    sum = fused_multiply_add(dot_element<Type>(sources, instruction, mode, 0, lane, high),
                             dot_element<Type>(sources, instruction, mode, 1, lane, high), sum);
  return sum;
}

/// Whatever MODE is set to, subnormal f32 operands and results are flushed to 0, and sums are rounded to nearest.
template <class Type, Addend addend = Addend::source>
void dot2_to_single(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  for_each_lane(sources.active(), [&](unsigned lane) {
    auto bits = std::uint64_t{addend_dword<addend>(wave, instruction, sources, lane)};
    if constexpr (addend == Addend::source)
      if (instruction.src[2].negate) bits ^= F32::kSign;
    const float start = flushed(F32::from_bits(bits));
    const float result = flushed(add_products<Type>(sources, instruction, wave.mode, lane, start));
    wave.row(instruction.dst)[lane] = static_cast<std::uint32_t>(finish<F32>(wave, instruction, result));
  });
}

/// V_DOT2_F16_F16 and V_DOT2_BF16_BF16: src2 and the destination are halves that op_sel selects. The sum is rounded
/// once.
template <class Type>
void dot2_to_half(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  for_each_lane(sources.active(), [&](unsigned lane) {
    const float sum =
        add_products<Type>(sources, instruction, wave.mode, lane, as_single(sources.bits<Type>(2, lane), Type{}));
    typename Type::Host result;
    if constexpr (std::is_same_v<Type, F16>)
      result = half_result(wave.mode, to_double(sum));
    else
      result = brain_from_double(to_double(flushed(sum)));
    write_lane(wave, instruction, lane, finish<Type>(wave, instruction, result), 16);
  });
}

// Floats of 8 bits.

/// The products are exact in f32. src2 has abs (encoded as neg_hi) and neg.
template <Float8 (*a_format)(const Target&), Float8 (*b_format)(const Target&)>
void dot4_float8(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const auto element = [&](const Float8& format, unsigned n, unsigned lane, unsigned byte) {
    return decode_float8(format, static_cast<std::uint8_t>(sources.dword(n, lane) >> 8 * byte));
  };
  for_each_lane(sources.active(), [&](unsigned lane) {
    auto bits = std::uint64_t{sources.dword(2, lane)};
    if (instruction.src[2].negate_high) bits &= ~F32::kSign;
    if (instruction.src[2].negate) bits ^= F32::kSign;
    float sum = F32::from_bits(bits);
    for (unsigned n = 0; n < 4; ++n)
      sum = fused_multiply_add(element(a_format(wave.target), 0, lane, n), element(b_format(wave.target), 1, lane, n),
                               sum);
    wave.row(instruction.dst)[lane] = static_cast<std::uint32_t>(finish<F32>(wave, instruction, sum));
  });
}

constexpr auto kSigned = Signedness::is_signed;
constexpr auto kUnsigned = Signedness::is_unsigned;

constexpr std::array kOperations = std::to_array<Operation>({
    {"V_DOT2_I32_I16", integer_dot<16, kSigned>},
    {"V_DOT2_U32_U16", integer_dot<16, kUnsigned>},
    {"V_DOT2C_I32_I16", integer_dot<16, kSigned, Addend::destination>},
    {"V_DOT4_I32_I8", integer_dot<8, kSigned>},
    {"V_DOT4_U32_U8", integer_dot<8, kUnsigned>},
    {"V_DOT4_I32_IU8", integer_dot<8, Signedness::by_modifier>},
    {"V_DOT4C_I32_I8", integer_dot<8, kSigned, Addend::destination>},
    {"V_DOT8_I32_I4", integer_dot<4, kSigned>},
    {"V_DOT8_U32_U4", integer_dot<4, kUnsigned>},
    {"V_DOT8_I32_IU4", integer_dot<4, Signedness::by_modifier>},
    {"V_DOT8C_I32_I4", integer_dot<4, kSigned, Addend::destination>},
    {"V_DOT2_F32_F16", dot2_to_single<F16>},
    {"V_DOT2C_F32_F16", dot2_to_single<F16, Addend::destination>},
    {"V_DOT2ACC_F32_F16", dot2_to_single<F16, Addend::destination>},
    {"V_DOT2_F32_BF16", dot2_to_single<BF16>},
    {"V_DOT2_F16_F16", dot2_to_half<F16>},
    {"V_DOT2_BF16_BF16", dot2_to_half<BF16>},
    {"V_DOT4_F32_FP8_FP8", dot4_float8<fp8_of, fp8_of>},
    {"V_DOT4_F32_FP8_BF8", dot4_float8<fp8_of, bf8_of>},
    {"V_DOT4_F32_BF8_FP8", dot4_float8<bf8_of, fp8_of>},
    {"V_DOT4_F32_BF8_BF8", dot4_float8<bf8_of, bf8_of>},
});

}  // namespace

Operations dot_operations() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
