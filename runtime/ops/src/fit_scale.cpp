#include "fit_scale.hpp"

#include <algorithm>
#include <cmath>

namespace rocm_bindgen::ops {
namespace {

// With one scale, the element that is farthest from zero (or from the minimum) is exactly the code at the end of the
// range. The search tries scales around that one: with them, the magnitude of the element's quotient is up to 0.9
// smaller or larger, in steps of 0.1. With smaller scales a few elements are clamped, which can reduce the total error.
constexpr int kStepsBelow = 9, kStepsAbove = 9;
constexpr float kStep = 0.1f;

}  // namespace

int code_for(float value, float scale, int lowest, int highest) {
  const float quotient = scale == 0 ? 0 : value / scale;
  if (std::isnan(quotient)) return lowest;
  return static_cast<int>(
      std::nearbyint(std::clamp(quotient, static_cast<float>(lowest), static_cast<float>(highest))));
}

float fit_scale(const float* values, int count, int half) {
  float farthest = 0;
  for (int i = 0; i < count; ++i)
    if (std::fabs(values[i]) > std::fabs(farthest)) farthest = values[i];
  if (farthest == 0) return 0;
  // For fixed codes q the best scale is sum(xq) / sum(qq), and it reduces the squared error by sum(xq)^2 / sum(qq).
  double best_gain = -1;
  double best_scale = 0;
  for (int step = -kStepsBelow; step <= kStepsAbove; ++step) {
    // The element with the largest magnitude gets the lowest code, because the range of codes extends one further below
    // zero than above it.
    const float scale = farthest / -(static_cast<float>(half) + kStep * static_cast<float>(step));
    double products = 0;
    double squares = 0;
    for (int i = 0; i < count; ++i) {
      const double code = code_for(values[i], scale, -half, half - 1);
      products += values[i] * code;
      squares += code * code;
    }
    if (squares == 0 || products * products <= best_gain * squares) continue;
    best_gain = products * products / squares;
    best_scale = products / squares;
  }
  return static_cast<float>(best_scale);
}

ScaleAndOffset fit_scale_and_min(const float* values, int count, int highest) {
  const auto [least, largest] = std::minmax_element(values, values + count);
  // Minimums are stored without a sign and are subtracted, so the lowest value must not be positive.
  const float low = std::min(*least, 0.0f);
  const float high = *largest;
  if (!(high > low)) return {0, -low};
  double best_error = -1;
  ScaleAndOffset best{0, -low};
  for (int step = -kStepsBelow; step <= kStepsAbove; ++step) {
    const float scale = (high - low) / (static_cast<float>(highest) + kStep * static_cast<float>(step));
    // Sums over all elements of the code q, of the value x, and of their products.
    double q = 0, qq = 0, x = 0, xq = 0;
    for (int i = 0; i < count; ++i) {
      const double code = code_for(values[i] - low, scale, 0, highest);
      q += code;
      qq += code * code;
      x += values[i];
      xq += values[i] * code;
    }
    // Least-squares line through the points (code, value). If its offset is positive, it is replaced by the line
    // through zero.
    const double determinant = count * qq - q * q;
    if (determinant <= 0) continue;
    double slope = (count * xq - x * q) / determinant;
    double offset = (qq * x - q * xq) / determinant;
    if (offset > 0) {
      slope = xq / qq;
      offset = 0;
    }
    double error = 0;
    for (int i = 0; i < count; ++i) {
      const double difference = values[i] - (slope * code_for(values[i] - low, scale, 0, highest) + offset);
      error += difference * difference;
    }
    if (best_error >= 0 && error >= best_error) continue;
    best_error = error;
    best = {static_cast<float>(slope), static_cast<float>(-offset)};
  }
  return best;
}

}  // namespace rocm_bindgen::ops
