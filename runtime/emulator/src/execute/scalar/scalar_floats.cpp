// Scalar floating-point instructions, which exist from gfx11.5 on (RDNA 4 ISA, 16.1 "SOP2 Instructions", 16.3 "SOP1",
// 16.4 "SOPC"). They have no operand or output modifiers; MODE determines rounding and the treatment of subnormal
// numbers.
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "execute/float/float_arithmetic.hpp"
#include "execute/float/float_selection.hpp"
#include "execute/float/half.hpp"
#include "execute/lanes/lanes.hpp"
#include "execute/scalar/scalar_operands.hpp"
#include "execute/scalar/scalar_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;
using std::int32_t;
using std::uint32_t;

template <class Type>
typename Type::Host read_flushed(const Wave& wave, const Operand& operand) {
  const auto bits = Type::to_bits(scalar_detail::read<Type>(wave, operand));
  const bool flush = Type::kBits == 32 ? wave.mode.flush_inputs_32 : wave.mode.flush_inputs_16_64;
  return Type::from_bits(Type::kFloating && flush ? flush_denormal<Type>(bits) : bits);
}

/// A 16-bit result sets the upper half of the register to 0.
template <class Type>
void write_flushed(Wave& wave, const Operand& operand, typename Type::Host result) {
  const bool flush = Type::kBits == 32 ? wave.mode.flush_outputs_32 : wave.mode.flush_outputs_16_64;
  const auto bits = Type::to_bits(result);
  scalar_detail::write<Type>(wave, operand,
                             Type::from_bits(Type::kFloating && flush ? flush_denormal<Type>(bits) : bits));
}

template <class Signature, auto function>
struct Floating;

template <class Result, class... Types, auto function>
struct Floating<Result(Types...), function> {
  static void execute(Wave& wave, const Instruction& instruction) {
    run(wave, instruction, std::index_sequence_for<Types...>{});
  }
  /// Loads of operands and the store of the result are inside the scope, so that the compiler cannot move the
  /// computation past the calls that set the rounding mode.
  template <std::size_t... n>
  static void run(Wave& wave, const Instruction& instruction, std::index_sequence<n...>) {
    const RoundingScope rounding(Result::kBits == 32 ? wave.mode.round_32 : wave.mode.round_16_64);
    write_flushed<Result>(wave, instruction.dst, function(wave.mode, read_flushed<Types>(wave, instruction.src[n])...));
  }
};

template <class Signature, auto function>
constexpr Handler floating = &Floating<Signature, function>::execute;

/// Extends an operation on floats to halves. Sums and products of halves are exact in double, and half_operations.cpp
/// explains why one rounding is also correct for fused sums.
template <auto operation>
constexpr auto kOfHosts = [](const Mode& mode, auto... operands) {
  if constexpr ((std::is_same_v<decltype(operands), Half> && ...))
    return half_result(mode, operation(to_double(operands)...));
  else
    return operation(operands...);
};

template <class Type, auto operation>
constexpr Handler one = floating<Type(Type), kOfHosts<operation>>;
template <class Type, auto operation>
constexpr Handler two = floating<Type(Type, Type), kOfHosts<operation>>;
template <class Type, auto operation>
constexpr Handler three = floating<Type(Type, Type, Type), kOfHosts<operation>>;

constexpr auto kAdd = [](auto a, auto b) { return add(a, b); };
constexpr auto kSubtract = [](auto a, auto b) { return subtract(a, b); };
constexpr auto kMultiply = [](auto a, auto b) { return multiply(a, b); };
constexpr auto kFused = [](auto a, auto b, auto c) { return fused_multiply_add(a, b, c); };
constexpr auto kCeil = [](auto a) { return rounded_up(a); };
constexpr auto kFloor = [](auto a) { return rounded_down(a); };
constexpr auto kTruncate = [](auto a) { return truncated(a); };
constexpr auto kNearest = [](auto a) { return rounded_to_even(a); };

/// On gfx11.5, S_MIN_F32 respects the IEEE bit of MODE. gfx12 does not have this bit, and calls the instruction
/// S_MIN_NUM_F32.
template <class Type, bool maximum>
void number_extreme(Wave& wave, const Instruction& instruction) {
  const auto a = Type::to_bits(read_flushed<Type>(wave, instruction.src[0]));
  const auto b = Type::to_bits(read_flushed<Type>(wave, instruction.src[1]));
  const auto result = wave.target.generation >= Generation::gfx12
                          ? SelectNumber::select<Type, maximum>(wave.mode, a, b)
                          : SelectByMode::select<Type, maximum>(wave.mode, a, b);
  write_flushed<Type>(wave, instruction.dst, Type::from_bits(result));
}

template <class Type>
constexpr Handler kMinimum = floating<Type(Type, Type), Selection<Type, SelectPropagating>::minimum>;
template <class Type>
constexpr Handler kMaximum = floating<Type(Type, Type), Selection<Type, SelectPropagating>::maximum>;

/// Rounds toward zero and saturates. NaN becomes 0.
template <class Integer>
Integer to_integer(const Mode&, float source) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(source)) return 0;
  const double whole = std::trunc(double{source});
  if (whole <= double{Limits::min()}) return Limits::min();
  return whole >= double{Limits::max()} ? Limits::max() : static_cast<Integer>(whole);
}

constexpr auto kToSingle = [](const Mode&, auto integer) { return static_cast<float>(integer); };

uint32_t halves_toward_zero(const Mode& mode, float low, float high) {
  const RoundingScope scope(Rounding::toward_zero);
  const auto bits = [&](float single) {
    const auto half = half_result(mode, to_double(single)).bits;
    return static_cast<uint32_t>(mode.flush_outputs_16_64 ? flush_denormal<F16>(half) : half);
  };
  return bits(low) | bits(high) << 16;
}

/// Converts the upper half of the source.
float high_half_to_single(const Mode& mode, uint32_t source) {
  const auto bits = mode.flush_inputs_16_64 ? flush_denormal<F16>(source >> 16) : source >> 16;
  return static_cast<float>(to_double(F16::from_bits(bits)));
}

template <class Type, auto predicate>
void compare_floats(Wave& wave, const Instruction& instruction) {
  wave.scc = predicate(to_double(read_flushed<Type>(wave, instruction.src[0])),
                       to_double(read_flushed<Type>(wave, instruction.src[1])));
}

constexpr auto kOrdered = [](double a, double b) { return !std::isunordered(a, b); };
constexpr auto kUnordered = [](double a, double b) { return std::isunordered(a, b); };
constexpr auto kLessOrGreater = [](double a, double b) { return std::islessgreater(a, b); };
constexpr auto kNotLessOrGreater = [](double a, double b) { return !std::islessgreater(a, b); };
template <class Predicate>
constexpr auto kIs = [](double a, double b) { return Predicate()(a, b); };
template <class Predicate>
constexpr auto kIsNot = [](double a, double b) { return !Predicate()(a, b); };

using Less = std::less<>;
using LessEqual = std::less_equal<>;
using Equal = std::equal_to<>;
using Greater = std::greater<>;
using GreaterEqual = std::greater_equal<>;

constexpr std::array kTable = std::to_array<Operation>({
    {"S_ADD_F32", two<F32, kAdd>},
    {"S_ADD_F16", two<F16, kAdd>},
    {"S_SUB_F32", two<F32, kSubtract>},
    {"S_SUB_F16", two<F16, kSubtract>},
    {"S_MUL_F32", two<F32, kMultiply>},
    {"S_MUL_F16", two<F16, kMultiply>},
    // The third source of S_FMAC is the destination. S_FMAMK and S_FMAAK differ in which source is the literal.
    {"S_FMAC_F32", three<F32, kFused>},
    {"S_FMAC_F16", three<F16, kFused>},
    {"S_FMAMK_F32", three<F32, kFused>},
    {"S_FMAAK_F32", three<F32, kFused>},
    {"S_CEIL_F32", one<F32, kCeil>},
    {"S_CEIL_F16", one<F16, kCeil>},
    {"S_FLOOR_F32", one<F32, kFloor>},
    {"S_FLOOR_F16", one<F16, kFloor>},
    {"S_TRUNC_F32", one<F32, kTruncate>},
    {"S_TRUNC_F16", one<F16, kTruncate>},
    {"S_RNDNE_F32", one<F32, kNearest>},
    {"S_RNDNE_F16", one<F16, kNearest>},
    {"S_MIN_F32", number_extreme<F32, false>},
    {"S_MIN_F16", number_extreme<F16, false>},
    {"S_MAX_F32", number_extreme<F32, true>},
    {"S_MAX_F16", number_extreme<F16, true>},
    {"S_MINIMUM_F32", kMinimum<F32>},
    {"S_MINIMUM_F16", kMinimum<F16>},
    {"S_MAXIMUM_F32", kMaximum<F32>},
    {"S_MAXIMUM_F16", kMaximum<F16>},
    {"S_CVT_F32_I32", floating<F32(I32), kToSingle>},
    {"S_CVT_F32_U32", floating<F32(U32), kToSingle>},
    {"S_CVT_I32_F32", floating<I32(F32), to_integer<int32_t>>},
    {"S_CVT_U32_F32", floating<U32(F32), to_integer<uint32_t>>},
    {"S_CVT_F16_F32", floating<F16(F32), [](const Mode& mode, float a) { return half_result(mode, to_double(a)); }>},
    {"S_CVT_PK_RTZ_F16_F32", floating<U32(F32, F32), halves_toward_zero>},
    {"S_CVT_F32_F16", floating<F32(F16), [](const Mode&, Half a) { return static_cast<float>(to_double(a)); }>},
    {"S_CVT_HI_F32_F16", floating<F32(U32), high_half_to_single>},
    {"S_CMP_LT_F32", compare_floats<F32, kIs<Less>>},
    {"S_CMP_LT_F16", compare_floats<F16, kIs<Less>>},
    {"S_CMP_EQ_F32", compare_floats<F32, kIs<Equal>>},
    {"S_CMP_EQ_F16", compare_floats<F16, kIs<Equal>>},
    {"S_CMP_LE_F32", compare_floats<F32, kIs<LessEqual>>},
    {"S_CMP_LE_F16", compare_floats<F16, kIs<LessEqual>>},
    {"S_CMP_GT_F32", compare_floats<F32, kIs<Greater>>},
    {"S_CMP_GT_F16", compare_floats<F16, kIs<Greater>>},
    {"S_CMP_LG_F32", compare_floats<F32, kLessOrGreater>},
    {"S_CMP_LG_F16", compare_floats<F16, kLessOrGreater>},
    {"S_CMP_GE_F32", compare_floats<F32, kIs<GreaterEqual>>},
    {"S_CMP_GE_F16", compare_floats<F16, kIs<GreaterEqual>>},
    {"S_CMP_O_F32", compare_floats<F32, kOrdered>},
    {"S_CMP_O_F16", compare_floats<F16, kOrdered>},
    {"S_CMP_U_F32", compare_floats<F32, kUnordered>},
    {"S_CMP_U_F16", compare_floats<F16, kUnordered>},
    {"S_CMP_NGE_F32", compare_floats<F32, kIsNot<GreaterEqual>>},
    {"S_CMP_NGE_F16", compare_floats<F16, kIsNot<GreaterEqual>>},
    {"S_CMP_NLG_F32", compare_floats<F32, kNotLessOrGreater>},
    {"S_CMP_NLG_F16", compare_floats<F16, kNotLessOrGreater>},
    {"S_CMP_NGT_F32", compare_floats<F32, kIsNot<Greater>>},
    {"S_CMP_NGT_F16", compare_floats<F16, kIsNot<Greater>>},
    {"S_CMP_NLE_F32", compare_floats<F32, kIsNot<LessEqual>>},
    {"S_CMP_NLE_F16", compare_floats<F16, kIsNot<LessEqual>>},
    {"S_CMP_NEQ_F32", compare_floats<F32, kIsNot<Equal>>},
    {"S_CMP_NEQ_F16", compare_floats<F16, kIsNot<Equal>>},
    {"S_CMP_NLT_F32", compare_floats<F32, kIsNot<Less>>},
    {"S_CMP_NLT_F16", compare_floats<F16, kIsNot<Less>>},
});

}  // namespace

Operations scalar_floats() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
