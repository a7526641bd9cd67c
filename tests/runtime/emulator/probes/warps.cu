// Shuffles and votes of warps of 32.
#include "math.cuh"

template <class T>
__device__ void shuffles(const T* in, T* out) {
  const unsigned i = threadIdx.x, count = blockDim.x;
  const T x = in[i];
  T* next = out + i;
  const auto put = [&](T value) {
    *next = value;
    next += count;
  };
  put(__shfl_sync(kAllLanes, x, 5));
  put(__shfl_sync(kAllLanes, x, static_cast<int>(i * 7 % 32)));
  put(__shfl_sync(kAllLanes, x, static_cast<int>(i * 3 % 8), 8));
  put(__shfl_up_sync(kAllLanes, x, 1));
  put(__shfl_up_sync(kAllLanes, x, 3, 16));
  put(__shfl_down_sync(kAllLanes, x, 1));
  put(__shfl_down_sync(kAllLanes, x, 5, 8));
  put(__shfl_xor_sync(kAllLanes, x, 1));
  put(__shfl_xor_sync(kAllLanes, x, 16));
  put(__shfl_xor_sync(kAllLanes, x, 3, 4));
}

extern "C" __global__ void shuffles_i32(const int* in, int* out) {
  shuffles(in, out);
}
extern "C" __global__ void shuffles_f32(const float* in, float* out) {
  shuffles(in, out);
}
extern "C" __global__ void shuffles_i64(const long long* in, long long* out) {
  shuffles(in, out);
}
extern "C" __global__ void shuffles_f64(const double* in, double* out) {
  shuffles(in, out);
}

extern "C" __global__ void votes(const int* in, unsigned* out) {
  const unsigned i = threadIdx.x, lane = i & 31;
  const int x = in[i];
  out[4 * i] = __ballot_sync(kAllLanes, x > 0);
  out[4 * i + 1] = (__any_sync(kAllLanes, x > 90) ? 1u : 0u) | (__all_sync(kAllLanes, x > -95) ? 2u : 0u);
  // Only the lanes whose number is a multiple of 3 are active, and then only the lower half of these.
  unsigned some = 0, fewer = 0;
  constexpr unsigned kThirds = 0x49249249;
  if (lane % 3 == 0) {
    some = __ballot_sync(kThirds, x & 1);
    if (lane < 16)
      fewer = __ballot_sync(kThirds & 0xffff, x & 2) | (__all_sync(kThirds & 0xffff, lane < 16) ? 1u << 31 : 0);
  }
  out[4 * i + 2] = some;
  out[4 * i + 3] = fewer;
}

// Computes positions in a list without gaps: each lane counts the earlier lanes that are selected.
extern "C" __global__ void compact(const int* in, int* out, unsigned* counts) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = i & 31, warp = i / 32;
  const bool wanted = in[i] % 3 == 0;
  const unsigned chosen = __ballot_sync(kAllLanes, wanted);
  if (wanted) out[warp * 32 + __popc(chosen & ((1u << lane) - 1))] = in[i];
  if (lane == 0) counts[warp] = __popc(chosen);
}

template <class T>
__device__ T warp_sum(T x) {
  for (int offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(kAllLanes, x, offset);
  return __shfl_sync(kAllLanes, x, 0);
}

extern "C" __global__ void warp_reductions(const int* in, long long* out) {
  const unsigned i = threadIdx.x, count = blockDim.x;
  int largest = in[i];
  for (int offset = 1; offset < 32; offset *= 2) largest = max(largest, __shfl_xor_sync(kAllLanes, largest, offset));
  out[i] = warp_sum(in[i]);
  out[i + count] = largest;
  out[i + 2 * count] = warp_sum(static_cast<long long>(in[i]) << 33);
  out[i + 3 * count] = static_cast<long long>(warp_sum(static_cast<float>(in[i])));
  out[i + 4 * count] = static_cast<long long>(warp_sum(in[i] * 0.5));
}

extern "C" __global__ void warp_scans(const int* in, int* out) {
  const unsigned i = threadIdx.x, lane = i & 31;
  int sum = in[i];
  for (unsigned offset = 1; offset < 32; offset *= 2) {
    const int before = __shfl_up_sync(kAllLanes, sum, offset);
    if (lane >= offset) sum += before;
  }
  out[i] = sum;
}
