// Warps of 32 lanes on waves of either size.
#include <cuda_runtime.h>

extern "C" __global__ void warp_lanes(unsigned* lane) {
  lane[threadIdx.x] = threadIdx.x % 32;
}
