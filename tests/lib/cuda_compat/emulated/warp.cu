// Warps of 32 lanes on waves of either size.
#include <cuda_runtime.h>

// Results of one thread, one column after the other.
template <class T>
struct WarpColumns {
  T* next;
  __device__ explicit WarpColumns(T* out) : next(out + threadIdx.x) {}
  __device__ void put(T value) {
    *next = value;
    next += blockDim.x;
  }
};

template <class T>
__device__ void warp_shuffles(const T* in, T* out) {
  const int i = threadIdx.x;
  const T x = in[i];
  WarpColumns<T> columns(out);
  columns.put(__shfl_sync(0xffffffff, x, 37));
  columns.put(__shfl_sync(0xffffffff, x, -1));
  columns.put(__shfl_sync(0xffffffff, x, i * 5, 4));
  columns.put(__shfl_up_sync(0xffffffff, x, 31));
  columns.put(__shfl_up_sync(0xffffffff, x, 2, 8));
  columns.put(__shfl_down_sync(0xffffffff, x, warpSize / 2));
  columns.put(__shfl_down_sync(0xffffffff, x, 3, 16));
  columns.put(__shfl_xor_sync(0xffffffff, x, 31));
  columns.put(__shfl_xor_sync(0xffffffff, x, 9, 8));
  columns.put(__shfl_sync(0xffffffffffffffffull, x, 7));
}
extern "C" __global__ void warp_shuffle_i32(const int* in, int* out) {
  warp_shuffles(in, out);
}
extern "C" __global__ void warp_shuffle_u32(const unsigned* in, unsigned* out) {
  warp_shuffles(in, out);
}
extern "C" __global__ void warp_shuffle_i64(const long* in, long* out) {
  warp_shuffles(in, out);
}
extern "C" __global__ void warp_shuffle_u64(const unsigned long long* in, unsigned long long* out) {
  warp_shuffles(in, out);
}
extern "C" __global__ void warp_shuffle_f32(const float* in, float* out) {
  warp_shuffles(in, out);
}
extern "C" __global__ void warp_shuffle_f64(const double* in, double* out) {
  warp_shuffles(in, out);
}

extern "C" __global__ void warp_votes(const int* in, unsigned* out) {
  const int i = threadIdx.x, lane = i % warpSize;
  const int x = in[i];
  WarpColumns<unsigned> columns(out);
  columns.put(warpSize);
  columns.put(__ballot_sync(0xffffffff, x > 0));
  // Groups of 8 lanes, each with its own mask.
  const unsigned group = 0xffu << (lane & ~7);
  columns.put(__ballot_sync(group, x > 0));
  columns.put(__any_sync(group, x > 90));
  columns.put(__all_sync(group, x > -90));
  columns.put(__uni_sync(group, x > 0));
  // Only some lanes execute this branch.
  if (x > 0) {
    columns.put(__activemask());
    columns.put(__ballot_sync(__activemask(), x > 50));
    columns.put(__all_sync(__activemask(), x > 0));
  } else {
    columns.put(__activemask());
    columns.put(__ballot_sync(__activemask(), x < -50));
    columns.put(__any_sync(__activemask(), x > 0));
  }
  // A mask of 64 bits, one for each lane of a wave, as programs for HIP pass it. Its halves differ, to show which one
  // applies to a warp.
  columns.put(__ballot_sync(0xffffffff0000ffffull, x > 0));
}

template <class T>
__device__ void warp_matches(T x, unsigned* out) {
  const int lane = threadIdx.x % warpSize;
  WarpColumns<unsigned> columns(out);
  columns.put(__match_any_sync(0xffffffff, x));
  const unsigned group = 0xffffu << (lane & ~15);
  columns.put(__match_any_sync(group, x));
  int all_equal = 7;  // must be overwritten with 0 or 1
  columns.put(__match_all_sync(0xffffffff, x, &all_equal));
  columns.put(all_equal);
  columns.put(__match_all_sync(group, lane / 16, &all_equal));
  columns.put(all_equal);
}
extern "C" __global__ void warp_match_i32(const int* in, unsigned* out) {
  warp_matches(in[threadIdx.x], out);
}
extern "C" __global__ void warp_match_f64(const double* in, unsigned* out) {
  warp_matches(in[threadIdx.x], out);
}

template <class T>
__device__ void warp_reductions(const T* in, T* out) {
  const T x = in[threadIdx.x];
  const unsigned lane = threadIdx.x % warpSize;
  WarpColumns<T> columns(out);
  const unsigned masks[] = {0xffffffffu, lane % 2 == 0 ? 0x55555555u : 0xaaaaaaaau};
  for (unsigned mask : masks) {
    columns.put(__reduce_add_sync(mask, x));
    columns.put(__reduce_min_sync(mask, x));
    columns.put(__reduce_max_sync(mask, x));
    columns.put(__reduce_and_sync(mask, x));
    columns.put(__reduce_or_sync(mask, x));
    columns.put(__reduce_xor_sync(mask, x));
  }
  // Only some lanes execute this.
  columns.put(lane < 5 ? __reduce_add_sync(0x1f, x) : x);
}
extern "C" __global__ void warp_reduce_i32(const int* in, int* out) {
  warp_reductions(in, out);
}
extern "C" __global__ void warp_reduce_u32(const unsigned* in, unsigned* out) {
  warp_reductions(in, out);
}

extern "C" __global__ void warp_block_sums(const float* in, float* sums) {
  __shared__ float partial[32];
  float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  if (lane == 0) partial[warp] = sum;
  __syncthreads();
  if (warp != 0) return;
  sum = lane < blockDim.x / warpSize ? partial[lane] : 0;
  for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0) sums[blockIdx.x] = sum;
}

extern "C" __global__ void warp_counts(const int* in, int* out) {
  const int x = in[threadIdx.x];
  WarpColumns<int> columns(out);
  columns.put(__syncthreads_count(x > 0));
  columns.put(__syncthreads_and(x > -90));
  columns.put(__syncthreads_or(x > 98));
  __syncwarp();
  columns.put(__fns(0x00f000f1u, 4, static_cast<int>(threadIdx.x % 7) - 3));
}

// CUDA 8's forms without a mask have names that exist in HIP with another meaning, so hipify renames them.
extern "C" __global__ void warp_without_mask(const int* in, unsigned* out) {
  const int x = in[threadIdx.x];
  WarpColumns<unsigned> columns(out);
  columns.put(__ballot(x > 0));
  columns.put(__any(x > 97));
  columns.put(__all(x > -95));
  columns.put(__shfl(x, 3));
  columns.put(__shfl_up(x, 1));
  columns.put(__shfl_down(x, 16));
  columns.put(__shfl_xor(x, 5, 8));
}
