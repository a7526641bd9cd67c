// Waves of AMD's have 32 or 64 lanes: what assumes 32 is worth a look.
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

#define WARP_SIZE 32           // WARNING: 'WARP_SIZE' is 32
constexpr int kWarpSize = 32;  // WARNING: 'kWarpSize' is 32
__global__ void lanes(int* out) {
  int lane = threadIdx.x % 32;                           // WARNING: warp of 32 lanes
  int warp = threadIdx.x / 32;                           // WARNING: warp of 32 lanes
  int other = threadIdx.x & 31;                          // WARNING: warp of 32 lanes
  int again = threadIdx.x >> 5;                          // WARNING: warp of 32 lanes
  unsigned mask = __ballot_sync(0xffffffff, out[lane]);  // WARNING: lane mask ... '__ballot_sync'
  unsigned active = __activemask();                      // WARNING: lane mask ... '__activemask'
  __shared__ int per_warp[1024 / warpSize];              // WARNING: 'warpSize' is used where a constant is required
  out[0] = per_warp[warp] + other + again + mask + active;
}
// What does not.
__global__ void fine(int* out) {
  int lane = threadIdx.x % warpSize;                          // SAME
  int tile = threadIdx.x % 16;                                // SAME
  int bits = out[0] & 31;                                     // SAME
  unsigned long long mask = __ballot_sync(~0ull, out[lane]);  // SAME
  int thirty_two = 32;                                        // SAME
  out[tile] = bits + __popcll(mask) + thirty_two;             // SAME
}
