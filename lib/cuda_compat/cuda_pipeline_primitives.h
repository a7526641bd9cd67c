// Replaces CUDA's <cuda_pipeline_primitives.h>. Copies are synchronous: they are complete when the call returns.
#pragma once

#include <hip/hip_runtime.h>

#include "cuda_awbarrier_primitives.h"
#include "rocm_bindgen_compat/cuda_std/copy.hpp"

/// Copies 4, 8 or 16 bytes, except that the last `zeros` of them are set to zero.
__device__ inline void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from, size_t bytes,
                                               size_t zeros = 0) {
  rocm_bindgen::detail::copy_part(to, from, bytes - zeros, 0, 1);
  for (size_t i = bytes - zeros; i < bytes; ++i) static_cast<char*>(to)[i] = 0;
}
__device__ inline void __pipeline_commit() {}
__device__ inline void __pipeline_wait_prior(size_t) {}
/// In CUDA, a copy adds an arrival to those that the barrier expects and completes it later. Copies here are already
/// complete, so there is nothing to do.
__device__ inline void __pipeline_arrive_on(__mbarrier_t*) {}
