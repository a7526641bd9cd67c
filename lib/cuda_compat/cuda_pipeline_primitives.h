// CUDA's <cuda_pipeline_primitives.h>. Copies are done when they are called.
#pragma once

#include <hip/hip_runtime.h>

#include "cuda_awbarrier_primitives.h"
#include "rocm_bindgen_compat/cuda_std/copy.hpp"

/// 4, 8 or 16 bytes, the last `zeros` of which are not copied but cleared.
__device__ inline void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from, size_t bytes,
                                               size_t zeros = 0) {
  rocm_bindgen::detail::copy_part(to, from, bytes - zeros, 0, 1);
  for (size_t i = bytes - zeros; i < bytes; ++i) static_cast<char*>(to)[i] = 0;
}
__device__ inline void __pipeline_commit() {}
__device__ inline void __pipeline_wait_prior(size_t) {}
/// Copies arrive at a barrier in addition to those that it expects, and that is over already.
__device__ inline void __pipeline_arrive_on(__mbarrier_t*) {}
