// V_TRIG_PREOP_F64: the digits of 2/pi by which large arguments of sines and cosines are multiplied.
#pragma once

namespace rocm_bindgen::emulator {

/// Returns 53 bits of 2/pi, truncated and scaled to their position. They begin at bit 53 * segment or, for arguments
/// with an exponent E above 54, E - 54 bits later. For very large arguments (E from 945 on), the result is multiplied
/// by 2^128 (RDNA 3 ISA, V_TRIG_PREOP_F64).
double two_over_pi_segment(double argument, unsigned segment);

}  // namespace rocm_bindgen::emulator
