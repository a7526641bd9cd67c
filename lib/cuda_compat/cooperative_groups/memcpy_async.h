// Replaces CUDA's <cooperative_groups/memcpy_async.h>: copies by a group. Each thread copies its part before the call
// returns, so the functions that wait only synchronise the group.
#pragma once

#include <hip/hip_cooperative_groups.h>

#if defined(__HIP__) && !defined(__HIP_PLATFORM_NVIDIA__)
#include "rocm_bindgen_compat/cuda_std/copy.hpp"

namespace cooperative_groups {

// The size is a number of bytes, as an integer or as cuda::aligned_size_t.
template <class Group, class T, class Size>
__device__ void memcpy_async(const Group& group, T* __restrict__ to, const T* __restrict__ from, const Size& bytes) {
  rocm_bindgen::detail::copy_part(to, from, static_cast<size_t>(bytes), rocm_bindgen::ParticipantsOf<Group>::of(group));
}
// The sizes are numbers of elements; the smaller one is copied.
template <class Group, class T, class ToLayout, class FromLayout>
__device__ void memcpy_async(const Group& group, T* __restrict__ to, const ToLayout& to_count,
                             const T* __restrict__ from, const FromLayout& from_count) {
  const size_t capacity = static_cast<size_t>(to_count), available = static_cast<size_t>(from_count);
  rocm_bindgen::detail::copy_part(to, from, (capacity < available ? capacity : available) * sizeof(T),
                                  rocm_bindgen::ParticipantsOf<Group>::of(group));
}
template <class Group, class T, class Pipeline>
__device__ void memcpy_async(Group& group, T* to, size_t to_count, const T* from, size_t from_count, Pipeline& pipe) {
  memcpy_async(group, to, to_count, from, from_count);
  pipe.commit();
}

template <class Group>
__device__ void wait(const Group& group) {
  group.sync();
}
template <unsigned int Stage, class Group>
__device__ void wait_prior(const Group& group) {
  group.sync();
}
template <class Group, class Pipeline>
__device__ void wait(Group& group, Pipeline&, size_t) {
  group.sync();
}
template <unsigned int Stage, class Group, class Pipeline>
__device__ void wait_prior(Group& group, Pipeline&) {
  group.sync();
}

}  // namespace cooperative_groups
#endif
