// What the two units of this program share: a type, and host functions of vector.cu that launch its kernels.
#pragma once

struct Range {
  float low, high;
};

void launch_normalise(float* values, int count, Range range);
Range find_range(const float* values, int count);
