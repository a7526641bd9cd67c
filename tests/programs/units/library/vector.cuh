// What the two units of this program share: a type, and functions of the host that launch the other unit's kernels.
#pragma once

struct Range {
  float low, high;
};

void launch_normalise(float* values, int count, Range range);
Range find_range(const float* values, int count);
