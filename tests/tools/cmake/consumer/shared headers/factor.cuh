#pragma once

__device__ inline float factor() {
  return FACTOR;
}
