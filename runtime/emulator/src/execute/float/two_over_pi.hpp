// V_TRIG_PREOP_F64: the digits of 2/pi that large arguments of sines and cosines are multiplied with.
#pragma once

namespace rocm_bindgen::emulator {

/// The 53 bits of 2/pi, truncated, that begin at bit 53 * segment for arguments that are not large, and as many bits
/// later as the argument's exponent exceeds that of 2^54; scaled down to their place (RDNA 3 ISA, V_TRIG_PREOP_F64).
double two_over_pi_segment(double argument, unsigned segment);

}  // namespace rocm_bindgen::emulator
