// The shortest times in which a GPU could do what a profile has counted, by unit.
//
// A bound is the counted work, divided by the highest rate of the unit that does it, with all compute units working at
// the highest clock. It says which unit limits a kernel, and what no tuning of the others can change. It predicts no
// time: latencies, launches and clocks below the highest make a kernel slower, and so do the instructions that take
// several cycles, which count as one here. There is one way to be faster: memory is counted as if no cache had any of
// it, so data that several instructions read can come sooner.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/named_gpus.hpp"

namespace rocm_bindgen::build {

/// In microseconds.
struct ProfileBounds {
  double memory = 0;      ///< the sectors of 64 bytes of loads, stores and atomics; without scratch and scalar loads
  double lds = 0;         ///< LDS cycles, at one per cycle and compute unit
  double arithmetic = 0;  ///< VALU instructions; without those of matrix units
};

/// `counts` is the member of a kernel in a profile. Throws nlohmann::json::exception if it is not as documented in
/// docs/emulator.md.
ProfileBounds bounds_of(const nlohmann::json& counts, const NamedGpu& gpu);

}  // namespace rocm_bindgen::build
