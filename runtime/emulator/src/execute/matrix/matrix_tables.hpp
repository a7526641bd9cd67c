// The parts of the table that matrix_operations() returns. Each is defined in the file with its handlers.
#pragma once

#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {

Operations mfma_operations();  // MFMA and SMFMAC of CDNA 2 and 3
Operations wmma_operations();  // WMMA of RDNA 3 and 4, SWMMAC of RDNA 4

}  // namespace rocm_bindgen::emulator
