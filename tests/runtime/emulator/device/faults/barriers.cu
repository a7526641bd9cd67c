// Barriers that not all threads of a block reach.
#include <cuda_runtime.h>

extern "C" __global__ void leave_early(int* out, unsigned staying) {
  if (threadIdx.x >= staying) return;  // no fault line: the message for waves that have ended has none
  __syncthreads();
  out[threadIdx.x] = 1;
}

extern "C" __global__ void stay_away(int* out, unsigned lane) {
  if (threadIdx.x != lane) __syncthreads();  // fault: stay_away
  out[threadIdx.x] = 1;
}

extern "C" __global__ void meet_apart(int* out, unsigned border) {
  if (threadIdx.x < border) {
    out[threadIdx.x] = 1;
    __syncthreads();  // fault: meet_apart, below the border
    out[threadIdx.x] += 1;
  } else {
    out[threadIdx.x] = 10;
    __syncthreads();  // fault: meet_apart, above the border
    out[threadIdx.x] += 10;
  }
}
