// The three steps of a division that are not ordinary arithmetic: scaling operands to where Newton's method loses
// nothing (V_DIV_SCALE), the last step, undoing that (V_DIV_FMAS), and the quotients that have no approximation
// (V_DIV_FIXUP). f32 and f64; halves are divided in f32 and only fixed up, in double.
#pragma once

#include <optional>

#include "execute/value_types.hpp"

namespace rocm_bindgen::emulator {

template <class Float>
struct ScaledOperand {
  Float value;
  bool post_scale;  ///< the quotient of the scaled operands has to be scaled back: VCC for V_DIV_FMAS
};

/// `operand` is the denominator or the numerator.
template <class Float>
ScaledOperand<Float> scale_for_division(Float operand, Float denominator, Float numerator);

/// a * b + c times a power of two that takes back the scaling, rounded once.
template <class Float>
Float scaled_back(Float a, Float b, Float c);

/// Of operands that are zero, infinite or NaN. Nothing for the others.
template <class Float>
std::optional<Float> special_quotient(Float denominator, Float numerator);

/// `quotient` with the sign it has to have; what was too large or small for an approximation overflows and underflows
/// as the rounding mode says.
template <class Float>
Float fixed_up(Float quotient, Float denominator, Float numerator);
Half fixed_up(Half quotient, Half denominator, Half numerator);

}  // namespace rocm_bindgen::emulator
