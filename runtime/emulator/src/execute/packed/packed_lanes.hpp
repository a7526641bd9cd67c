// Executes packed operations lane by lane. An instruction has two results, each computed from one half of every source
// (RDNA 3 ISA and CDNA 3 ISA, "Packed Math"). A half is 16 bits of a dword or, for V_PK_*_F32, one dword of a pair.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "execute/lanes/lanes.hpp"

namespace rocm_bindgen::emulator {

/// Returns the part of source `n` for the low (or, if `high`, the high) result: the half that op_sel (op_sel_hi)
/// selects, negated if it is a float and neg_lo (neg_hi) is set, with subnormal numbers flushed according to MODE.
///
/// The halves of a constant are those of its 32 bits: an inline f16 has zeros in its high half, an inline integer is
/// sign-extended, and a float in an integer instruction is an f32.
template <class Type>
std::uint64_t packed_bits(const Sources& sources, const Instruction& instruction, const Mode& mode, unsigned n,
                          unsigned lane, bool high) {
  const auto& operand = instruction.src[n];
  // The VOP2 encoding (V_PK_FMAC_F16) has no modifiers, so each result uses its own half.
  bool upper = high, negates = false;
  if (instruction.is_packed) {
    upper = high ? operand.op_sel_high : operand.op_sel;
    negates = high ? operand.negate_high : operand.negate;
  }
  std::uint64_t bits;
  if constexpr (Type::kBits == 16) {
    bits = sources.dword(n, lane) >> (upper ? 16 : 0) & 0xffff;
  } else {
    const auto& row = sources.row(n);
    bits = (upper ? row.high : row.low)[lane * row.stride];
  }
  if constexpr (Type::kFloating) {
    if (negates) bits ^= Type::kSign;
    if (Type::kBits == 32 ? mode.flush_inputs_32 : mode.flush_inputs_16_64) bits = value::flush_denormal<Type>(bits);
  }
  return bits;
}

/// Writes both results to a lane of the destination: to one register, or to two if `bit_count` is 32.
inline void write_packed(Wave& wave, const Operand& destination, unsigned lane, std::uint64_t low, std::uint64_t high,
                         unsigned bit_count) {
  if (bit_count == 16) {
    wave.row(destination)[lane] = static_cast<std::uint32_t>((low & 0xffff) | high << 16);
  } else {
    wave.row(destination)[lane] = static_cast<std::uint32_t>(low);
    wave.row(destination, 1)[lane] = static_cast<std::uint32_t>(high);
  }
}

namespace detail {

template <class Signature, auto function>
struct Packed;

template <class Result, class... Types, auto function>
struct Packed<Result(Types...), function> {
  static void execute(Wave& wave, const Instruction& instruction) {
    run(wave, instruction, std::index_sequence_for<Types...>{});
  }

  template <std::size_t... n>
  static void run(Wave& wave, const Instruction& instruction, std::index_sequence<n...>) {
    const Sources sources(wave, instruction);
    const RoundingScope rounding(Result::kBits == 32 ? wave.mode.round_32 : wave.mode.round_16_64);
    const auto result = [&](unsigned lane, bool high) {
      return finished(
          wave, instruction,
          function(wave.mode, Types::from_bits(packed_bits<Types>(sources, instruction, wave.mode, n, lane, high))...));
    };
    for_each_lane(sources.active(), [&](unsigned lane) {
      const auto low = result(lane, false), high = result(lane, true);
      write_packed(wave, instruction.dst, lane, low, high, Result::kBits);
    });
  }

  /// Integer results are wide, so that the clamp modifier can saturate them.
  template <class Value>
  static std::uint64_t finished(const Wave& wave, const Instruction& instruction, Value value) {
    if constexpr (Result::kFloating) {
      return finish<Result>(wave, instruction, value);
    } else {
      using Limits = std::numeric_limits<typename Result::Host>;
      if (instruction.modifiers.clamp) value = std::clamp<Value>(value, Limits::min(), Limits::max());
      return static_cast<std::uint16_t>(value);
    }
  }
};

}  // namespace detail

/// Like lane_wise, for each half:
///   {"V_PK_ADD_U16", packed<U16(U16, U16), [](const Mode&, std::int64_t a, std::int64_t b) { return a + b; }>}
template <class Signature, auto function>
constexpr Handler packed = &detail::Packed<Signature, function>::execute;

}  // namespace rocm_bindgen::emulator
