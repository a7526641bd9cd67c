// Data-parallel primitives (DPP): which lane each lane reads (RDNA 3 ISA, 7.7 "DPP"; Vega ISA, 13.3.9).
#pragma once

#include "machine/instruction.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

struct DppSource {
  bool writes;  ///< if false, the destination of the lane keeps its value
  int lane;     ///< -1: the source reads as 0
};

/// The part of a lane's source that does not depend on EXEC.
struct DppSelection {
  bool included;  ///< the row and bank masks include the lane
  int lane;       ///< the lane that it reads; -1 if there is none
};
/// Throws a Fault if the DPP control is unknown.
DppSelection dpp_selection(unsigned lanes, const Modifiers& modifiers, unsigned lane);

/// Returns the source of an active lane for DPP and DPP8. Throws a Fault if the DPP control is unknown.
DppSource dpp_source(const Wave& wave, const Modifiers& modifiers, unsigned lane);

}  // namespace rocm_bindgen::emulator
