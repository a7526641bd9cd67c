// Vector instructions lane by lane: reading sources with their modifiers, writing results with theirs. An operation is
// a lambda over host values; what DPP, SDWA, op_sel, omod, clamp, rounding and denormal modes do stands here, once.
#pragma once

#include <array>
#include <cfenv>
#include <cmath>
#include <cstdint>

#include "execute/value_types.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// Calls `body(lane)` for each lane of the mask, lowest first.
template <class Body>
inline void for_each_lane(std::uint64_t mask, Body body) {
  for (; mask != 0; mask &= mask - 1) body(static_cast<unsigned>(std::countr_zero(mask)));
}

/// The dwords of one source for all lanes: a register's row, or one value for all (`stride` 0).
struct SourceRow {
  const std::uint32_t* low = nullptr;
  const std::uint32_t* high = nullptr;  ///< of 64-bit sources
  unsigned stride = 0;
};

/// The sources of a vector instruction. With DPP and SDWA they are gathered first; `active` is the lanes that write.
class Sources {
 public:
  Sources(Wave& wave, const Instruction& instruction);
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  std::uint64_t active() const { return active_; }

  /// Source `n` of a lane, no modifiers applied but DPP and SDWA selection.
  std::uint32_t dword(unsigned n, unsigned lane) const { return rows_[n].low[lane * rows_[n].stride]; }
  std::uint64_t dwords(unsigned n, unsigned lane) const {
    const auto& row = rows_[n];
    return row.low[lane * row.stride] | std::uint64_t{row.high[lane * row.stride]} << 32;
  }
  /// As a value of its type: op_sel, abs, neg and input denormals done.
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
  std::array<std::array<std::uint32_t, 2>, 4> broadcast_;         // of scalars and constants
  std::array<std::array<std::uint32_t, kMaxLanes>, 3> gathered_;  // src0 low and high, src1 low; filled only if needed
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

/// omod, clamp and output denormals.
template <class Type>
std::uint64_t finish(const Wave& wave, const Instruction& instruction, typename Type::Host host);

/// Writes `bits` of a result type of that many bits to a lane of the destination, as SDWA, op_sel and the generation's
/// rule for the other half of a 16-bit result have it.
void write_lane(Wave& wave, const Instruction& instruction, unsigned lane, std::uint64_t bits, unsigned bit_count);

/// For the duration of an instruction the host rounds as the device is told to.
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
  /// 16-bit results need the generation's rule for the other half.
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

/// An operation that makes one value of each lane's sources:
///   {"V_ADD_F32", lane_wise<F32(F32, F32), [](const Mode&, float a, float b) { return a + b; }>}
template <class Signature, auto function>
constexpr Handler lane_wise = &detail::LaneWise<Signature, function>::execute;

/// A comparison; its mask goes to `dst`, 0 for inactive lanes.
template <class Type, auto function>
constexpr Handler compare = &detail::Compare<Type, function>::execute;

}  // namespace rocm_bindgen::emulator
