// The parts of the table that integer_operations() returns. Each is defined in the file with its handlers.
#pragma once

#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {

Operations integer_arithmetic();   // sums, differences, products, multiply-adds
Operations integer_bits();         // logic, shifts, bit fields, counts
Operations integer_selections();   // minima, maxima, medians
Operations integer_differences();  // sums of absolute differences of bytes and words, averages
Operations integer_moves();        // moves, also relative ones, swaps, V_CNDMASK

}  // namespace rocm_bindgen::emulator
