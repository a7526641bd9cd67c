// The parts of the table that packed_operations() returns. Each is defined in the file with its handlers.
#pragma once

#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {

Operations packed_integers();  // V_PK_* on 16-bit integers
Operations packed_floats();    // V_PK_* on f16 and f32, V_PK_MOV_B32, V_PACK_B32_F16
Operations mixed_precision();  // V_FMA_MIX*

}  // namespace rocm_bindgen::emulator
