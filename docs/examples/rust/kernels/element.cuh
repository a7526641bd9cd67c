#pragma once

// The index of the element that this work-item computes.
__device__ inline size_t element() {
  return size_t(blockIdx.x) * blockDim.x + threadIdx.x;
}
