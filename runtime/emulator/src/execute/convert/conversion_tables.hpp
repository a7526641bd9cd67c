// The parts that conversion_operations() is made of.
#pragma once

#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {

Operations number_conversions();  // between f16, f32, f64 and integers
Operations pack_conversions();    // to two 16-bit results, or into a byte
Operations float8_conversions();

}  // namespace rocm_bindgen::emulator
