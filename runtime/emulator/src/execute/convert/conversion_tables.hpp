// The parts of the table that conversion_operations() returns.
#pragma once

#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {

Operations number_conversions();  // between f16, f32, f64 and integers
Operations pack_conversions();    // to pairs of 16-bit results, or into one byte
Operations float8_conversions();

}  // namespace rocm_bindgen::emulator
