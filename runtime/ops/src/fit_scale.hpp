// Scales and codes for a few floats, found by a search for the least squared error. The search tries a fixed number of
// scales, so the result is not always the optimum.
#ifndef ROCM_BINDGEN_OPS_FIT_SCALE_HPP
#define ROCM_BINDGEN_OPS_FIT_SCALE_HPP

namespace rocm_bindgen::ops {

/// Returns the scale for elements that are represented as scale * code, with codes from -half to half - 1. The scale
/// may have either sign.
float fit_scale(const float* values, int count, int half);

struct ScaleAndOffset {
  float scale;
  float min;  // the value that is subtracted, at least 0
};

/// Returns the scale and the minimum for elements that are represented as scale * code - min, with codes from 0 to
/// highest.
ScaleAndOffset fit_scale_and_min(const float* values, int count, int highest);

/// Returns the code from `lowest` to `highest` that is nearest to value / scale. If the scale is 0, that quotient
/// counts as 0; if it is NaN, the result is `lowest`.
int code_for(float value, float scale, int lowest, int highest);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_FIT_SCALE_HPP
