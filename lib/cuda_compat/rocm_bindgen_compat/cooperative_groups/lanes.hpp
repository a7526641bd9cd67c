// The primitives of cooperative groups: the lanes of a warp of 32, and the block that contains them. A wave of 64 lanes
// consists of two warps. Masks describe the caller's own warp; bit 0 is its first lane.
#pragma once

#include <hip/hip_runtime.h>

namespace rocm_bindgen::groups {

constexpr unsigned kWarp = 32;

/// The lane within the wave, for waves of either size.
__device__ inline unsigned wave_lane() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}
__device__ inline unsigned wave_size() {
#if __has_builtin(__builtin_amdgcn_wavefrontsize)
  return __builtin_amdgcn_wavefrontsize();
#else
  return __AMDGCN_WAVEFRONT_SIZE;
#endif
}
__device__ inline unsigned lane() {
  return wave_lane() & (kWarp - 1);
}
/// The index in the wave of the first lane of the caller's warp.
__device__ inline unsigned warp_start() {
  return wave_lane() & ~(kWarp - 1);
}

__device__ inline unsigned ballot(bool predicate) {
  return static_cast<unsigned>(__ballot64(predicate) >> warp_start());
}
__device__ inline unsigned active() {
  return ballot(true);
}
__device__ inline unsigned lowest(unsigned mask) {
  return static_cast<unsigned>(__builtin_ctz(mask));
}
__device__ inline unsigned highest(unsigned mask) {
  return kWarp - 1 - static_cast<unsigned>(__builtin_clz(mask));
}
__device__ inline unsigned count(unsigned mask) {
  return static_cast<unsigned>(__builtin_popcount(mask));
}
__device__ inline unsigned lanes_below() {
  return (1u << lane()) - 1;
}
/// The lane of the set bit that has `rank` set bits below it.
__device__ inline unsigned lane_of_rank(unsigned mask, unsigned rank) {
  unsigned start = 0;
  for (unsigned width = kWarp / 2; width != 0; width /= 2) {
    const unsigned low = count(mask >> start & ((1u << width) - 1));
    if (rank >= low) {
      rank -= low;
      start += width;
    }
  }
  return start;
}

/// The value of another lane of the same warp. The type must be trivially copyable.
template <class T>
__device__ T from_lane(T value, unsigned source) {
  static_assert(__is_trivially_copyable(T), "values that lanes exchange must be trivially copyable");
  unsigned words[(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  // ds_bpermute expects the lane number times 4, the bytes per lane.
  const int address = static_cast<int>((warp_start() + source) * 4);
  for (unsigned& word : words)
    word = static_cast<unsigned>(__builtin_amdgcn_ds_bpermute(address, static_cast<int>(word)));
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

template <class T>
__device__ bool same_bytes(const T& left, const T& right) {
  unsigned words[2][(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(words[0], &left, sizeof(T));
  __builtin_memcpy(words[1], &right, sizeof(T));
  unsigned difference = 0;
  for (unsigned i = 0; i < sizeof words[0] / sizeof *words[0]; ++i) difference |= words[0][i] ^ words[1][i];
  return difference == 0;
}

/// The members whose value equals the caller's. Members that have returned or are in another branch are not included:
/// their values cannot be read, and they would not find their own. The loop takes one round per distinct value; each
/// round removes at least the lane that it asks, so there are at most 32 rounds.
template <class T>
__device__ unsigned matching(unsigned members, const T& value) {
  unsigned mine = 0;
  for (unsigned left = members & active(); left != 0;) {
    const unsigned asked = lowest(left);
    const bool equal = same_bytes(value, from_lane(value, asked));
    const unsigned equals = ballot(equal) & members;
    if (equal) mine = equals;
    left &= ~(equals | 1u << asked);
  }
  return mine;
}

/// Orders earlier writes of the wave's lanes before their later reads. The lanes run in lockstep, so none has to be
/// waited for.
__device__ inline void sync_wave() {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
}

__device__ inline unsigned block_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ inline unsigned block_size() {
  return blockDim.x * blockDim.y * blockDim.z;
}
__device__ inline unsigned long long grid_blocks() {
  return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
}
__device__ inline unsigned long long grid_block_rank() {
  return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}

/// T without a reference, const and volatile.
template <class T>
struct plain_of {
  using type = T;
};
template <class T>
struct plain_of<const T> : plain_of<T> {};
template <class T>
struct plain_of<volatile T> : plain_of<T> {};
template <class T>
struct plain_of<const volatile T> : plain_of<T> {};
template <class T>
struct plain_of<T&> : plain_of<T> {};
template <class T>
struct plain_of<T&&> : plain_of<T> {};
template <class T>
using plain = typename plain_of<T>::type;

}  // namespace rocm_bindgen::groups
