// V_TRIG_PREOP_F64: the digits of 2/pi by which large arguments of sines and cosines are multiplied.
#pragma once

namespace rocm_bindgen::emulator {

/// Returns 53 bits of 2/pi, truncated and scaled to their position. For arguments that are not large, the bits begin at
/// bit 53 * segment; for large ones, they begin later, by the difference between the argument's exponent and that of
/// 2^54 (RDNA 3 ISA, V_TRIG_PREOP_F64).
double two_over_pi_segment(double argument, unsigned segment);

}  // namespace rocm_bindgen::emulator
