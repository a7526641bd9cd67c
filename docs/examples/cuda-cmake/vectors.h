#pragma once

/// Multiplies all of `values`, which is in device memory, by the factor of scale.cu.
void scale(float* values, int count);

/// The sum of `values`, which is in device memory.
float sum(const float* values, int count);
