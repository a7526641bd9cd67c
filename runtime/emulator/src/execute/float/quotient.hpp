// The three steps of a division that are not ordinary arithmetic: V_DIV_SCALE scales the operands to a range in which
// Newton's method is exact enough; V_DIV_FMAS is the last step of the method and undoes the scaling; V_DIV_FIXUP
// replaces quotients that have no approximation. These functions are for f32 and f64. Halves are divided in f32 and
// only fixed up, in double.
#pragma once

#include <optional>

#include "execute/value_types.hpp"

namespace rocm_bindgen::emulator {

/// The result of V_DIV_SCALE.
template <class Float>
struct ScaledOperand {
  Float value;
  bool post_scale;  ///< the quotient of the scaled operands must be scaled back: the bit of VCC for V_DIV_FMAS
};

/// Scales `operand`, which must be the denominator or the numerator.
template <class Float>
ScaledOperand<Float> scale_for_division(Float operand, Float denominator, Float numerator);

/// Returns a * b + c, multiplied by the power of two that undoes the scaling. The result is rounded once.
template <class Float>
Float scaled_back(Float a, Float b, Float c);

/// Returns the quotient if an operand is zero, infinite or NaN, and nothing for other operands.
template <class Float>
std::optional<Float> special_quotient(Float denominator, Float numerator);

/// Returns `quotient` with the correct sign. A quotient that is too large or too small for an approximation overflows
/// or underflows according to the rounding mode.
template <class Float>
Float fixed_up(Float quotient, Float denominator, Float numerator);
Half fixed_up(Half quotient, Half denominator, Half numerator);

}  // namespace rocm_bindgen::emulator
