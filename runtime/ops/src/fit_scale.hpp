// Codes and scales for a few floats, with the least squared error that a search finds.
#ifndef ROCM_BINDGEN_OPS_FIT_SCALE_HPP
#define ROCM_BINDGEN_OPS_FIT_SCALE_HPP

namespace rocm_bindgen::ops {

/// Elements as scale * code, with codes from -half to half - 1. Gives the scale, of either sign.
float fit_scale(const float* values, int count, int half);

struct ScaleAndOffset {
  float scale;
  float min;  // at least 0: what is subtracted
};

/// Elements as scale * code - min, with codes from 0 to highest.
ScaleAndOffset fit_scale_and_min(const float* values, int count, int highest);

/// The nearest of the codes from `lowest` to `highest` for value / scale; 0, or the nearest to it, without a scale; the
/// lowest where the quotient is NaN.
int code_for(float value, float scale, int lowest, int highest);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_FIT_SCALE_HPP
