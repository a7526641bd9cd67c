// f16 and bf16 by their bits. Every conversion from double rounds once, in the mode that the host is in.
#pragma once

#include "execute/value_types.hpp"

namespace rocm_bindgen::emulator {

double to_double(Half half);    ///< exact; a NaN keeps its payload's upper bits and becomes quiet
double to_double(Brain brain);  ///< exact
inline double to_double(float single) {
  return single;
}
inline double to_double(double value) {
  return value;
}
/// Rounded as fegetround() says; denormals kept; overflow by the rounding mode's rule.
Half half_from_double(double value);
Brain brain_from_double(double value);

}  // namespace rocm_bindgen::emulator
