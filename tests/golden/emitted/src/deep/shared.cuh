#pragma once

__device__ inline float clamped(float x, float low, float high) {
  return fminf(fmaxf(x, low), high);
}
