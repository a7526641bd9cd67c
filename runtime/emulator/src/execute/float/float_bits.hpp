// The binary formats of floating-point numbers, and the device's NaNs.
#pragma once

#include <cstdint>

#include "execute/value_types.hpp"

namespace rocm_bindgen::emulator::value {

/// `mantissa` is the number of stored bits of the significand.
template <class Type, unsigned mantissa>
struct Layout {
  static constexpr unsigned kMantissa = mantissa;
  static constexpr int kBias = (1 << (Type::kBits - 2 - mantissa)) - 1;
  static constexpr std::uint64_t kMantissaMask = (std::uint64_t{1} << mantissa) - 1;
  static constexpr std::uint64_t kQuiet = std::uint64_t{1} << (mantissa - 1);
  static constexpr std::uint64_t kInfinity = Type::kSign - 1 - kMantissaMask;
  /// The NaN that is the result of an invalid operation such as inf - inf.
  static constexpr std::uint64_t kInvalid = kInfinity | kQuiet;
};

template <class Type>
struct Format;
template <>
struct Format<F16> : Layout<F16, 10> {};
template <>
struct Format<BF16> : Layout<BF16, 7> {};
template <>
struct Format<F32> : Layout<F32, 23> {};
template <>
struct Format<F64> : Layout<F64, 52> {};

template <class Type>
constexpr std::uint64_t magnitude(std::uint64_t bits) {
  return bits & (Type::kSign - 1);
}
template <class Type>
constexpr bool is_negative(std::uint64_t bits) {
  return (bits & Type::kSign) != 0;
}
template <class Type>
constexpr bool is_nan(std::uint64_t bits) {
  return magnitude<Type>(bits) > Format<Type>::kInfinity;
}
template <class Type>
constexpr bool is_signalling(std::uint64_t bits) {
  return is_nan<Type>(bits) && (bits & Format<Type>::kQuiet) == 0;
}
/// The stored exponent: 0 for zeros and subnormal numbers, all ones for infinities and NaNs.
template <class Type>
constexpr int stored_exponent(std::uint64_t bits) {
  return static_cast<int>(magnitude<Type>(bits) >> Format<Type>::kMantissa);
}

/// Compares numbers by their bits, with -0 less than +0. The arguments must not be NaNs.
template <class Type>
constexpr bool is_less(std::uint64_t a, std::uint64_t b) {
  const auto key = [](std::uint64_t bits) {
    return is_negative<Type>(bits) ? Type::kSign - 1 - magnitude<Type>(bits) : bits | Type::kSign;
  };
  return key(a) < key(b);
}

}  // namespace rocm_bindgen::emulator::value
