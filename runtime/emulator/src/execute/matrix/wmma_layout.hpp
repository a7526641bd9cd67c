// The positions of the elements of WMMA's and SWMMAC's 16 x 16 matrices in lanes and registers.
#pragma once

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator::matrix {

constexpr unsigned kWmmaSide = 16;

/// The position of an element.
struct WmmaPlace {
  unsigned lane;
  unsigned element;  ///< the index among the elements of the lane's registers
};

/// RDNA 3 (its ISA document, "Wave Matrix Multiply Accumulate"). A and B: a lane has all values of k of the row or
/// column `lane % 16`, and every group of 16 lanes has a copy. C and D: consecutive rows are in consecutive groups of
/// 16 lanes, and the next register has the next rows; a 16-bit element occupies half of a register.
struct Rdna3Layout {
  static constexpr bool kReplicates = true;
  static unsigned copies(const Wave& wave) { return wave.lanes / kWmmaSide; }
  static WmmaPlace input(const Wave&, unsigned copy, unsigned outer, unsigned k, unsigned /*depth*/,
                         unsigned /*bits*/) {
    return {copy * kWmmaSide + outer, k};
  }
  /// The number of elements that a lane has of A or B.
  static unsigned per_lane(const Wave&, unsigned depth, unsigned /*bits*/) { return depth; }
  static WmmaPlace output(const Wave& wave, unsigned row, unsigned column, unsigned bits) {
    const unsigned groups = wave.lanes / kWmmaSide;
    const unsigned elements_per_register = 32 / bits;
    return {row % groups * kWmmaSide + column, row / groups * elements_per_register};
  }
};

/// RDNA 4 (its ISA document, "Wave Matrix Multiply Accumulate"). In waves of 32, the lower 16 lanes have the lower half
/// of the values of k, or of the rows of C and D, in consecutive elements; the upper 16 lanes have the other half. In
/// waves of 64, the upper 32 lanes have the upper half of the registers of a wave of 32. If that would be a single
/// register, it is only in the lower 32 lanes.
struct Rdna4Layout {
  static constexpr bool kReplicates = false;
  static unsigned copies(const Wave&) { return 1; }
  static WmmaPlace input(const Wave& wave, unsigned /*copy*/, unsigned outer, unsigned k, unsigned depth,
                         unsigned bits) {
    return split(wave, outer, k, depth, bits);
  }
  /// `length` is the depth, or the number of rows of C and D.
  static unsigned per_lane(const Wave& wave, unsigned length, unsigned bits) {
    const unsigned half = length / 2, registers = half * bits / 32;
    return wave.lanes == 32 || registers < 2 ? half : half / 2;
  }
  static WmmaPlace output(const Wave& wave, unsigned row, unsigned column, unsigned bits) {
    return split(wave, column, row, kWmmaSide, bits);
  }

 private:
  /// `along` is the index, below `length`, in the dimension that is split between lanes: k, or the row of C and D.
  /// `across` is the index in the other dimension.
  static WmmaPlace split(const Wave& wave, unsigned across, unsigned along, unsigned length, unsigned bits) {
    const unsigned half = length / 2;
    const WmmaPlace in_32 = {along / half * kWmmaSide + across, along % half};
    const unsigned in_lane = per_lane(wave, length, bits);
    return {in_32.lane + in_32.element / in_lane * 32, in_32.element % in_lane};
  }
};

}  // namespace rocm_bindgen::emulator::matrix
