// Where the elements of WMMA's and SWMMAC's 16 x 16 matrices are.
#pragma once

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator::matrix {

constexpr unsigned kWmmaSide = 16;

struct WmmaPlace {
  unsigned lane;
  unsigned element;  ///< of those that the lane's registers hold
};

/// RDNA 3 (its ISA document, "Wave Matrix Multiply Accumulate"). A and B: a lane has all k's of the row or column
/// `lane % 16`, and every group of 16 lanes has all of them. C and D: rows are dealt to the groups of 16 lanes in turn,
/// a register for each round; 16-bit elements take half a register each.
struct Rdna3Layout {
  static constexpr bool kReplicates = true;
  static unsigned copies(const Wave& wave) { return wave.lanes / kWmmaSide; }
  static WmmaPlace input(const Wave&, unsigned copy, unsigned outer, unsigned k, unsigned /*depth*/,
                         unsigned /*bits*/) {
    return {copy * kWmmaSide + outer, k};
  }
  static WmmaPlace output(const Wave& wave, unsigned row, unsigned column, unsigned bits) {
    const unsigned groups = wave.lanes / kWmmaSide;
    const unsigned spread = 32 / bits;
    return {row % groups * kWmmaSide + column, row / groups * spread};
  }
};

/// RDNA 4 (its ISA document, "Wave Matrix Multiply Accumulate"). In waves of 32, the lower 16 lanes have the lower half
/// of the k's, or of C's and D's rows, in consecutive elements, the upper ones the other half. A wave of 64 has the
/// upper half of the registers that one of 32 would have in its upper 32 lanes; what would be a single register is in
/// the lower ones alone.
struct Rdna4Layout {
  static constexpr bool kReplicates = false;
  static unsigned copies(const Wave&) { return 1; }
  static WmmaPlace input(const Wave& wave, unsigned /*copy*/, unsigned outer, unsigned k, unsigned depth,
                         unsigned bits) {
    return split(wave, outer, k, depth, bits);
  }
  static WmmaPlace output(const Wave& wave, unsigned row, unsigned column, unsigned bits) {
    return split(wave, column, row, kWmmaSide, bits);
  }

 private:
  static WmmaPlace split(const Wave& wave, unsigned across, unsigned along, unsigned length, unsigned bits) {
    const unsigned half = length / 2;
    const WmmaPlace in_32 = {along / half * kWmmaSide + across, along % half};
    const unsigned registers = half * bits / 32;
    if (wave.lanes == 32 || registers < 2) return in_32;
    const unsigned kept = half / 2;
    return {in_32.lane + in_32.element / kept * 32, in_32.element % kept};
  }
};

}  // namespace rocm_bindgen::emulator::matrix
