// The parts of the table that scalar_operations() returns. Each is defined in the file with its handlers.
#pragma once

#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {

Operations scalar_arithmetic();          // additions, products, minima, and their forms with a 16-bit immediate
Operations scalar_bits();                // logic, shifts, bit fields, counts, moves of bits
Operations scalar_compares();            // SOPC, S_CMPK
Operations scalar_moves();               // moves, selections, relative moves
Operations scalar_execution_masks();     // S_*_SAVEEXEC, S_*_WREXEC
Operations scalar_floats();              // on f32 and f16, from gfx11.5 on
Operations scalar_hardware_registers();  // S_GETREG, S_SETREG, modes, messages that return

}  // namespace rocm_bindgen::emulator
