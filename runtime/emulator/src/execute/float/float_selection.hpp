// Minima, maxima and medians of floats of all widths. The result is always the bits of one of the operands.
//
// The generations differ only in how they treat NaNs. Each rule is a class with a function select(), and Selection
// derives all operations from a rule.
#pragma once

#include <array>

#include "execute/float/float_bits.hpp"
#include "machine/mode.hpp"

namespace rocm_bindgen::emulator {

/// Returns the larger or smaller of two numbers. -0 is less than +0 (RDNA 3 ISA, V_MIN_F32: "-0<+0 is TRUE in this
/// comparison"). The arguments must not be NaNs.
template <class Type, bool maximum>
constexpr std::uint64_t chosen(std::uint64_t a, std::uint64_t b) {
  return value::is_less<Type>(a, b) == maximum ? b : a;
}

/// The rule of V_MIN_F32, V_MAX_F32 and similar instructions up to gfx11: a number is preferred to a quiet NaN. In IEEE
/// mode, a signalling NaN is the result, quieted; without IEEE mode, it is treated like a quiet NaN.
struct SelectByMode {
  template <class Type, bool maximum>
  static constexpr std::uint64_t select(const Mode& mode, std::uint64_t a, std::uint64_t b) {
    if (!value::is_nan<Type>(a) && !value::is_nan<Type>(b)) [[likely]]
      return chosen<Type, maximum>(a, b);
    if (mode.ieee && value::is_signalling<Type>(a)) return a | value::Format<Type>::kQuiet;
    if (mode.ieee && value::is_signalling<Type>(b)) return b | value::Format<Type>::kQuiet;
    return value::is_nan<Type>(b) ? a : b;
  }
};

/// The rule of V_MIN_NUM_F32 and similar instructions on gfx12, which is IEEE 754-2019's minimumNumber: every NaN is a
/// missing value.
struct SelectNumber {
  template <class Type, bool maximum>
  static constexpr std::uint64_t select(const Mode&, std::uint64_t a, std::uint64_t b) {
    if (!value::is_nan<Type>(a) && !value::is_nan<Type>(b)) [[likely]]
      return chosen<Type, maximum>(a, b);
    if (!value::is_nan<Type>(a)) return a;
    return value::is_nan<Type>(b) ? a | value::Format<Type>::kQuiet : b;
  }
};

/// The rule of V_MINIMUM_F32 and similar instructions on gfx12, which is IEEE 754-2019's minimum: NaN propagates. A
/// signalling NaN has precedence over a quiet one (RDNA 4 ISA, V_MINIMUM_F32).
struct SelectPropagating {
  template <class Type, bool maximum>
  static constexpr std::uint64_t select(const Mode&, std::uint64_t a, std::uint64_t b) {
    if (!value::is_nan<Type>(a) && !value::is_nan<Type>(b)) [[likely]]
      return chosen<Type, maximum>(a, b);
    if (value::is_signalling<Type>(a)) return a | value::Format<Type>::kQuiet;
    if (value::is_signalling<Type>(b)) return b | value::Format<Type>::kQuiet;
    return value::is_nan<Type>(a) ? a : b;
  }
};

/// The operations on host values, for the tables of operations.
template <class Type, class Rule>
struct Selection {
  using Host = typename Type::Host;

  static Host minimum(const Mode& mode, Host a, Host b) { return select<false>(mode, a, b); }
  static Host maximum(const Mode& mode, Host a, Host b) { return select<true>(mode, a, b); }
  static Host minimum_3(const Mode& mode, Host a, Host b, Host c) { return minimum(mode, minimum(mode, a, b), c); }
  static Host maximum_3(const Mode& mode, Host a, Host b, Host c) { return maximum(mode, maximum(mode, a, b), c); }
  static Host maximum_of_minimum(const Mode& mode, Host a, Host b, Host c) {
    return maximum(mode, minimum(mode, a, b), c);
  }
  static Host minimum_of_maximum(const Mode& mode, Host a, Host b, Host c) {
    return minimum(mode, maximum(mode, a, b), c);
  }

  /// If an operand is a NaN, the result is that of minimum_3. Otherwise the first operand that equals the maximum is
  /// removed, and the result is the larger of the other two (RDNA 3 ISA, V_MED3_F32).
  static Host median(const Mode& mode, Host a, Host b, Host c) {
    for (const auto operand : {a, b, c})
      if (value::is_nan<Type>(Type::to_bits(operand))) return minimum_3(mode, a, b, c);
    const auto largest = maximum_3(mode, a, b, c);
    if (equal(largest, a)) return maximum(mode, b, c);
    return maximum(mode, a, equal(largest, b) ? c : b);
  }

 private:
  template <bool maximum>
  static Host select(const Mode& mode, Host a, Host b) {
    return Type::from_bits(Rule::template select<Type, maximum>(mode, Type::to_bits(a), Type::to_bits(b)));
  }
  /// Compares as numbers: zeros of different signs are equal.
  static bool equal(Host a, Host b) {
    const auto left = Type::to_bits(a), right = Type::to_bits(b);
    return left == right || (value::magnitude<Type>(left) == 0 && value::magnitude<Type>(right) == 0);
  }
};

}  // namespace rocm_bindgen::emulator
