// Data-parallel primitives: which lane a lane reads (RDNA 3 ISA, 7.7 "DPP"; Vega ISA, 13.3.9).
#pragma once

#include "machine/instruction.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

struct DppSource {
  bool writes;  ///< false: the lane keeps its old result
  int lane;     ///< -1: reads 0
};

DppSource dpp_source(const Wave& wave, const Modifiers& modifiers, unsigned lane);

}  // namespace rocm_bindgen::emulator
