#include "element.cuh"

struct Range {
  float low, high;
};

// Limits each pixel to the range. A null mask means all pixels.
extern "C" __global__ void clamp_pixels(float* pixels, const unsigned char* mask, Range range, unsigned count) {
  const size_t i = element();
  if (i >= count || (mask != nullptr && mask[i] == 0)) return;
  pixels[i] = fminf(fmaxf(pixels[i], range.low), range.high);
}

// The number of pixels with each value, for values below `bins`, which is also the number of counters.
extern "C" __global__ void histogram(const unsigned char* values, unsigned count, unsigned* counters, unsigned bins) {
  extern __shared__ unsigned partial[];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) partial[bin] = 0;
  __syncthreads();
  const size_t i = element();
  if (i < count && values[i] < bins) atomicAdd(&partial[values[i]], 1);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x)
    if (partial[bin] != 0) atomicAdd(&counters[bin], partial[bin]);
}
