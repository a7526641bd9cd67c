// CUB's WarpReduce and WarpScan. A warp has 32 lanes, as in CUDA, on waves of either size, unless the program specifies
// another number.
#pragma once

#include "rocm_bindgen_compat/cub/operators.hpp"

#define HIPCUB_WARP_THREADS 32
#define HIPCUB_DEVICE_WARP_THREADS 32
#define HIPCUB_HOST_WARP_THREADS 32

namespace hipcub {
namespace detail {

constexpr int kWarp = 32;

__device__ inline int lane_of_wave() {
  return static_cast<int>(__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)));
}

// The value of a lane of the wave.
template <class T>
__device__ T from_lane(const T& value, int lane) {
  constexpr int kWords = ceil_divide(sizeof(T), 4);
  int words[kWords] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (int& word : words) word = __builtin_amdgcn_ds_bpermute(lane * 4, word);
  T result = value;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}

// The lane in a warp of Threads lanes; a wave can contain several of these warps.
template <int Threads>
__device__ int lane_of_warp() {
  return lane_of_wave() % Threads;
}

// The active lanes of the caller's warp, as a mask whose lowest bit is the first lane. The last warp of a block may
// have fewer lanes, and threads may have returned.
template <int Threads>
__device__ unsigned long long active_lanes() {
  constexpr unsigned long long kAll = ~0ull >> (64 - Threads);
  return __ballot64(1) >> (lane_of_wave() - lane_of_warp<Threads>()) & kAll;
}
template <int Threads>
__device__ bool all_lanes_active() {
  return active_lanes<Threads>() == ~0ull >> (64 - Threads);
}
// The index in the warp of the nearest active lane before the caller's, or the caller's own if there is none.
template <int Threads>
__device__ int lane_before() {
  const int lane = lane_of_warp<Threads>();
  const unsigned long long before = active_lanes<Threads>() & ((1ull << lane) - 1);
  return before == 0 ? lane : 63 - __builtin_clzll(before);
}
template <int Threads>
__device__ int last_lane() {
  return 63 - __builtin_clzll(active_lanes<Threads>());
}
template <int Threads, class T>
__device__ T from_lane_of_warp(const T& value, int lane) {
  return from_lane(value, lane_of_wave() - lane_of_warp<Threads>() + lane);
}

// If lanes are inactive, the values are combined one by one: a tree reduction would lose the values that pass through
// an inactive lane.
template <int Threads, class T, class Op>
__device__ T reduce_active(T value, Op op, int valid) {
  const int lane = lane_of_warp<Threads>();
  const unsigned long long active = active_lanes<Threads>();
  T result = value;
  for (int other_lane = 0; other_lane < Threads; ++other_lane) {
    const T other = from_lane_of_warp<Threads>(value, other_lane);
    if (other_lane > lane && other_lane < valid && (active >> other_lane & 1) != 0) result = op(result, other);
  }
  return result;
}
template <int Threads, class T, class Op>
__device__ T scan_active(T value, Op op) {
  const int lane = lane_of_warp<Threads>();
  const unsigned long long active = active_lanes<Threads>();
  T result = value;
  for (int other_lane = Threads - 1; other_lane >= 0; --other_lane) {
    const T other = from_lane_of_warp<Threads>(value, other_lane);
    if (other_lane < lane && (active >> other_lane & 1) != 0) result = op(other, result);
  }
  return result;
}

// Every lane gets the combination, in lane order, of its own value and those of the later lanes among the first `valid`
// ones. Lane 0 therefore gets the total.
template <int Threads, class T, class Op>
__device__ T warp_reduce(T value, Op op, int valid = Threads) {
  if (!all_lanes_active<Threads>()) return reduce_active<Threads>(value, op, valid);
  const int wave_lane = lane_of_wave();
  const int lane = wave_lane % Threads;
  for (int distance = 1; distance < Threads; distance *= 2) {
    const T other = from_lane(value, wave_lane + distance);
    if (lane + distance < valid) value = op(value, other);
  }
  return value;
}

template <int Threads, class T, class Op>
__device__ T warp_inclusive_scan(T value, Op op) {
  if (!all_lanes_active<Threads>()) return scan_active<Threads>(value, op);
  const int wave_lane = lane_of_wave();
  const int lane = wave_lane % Threads;
  for (int distance = 1; distance < Threads; distance *= 2) {
    const T other = from_lane(value, wave_lane - distance);
    if (lane >= distance) value = op(other, value);
  }
  return value;
}

}  // namespace detail

__device__ inline unsigned int LaneId() {
  return detail::lane_of_warp<detail::kWarp>();
}

inline __device__ int RowMajorTid(int block_dim_x, int block_dim_y, int) {
  return (static_cast<int>(threadIdx.z) * block_dim_y + static_cast<int>(threadIdx.y)) * block_dim_x +
         static_cast<int>(threadIdx.x);
}

__device__ inline unsigned int WarpId() {
  return static_cast<unsigned int>(RowMajorTid(blockDim.x, blockDim.y, blockDim.z)) / detail::kWarp;
}

// The unnamed parameter of the shuffles is CUDA's mask of participating lanes. It has no effect.
template <int Threads, class T>
__device__ T ShuffleUp(T input, int distance, int first, unsigned int) {
  const int lane = detail::lane_of_warp<Threads>();
  const int source = lane - distance < first ? lane : lane - distance;
  return detail::from_lane(input, detail::lane_of_wave() - lane + source);
}

template <int Threads, class T>
__device__ T ShuffleDown(T input, int distance, int last, unsigned int) {
  const int lane = detail::lane_of_warp<Threads>();
  const int source = lane + distance > last ? lane : lane + distance;
  return detail::from_lane(input, detail::lane_of_wave() - lane + source);
}

template <int Threads, class T>
__device__ T ShuffleIndex(T input, int source, unsigned int) {
  return detail::from_lane(input, detail::lane_of_wave() - detail::lane_of_warp<Threads>() + source % Threads);
}

template <class T, int Threads = detail::kWarp, int Arch = 0>
class WarpReduce {
 public:
  struct TempStorage {};

  __device__ WarpReduce() {}
  __device__ WarpReduce(TempStorage&) {}

  template <class Op>
  __device__ T Reduce(T input, Op op) {
    return detail::warp_reduce<Threads>(input, op);
  }
  template <class Op>
  __device__ T Reduce(T input, Op op, int valid_items) {
    return detail::warp_reduce<Threads>(input, op, valid_items);
  }
  __device__ T Sum(T input) { return Reduce(input, hipcub::Sum()); }
  __device__ T Sum(T input, int valid_items) { return Reduce(input, hipcub::Sum(), valid_items); }

  // The first lane of each segment gets the segment's result. A head is the first lane of a segment, a tail its last.
  template <class Flag, class Op>
  __device__ T HeadSegmentedReduce(T input, Flag head, Op op) {
    return detail::warp_reduce<Threads>(input, op, end_of_segment(head != 0, 1));
  }
  template <class Flag, class Op>
  __device__ T TailSegmentedReduce(T input, Flag tail, Op op) {
    return detail::warp_reduce<Threads>(input, op, end_of_segment(tail != 0, 0));
  }
  template <class Flag>
  __device__ T HeadSegmentedSum(T input, Flag head) {
    return HeadSegmentedReduce(input, head, hipcub::Sum());
  }
  template <class Flag>
  __device__ T TailSegmentedSum(T input, Flag tail) {
    return TailSegmentedReduce(input, tail, hipcub::Sum());
  }

 private:
  // The end of the lane's segment, one past its last lane: the next head after the lane, or one past the next tail at
  // or after the lane. `heads` is 1 if the flags are heads and 0 if they are tails: a head ends the segment of the
  // lanes before it, so with heads a lane looks at the flags from the next lane on.
  __device__ static int end_of_segment(bool flagged, int heads) {
    const int wave_lane = detail::lane_of_wave();
    const int lane = wave_lane % Threads;
    const int end = flagged ? lane + 1 - heads : Threads;
    const int later = detail::from_lane(end, wave_lane + heads);
    const bool is_last = (detail::active_lanes<Threads>() >> lane >> heads & 1) == 0;
    return detail::warp_reduce<Threads>(is_last ? Threads : later, Min());
  }
};

template <class T, int Threads = detail::kWarp, int Arch = 0>
class WarpScan {
 public:
  struct TempStorage {};

  __device__ WarpScan() {}
  __device__ WarpScan(TempStorage&) {}

  template <class Op>
  __device__ void InclusiveScan(T input, T& output, Op op) {
    output = detail::warp_inclusive_scan<Threads>(input, op);
  }
  template <class Op>
  __device__ void InclusiveScan(T input, T& output, Op op, T& warp_aggregate) {
    InclusiveScan(input, output, op);
    warp_aggregate = Broadcast(output, detail::last_lane<Threads>());
  }
  template <class Op>
  __device__ void InclusiveScan(T input, T& output, T initial_value, Op op) {
    InclusiveScan(input, output, op);
    output = op(initial_value, output);
  }
  // The output of the first lane is undefined.
  template <class Op>
  __device__ void ExclusiveScan(T input, T& output, Op op) {
    output = Preceding(detail::warp_inclusive_scan<Threads>(input, op));
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T& output, T initial_value, Op op) {
    T before;
    ExclusiveScan(input, before, op);
    output = IsFirst() ? initial_value : op(initial_value, before);
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T& output, Op op, T& warp_aggregate) {
    const T inclusive = detail::warp_inclusive_scan<Threads>(input, op);
    output = Preceding(inclusive);
    warp_aggregate = Broadcast(inclusive, detail::last_lane<Threads>());
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T& output, T initial_value, Op op, T& warp_aggregate) {
    T before;
    ExclusiveScan(input, before, op, warp_aggregate);
    output = IsFirst() ? initial_value : op(initial_value, before);
  }
  template <class Op>
  __device__ void Scan(T input, T& inclusive_output, T& exclusive_output, Op op) {
    inclusive_output = detail::warp_inclusive_scan<Threads>(input, op);
    exclusive_output = Preceding(inclusive_output);
  }
  template <class Op>
  __device__ void Scan(T input, T& inclusive_output, T& exclusive_output, T initial_value, Op op) {
    Scan(input, inclusive_output, exclusive_output, op);
    const bool first = IsFirst();
    exclusive_output = first ? initial_value : op(initial_value, exclusive_output);
    inclusive_output = op(initial_value, inclusive_output);
  }
  __device__ void InclusiveSum(T input, T& output) { InclusiveScan(input, output, hipcub::Sum()); }
  __device__ void InclusiveSum(T input, T& output, T& warp_aggregate) {
    InclusiveScan(input, output, hipcub::Sum(), warp_aggregate);
  }
  __device__ void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(0), hipcub::Sum()); }
  __device__ void ExclusiveSum(T input, T& output, T& warp_aggregate) {
    ExclusiveScan(input, output, T(0), hipcub::Sum(), warp_aggregate);
  }
  __device__ T Broadcast(T input, unsigned int source) {
    return detail::from_lane(input,
                             detail::lane_of_wave() - detail::lane_of_warp<Threads>() + static_cast<int>(source));
  }

 private:
  __device__ static T Preceding(T inclusive) {
    return detail::from_lane_of_warp<Threads>(inclusive, detail::lane_before<Threads>());
  }
  __device__ static bool IsFirst() { return detail::lane_before<Threads>() == detail::lane_of_warp<Threads>(); }
};

}  // namespace hipcub
