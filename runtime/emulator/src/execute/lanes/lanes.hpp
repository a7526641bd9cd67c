// Executes vector instructions lane by lane.
//
// An operation is a function of host values. The classes here implement what DPP, SDWA, op_sel, abs, neg, omod, clamp,
// rounding modes and modes of subnormal numbers do to the function's sources and result, so that the function does not
// have to. lane_wise<Result(Types...), function> makes a handler of a function.
//
// Most instructions have no modifiers and run in the default mode. lane_wise() therefore has two paths: plain(), which
// accesses the registers directly, and general(), which implements everything. An instruction has the same result on
// both.
#pragma once

#include <array>
#include <cfenv>
#include <cmath>
#include <cstdint>

#include "execute/value_types.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// Calls `body(lane)` for each lane of the mask, the lowest first.
template <class Body>
inline void for_each_lane(std::uint64_t mask, Body body) {
  for (; mask != 0; mask &= mask - 1) body(static_cast<unsigned>(std::countr_zero(mask)));
}

/// The dwords of one source for all lanes: the row of a register, or one value for all lanes (`stride` is 0).
struct SourceRow {
  const std::uint32_t* low = nullptr;
  const std::uint32_t* high = nullptr;  ///< the high dwords of a 64-bit source
  unsigned stride = 0;
};

/// The sources of a vector instruction. For DPP and SDWA, the constructor copies the selected values. The object keeps
/// references to the wave and the instruction, which must outlive it.
class Sources {
 public:
  Sources(Wave& wave, const Instruction& instruction);
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  /// The lanes that write a result: the active lanes, without those that DPP excludes.
  std::uint64_t active() const { return active_; }

  /// Source `n` of a lane as one dword or two. DPP and SDWA selections are applied; other modifiers are not.
  std::uint32_t dword(unsigned n, unsigned lane) const { return rows_[n].low[lane * rows_[n].stride]; }
  std::uint64_t dwords(unsigned n, unsigned lane) const {
    const auto& row = rows_[n];
    return row.low[lane * row.stride] | std::uint64_t{row.high[lane * row.stride]} << 32;
  }
  /// The source as a value of its type, with op_sel, abs, neg and the flushing of subnormal inputs applied.
  template <class Type>
  typename Type::Host get(unsigned n, unsigned lane) const {
    return Type::from_bits(bits<Type>(n, lane));
  }
  template <class Type>
  std::uint64_t bits(unsigned n, unsigned lane) const;

  const SourceRow& row(unsigned n) const { return rows_[n]; }

 private:
  void gather_dpp();
  void gather_sdwa();

  const Instruction& instruction_;
  Wave& wave_;
  std::uint64_t active_;
  std::array<SourceRow, 4> rows_;
  std::array<std::array<std::uint32_t, 2>, 4> broadcast_;         // values of scalars and constants
  std::array<std::array<std::uint32_t, kMaxLanes>, 3> gathered_;  // src0 low and high, src1 low; only for DPP and SDWA
};

template <class Type>
std::uint64_t Sources::bits(unsigned n, unsigned lane) const {
  const auto& operand = instruction_.src[n];
  std::uint64_t result;
  if constexpr (Type::kBits == 64)
    result = dwords(n, lane);
  else if constexpr (Type::kBits == 32)
    result = dword(n, lane);
  else
    result = (operand.op_sel && !operand.is_constant() ? dword(n, lane) >> 16 : dword(n, lane)) & 0xffff;
  if constexpr (Type::kFloating) {
    if (operand.absolute) result &= ~Type::kSign;
    if (operand.negate) result ^= Type::kSign;
    constexpr bool single = Type::kBits == 32;
    if (single ? wave_.mode.flush_inputs_32 : wave_.mode.flush_inputs_16_64)
      result = value::flush_denormal<Type>(result);
  }
  return result;
}

/// Applies omod, clamp and the flushing of subnormal results, and returns the bits of the result.
template <class Type>
std::uint64_t finish(const Wave& wave, const Instruction& instruction, typename Type::Host host);

/// Writes a result to a lane of the destination. `bit_count` is the size of its type. SDWA, op_sel and the generation's
/// rule for the other half of a register with a 16-bit result are applied.
void write_lane(Wave& wave, const Instruction& instruction, unsigned lane, std::uint64_t bits, unsigned bit_count);

/// Sets the host's rounding mode to that of the device for the duration of an instruction.
class RoundingScope {
 public:
  explicit RoundingScope(Rounding rounding) : changed_(rounding != Rounding::nearest_even) {
    if (changed_) std::fesetround(host_rounding(rounding));
  }
  ~RoundingScope() {
    if (changed_) std::fesetround(FE_TONEAREST);
  }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;

 private:
  bool changed_;
};

namespace detail {

template <class Type>
inline typename Type::Host plain_value(const SourceRow& row, unsigned lane) {
  std::uint64_t bits = row.low[lane * row.stride];
  if constexpr (Type::kDwords == 2) bits |= std::uint64_t{row.high[lane * row.stride]} << 32;
  return Type::from_bits(bits);
}

template <class Type>
inline void plain_write(std::uint32_t* low, std::uint32_t* high, unsigned lane, typename Type::Host host) {
  const auto bits = Type::to_bits(host);
  low[lane] = static_cast<std::uint32_t>(bits);
  if constexpr (Type::kDwords == 2) high[lane] = static_cast<std::uint32_t>(bits >> 32);
}

template <class Signature, auto function>
struct LaneWise;

template <class Result, class... Types, auto function>
struct LaneWise<Result(Types...), function> {
  /// 16-bit results need the generation's rule for the other half of the register.
  static constexpr bool kCanBePlain = Result::kBits != 16;

  static void execute(Wave& wave, const Instruction& instruction) {
    if (kCanBePlain && instruction.plain && wave.mode.is_plain() && instruction.dst.file == RegisterFile::vector)
      plain(wave, instruction, std::index_sequence_for<Types...>{});
    else
      general(wave, instruction, std::index_sequence_for<Types...>{});
  }

  template <std::size_t... n>
  static void plain(Wave& wave, const Instruction& instruction, std::index_sequence<n...>) {
    const Sources sources(wave, instruction);
    std::uint32_t* const low = wave.vector(instruction.dst.index);
    std::uint32_t* const high = Result::kDwords == 2 ? low + kMaxLanes : nullptr;
    const Mode mode = wave.mode;
    const auto one = [&](unsigned lane) {
      plain_write<Result>(low, high, lane, function(mode, plain_value<Types>(sources.row(n), lane)...));
    };
    if (wave.exec() == wave.all_lanes())
      for (unsigned lane = 0; lane < wave.lanes; ++lane) one(lane);
    else
      for_each_lane(wave.exec(), one);
  }

  template <std::size_t... n>
  static void general(Wave& wave, const Instruction& instruction, std::index_sequence<n...>) {
    const Sources sources(wave, instruction);
    const RoundingScope rounding(Result::kBits == 32 ? wave.mode.round_32 : wave.mode.round_16_64);
    for_each_lane(sources.active(), [&](unsigned lane) {
      const auto result = function(wave.mode, sources.get<Types>(n, lane)...);
      write_lane(wave, instruction, lane, finish<Result>(wave, instruction, result), Result::kBits);
    });
  }
};

template <class Type, auto function>
struct Compare {
  static void execute(Wave& wave, const Instruction& instruction) {
    const Sources sources(wave, instruction);
    std::uint64_t mask = 0;
    for_each_lane(sources.active(), [&](unsigned lane) {
      const bool holds = function(sources.get<Type>(0, lane), sources.get<Type>(1, lane));
      mask |= std::uint64_t{holds} << lane;
    });
    wave.write_mask(instruction.dst, mask);
  }
};

}  // namespace detail

/// The handler of an operation that computes one value from each lane's sources:
///   {"V_ADD_F32", lane_wise<F32(F32, F32), [](const Mode&, float a, float b) { return a + b; }>}
template <class Signature, auto function>
constexpr Handler lane_wise = &detail::LaneWise<Signature, function>::execute;

/// The handler of a comparison. Its mask is written to `dst`; the bits of inactive lanes are 0.
template <class Type, auto function>
constexpr Handler compare = &detail::Compare<Type, function>::execute;

}  // namespace rocm_bindgen::emulator
