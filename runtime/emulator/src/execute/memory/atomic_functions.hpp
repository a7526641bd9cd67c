// The functions by which atomics change the value in memory. LDS, flat and buffer instructions share them. They only
// compute; the address spaces execute them atomically.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "execute/float/half.hpp"
#include "execute/memory/memory_access.hpp"

namespace rocm_bindgen::emulator {

/// The operands of an atomic.
template <class Unit>
struct AtomicOperands {
  Unit memory;  ///< the previous value in memory
  Unit data;    ///< the instruction's first data operand
  Unit second;  ///< the second data operand, if there is one: a value to compare with, or bits to set
  Denormals denormals;
};

template <class Unit>
using AtomicFunction = Unit (*)(const AtomicOperands<Unit>&);

namespace atomics {

template <class Unit>
Unit swap(const AtomicOperands<Unit>& in) {
  return in.data;
}
template <class Unit>
Unit add(const AtomicOperands<Unit>& in) {
  return in.memory + in.data;
}
template <class Unit>
Unit subtract(const AtomicOperands<Unit>& in) {
  return in.memory - in.data;
}
template <class Unit>
Unit subtract_reversed(const AtomicOperands<Unit>& in) {
  return in.data - in.memory;
}
/// Saturates at zero.
template <class Unit>
Unit subtract_clamped(const AtomicOperands<Unit>& in) {
  return in.memory < in.data ? 0 : in.memory - in.data;
}
/// Subtracts only if the result is not negative.
template <class Unit>
Unit subtract_if_enough(const AtomicOperands<Unit>& in) {
  return in.memory < in.data ? in.memory : in.memory - in.data;
}
/// Counts up to the data, then continues at 0.
template <class Unit>
Unit increment(const AtomicOperands<Unit>& in) {
  return in.memory >= in.data ? 0 : in.memory + 1;
}
/// Counts down to 0, then continues at the data. A value above the data is also replaced by the data.
template <class Unit>
Unit decrement(const AtomicOperands<Unit>& in) {
  return in.memory == 0 || in.memory > in.data ? in.data : in.memory - 1;
}
template <class Unit>
Unit bit_and(const AtomicOperands<Unit>& in) {
  return in.memory & in.data;
}
template <class Unit>
Unit bit_or(const AtomicOperands<Unit>& in) {
  return in.memory | in.data;
}
template <class Unit>
Unit bit_xor(const AtomicOperands<Unit>& in) {
  return in.memory ^ in.data;
}
/// Clears the bits that are set in `data`, then sets those of the second operand.
template <class Unit>
Unit masked_or(const AtomicOperands<Unit>& in) {
  return (in.memory & ~in.data) | in.second;
}
/// Moves a position in a ring buffer: back by `data` if the position is at least that, and forward by the second
/// operand if not.
template <class Unit>
Unit wrap(const AtomicOperands<Unit>& in) {
  return in.memory >= in.data ? in.memory - in.data : in.memory + in.second;
}

template <class Unit, class Number>
Unit minimum(const AtomicOperands<Unit>& in) {
  return static_cast<Number>(in.data) < static_cast<Number>(in.memory) ? in.data : in.memory;
}
template <class Unit, class Number>
Unit maximum(const AtomicOperands<Unit>& in) {
  return static_cast<Number>(in.data) > static_cast<Number>(in.memory) ? in.data : in.memory;
}

/// The values are compared as `Number`.
template <class Unit, class Number = Unit>
Unit store_if_equal(const AtomicOperands<Unit>& in) {
  return std::bit_cast<Number>(in.memory) == std::bit_cast<Number>(in.second) ? in.data : in.memory;
}
/// DS_CMPST, whose operands are in the opposite order; it exists before gfx11.
template <class Unit, class Number = Unit>
Unit store_second_if_equal(const AtomicOperands<Unit>& in) {
  return std::bit_cast<Number>(in.memory) == std::bit_cast<Number>(in.data) ? in.second : in.memory;
}

/// Each dword is processed separately: if the highest bit of the data is set, the dword is replaced by the data's lower
/// 31 bits.
inline std::uint64_t exchange_if_flagged(const AtomicOperands<std::uint64_t>& in) {
  std::uint64_t result = 0;
  for (const unsigned shift : {0u, 32u}) {
    const auto data = in.data >> shift & 0xffffffff, memory = in.memory >> shift & 0xffffffff;
    result |= (data >> 31 != 0 ? data & 0x7fffffff : memory) << shift;
  }
  return result;
}

// Sums of floats. If an operand is a NaN, the result is this NaN, quieted; that in memory has precedence. An invalid
// operation gives the positive quiet NaN.

template <class Number>
Number quiet_nan(Number first, Number second) {
  // Adding a NaN to itself quiets it.
  if (std::isnan(first)) return first + first;
  return std::isnan(second) ? second + second : std::numeric_limits<Number>::quiet_NaN();
}

inline std::uint32_t flushed(std::uint32_t bits, bool flush) {
  return flush ? static_cast<std::uint32_t>(value::flush_denormal<value::F32>(bits)) : bits;
}

inline std::uint32_t add_f32(const AtomicOperands<std::uint32_t>& in) {
  const auto memory = std::bit_cast<float>(flushed(in.memory, in.denormals.flush_inputs));
  const auto data = std::bit_cast<float>(flushed(in.data, in.denormals.flush_inputs));
  const float sum = memory + data;
  if (std::isnan(sum)) return std::bit_cast<std::uint32_t>(quiet_nan(memory, data));
  return flushed(std::bit_cast<std::uint32_t>(sum), in.denormals.flush_outputs);
}

/// Subnormal numbers are always kept: the flags in `denormals` are those of f32.
inline std::uint64_t add_f64(const AtomicOperands<std::uint64_t>& in) {
  const auto memory = std::bit_cast<double>(in.memory), data = std::bit_cast<double>(in.data);
  const double sum = memory + data;
  return std::bit_cast<std::uint64_t>(std::isnan(sum) ? quiet_nan(memory, data) : sum);
}

/// IEEE 754-2008 minNum and maxNum, which LLVM's atomicrmw fmin and fmax require of the instructions: a number is
/// preferred to a NaN. -0 is less than +0.
template <class Unit, class Number, bool largest>
Unit extreme(const AtomicOperands<Unit>& in) {
  const auto memory = std::bit_cast<Number>(in.memory), data = std::bit_cast<Number>(in.data);
  if (std::isnan(memory) && std::isnan(data)) return std::bit_cast<Unit>(quiet_nan(memory, data));
  if (std::isnan(data)) return in.memory;
  if (std::isnan(memory)) return in.data;
  // Equal numbers have different bits only if they are +0 and -0: then AND gives +0, and OR gives -0.
  if (memory == data) return largest ? in.memory & in.data : in.memory | in.data;
  return (data < memory) != largest ? in.data : in.memory;
}

/// Adds the lower and the upper 16 bits separately, as floats of type `Element` (Half or Brain). MODE affects neither
/// subnormal numbers nor rounding.
template <class Element>
std::uint32_t packed_add(const AtomicOperands<std::uint32_t>& in) {
  constexpr bool is_half = std::is_same_v<Element, Half>;
  constexpr std::uint16_t quiet_bit = is_half ? 0x0200 : 0x0040, invalid = is_half ? 0x7e00 : 0x7fc0;
  std::uint32_t result = 0;
  for (const unsigned shift : {0u, 16u}) {
    const Element memory{static_cast<std::uint16_t>(in.memory >> shift)};
    const Element data{static_cast<std::uint16_t>(in.data >> shift)};
    // The sum is exact, or the lost part is too small to affect the rounding to the element.
    const double sum = to_double(memory) + to_double(data);
    std::uint32_t bits;
    if (std::isnan(to_double(memory)))
      bits = memory.bits | quiet_bit;
    else if (std::isnan(to_double(data)))
      bits = data.bits | quiet_bit;
    else if (std::isnan(sum))
      bits = invalid;
    else if constexpr (is_half)
      bits = half_from_double(sum).bits;
    else
      bits = brain_from_double(sum).bits;
    result |= bits << shift;
  }
  return result;
}

}  // namespace atomics
}  // namespace rocm_bindgen::emulator
