// Integer operations with the clamp modifier, which saturates their results (RDNA 3 ISA, 7.2 "Instruction Fields",
// CLAMP).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "execute/lanes/lanes.hpp"

namespace rocm_bindgen::emulator {
namespace detail {

template <class Signature, auto exact>
struct Saturating;

template <class Result, class... Types, auto exact>
struct Saturating<Result(Types...), exact> {
  using Host = typename Result::Host;

  static Host wrapped(const Mode&, typename Types::Host... operands) {
    return static_cast<Host>(exact(std::int64_t{operands}...));
  }
  static Host saturated(const Mode&, typename Types::Host... operands) {
    using Limits = std::numeric_limits<Host>;
    return static_cast<Host>(std::clamp<std::int64_t>(exact(std::int64_t{operands}...), Limits::min(), Limits::max()));
  }
  static void execute(Wave& wave, const Instruction& instruction) {
    if (instruction.modifiers.clamp)
      LaneWise<Result(Types...), saturated>::execute(wave, instruction);
    else
      LaneWise<Result(Types...), wrapped>::execute(wave, instruction);
  }
};

}  // namespace detail

/// `exact` computes the exact result in 64 bits from operands of up to 32 bits. The result wraps, or saturates with
/// clamp.
template <class Signature, auto exact>
constexpr Handler saturating = &detail::Saturating<Signature, exact>::execute;

}  // namespace rocm_bindgen::emulator
