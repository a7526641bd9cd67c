#include "execute/float/half.hpp"

#include <algorithm>
#include <cmath>

#include "execute/float/float_bits.hpp"

namespace rocm_bindgen::emulator {
namespace {

double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// Converts `value` to `Type`, whose range is well inside that of double. The host's floating-point unit rounds, so the
/// result follows the host's rounding mode.
template <class Type>
std::uint16_t narrowed(double value) {
  using To = value::Format<Type>;
  using From = value::Format<value::F64>;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t sign = bits >> 63 << (Type::kBits - 1);
  if (value != value) {
    const auto payload = (bits & From::kMantissaMask) >> (From::kMantissa - To::kMantissa);
    return static_cast<std::uint16_t>(sign | To::kInvalid | payload);
  }
  if (std::isinf(value)) return static_cast<std::uint16_t>(sign | To::kInfinity);

  // A value beyond the largest number rounds up or down depending only on the mode. It is replaced by this limit, which
  // rounds in the same direction: it is a quarter of a unit in the last place below the next power of two.
  constexpr int largest_exponent = To::kBias;
  const double limit =
      power_of_two(largest_exponent + 1) - power_of_two(largest_exponent - static_cast<int>(To::kMantissa) - 2);
  const double bounded = std::copysign(std::min(std::fabs(value), limit), value);

  // Scales the value so that its unit in the last place is 1. Subnormal numbers have the unit of the smallest normal
  // number.
  constexpr int smallest_exponent = 1 - To::kBias;
  const int exponent = std::max(value::stored_exponent<value::F64>(std::bit_cast<std::uint64_t>(bounded)) - From::kBias,
                                smallest_exponent);
  const double scaled = bounded * power_of_two(static_cast<int>(To::kMantissa) - exponent);
  // Doubles of this size have no fraction bits, so the addition rounds to an integer. `rounding_addend` has the sign of
  // the value, so that directed modes round in the right direction.
  const double rounding_addend = std::copysign(0x1p52, value);
  const double significand = std::fabs((scaled + rounding_addend) - rounding_addend);
  // The leading 1 of a normal number, and a carry from rounding, are added to the exponent.
  const auto field = (static_cast<std::uint64_t>(exponent - smallest_exponent) << To::kMantissa) +
                     static_cast<std::uint64_t>(significand);
  return static_cast<std::uint16_t>(sign | field);
}

}  // namespace

Half half_from_double(double value) {
  return {narrowed<value::F16>(value)};
}

Brain brain_from_double(double value) {
  return {narrowed<value::BF16>(value)};
}

Half half_result(const Mode& mode, double value) {
  auto half = half_from_double(value);
  constexpr unsigned infinity = value::Format<value::F16>::kInfinity;
  const bool overflow = (half.bits & 0x7fffu) == infinity && !std::isinf(value);
  if (mode.saturates_overflow && overflow) --half.bits;
  return half;
}

}  // namespace rocm_bindgen::emulator
