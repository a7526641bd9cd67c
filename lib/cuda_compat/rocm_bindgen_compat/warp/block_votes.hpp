// CUDA's barriers that count or combine the predicates of a block's threads: __syncthreads_count, __syncthreads_and,
// __syncthreads_or. All threads of the block that have not returned take part. HIP's versions cannot be used,
// because they let the first lane of each wave add its wave's result, and this lane may have returned.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

namespace rocm_bindgen::detail {

ROCM_BINDGEN_DEVICE inline unsigned long long wave_ballot(bool predicate) {
#if defined(__HIP_DEVICE_COMPILE__)
  // The builtin returns 64 bits for both wave sizes. HIP 5.2's __ballot() consists of it as well.
  constexpr int kNotEqual = 33;  // LLVM's predicate for a comparison of integers
  return __builtin_amdgcn_uicmp(predicate, 0u, kNotEqual);
#else
  return predicate;
#endif
}

/// The number of the block's threads whose predicate is true. All threads that have not returned must call it.
ROCM_BINDGEN_DEVICE inline unsigned count_in_block(bool predicate) {
  static __shared__ unsigned count;
  const auto lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
  const bool is_first_active = lane == static_cast<unsigned>(__builtin_ctzll(wave_ballot(true)));
  const auto of_wave = static_cast<unsigned>(__builtin_popcountll(wave_ballot(predicate)));
  if (is_first_active) __hip_atomic_store(&count, 0u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
  if (is_first_active) __hip_atomic_fetch_add(&count, of_wave, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
  const unsigned result = __hip_atomic_load(&count, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  // The barrier prevents a later call from clearing the count before all threads have read it.
  __syncthreads();
  return result;
}

}  // namespace rocm_bindgen::detail

ROCM_BINDGEN_DEVICE inline int __syncthreads_count(int predicate) {
  return static_cast<int>(rocm_bindgen::detail::count_in_block(predicate != 0));
}
ROCM_BINDGEN_DEVICE inline int __syncthreads_and(int predicate) {
  return rocm_bindgen::detail::count_in_block(predicate == 0) == 0;
}
ROCM_BINDGEN_DEVICE inline int __syncthreads_or(int predicate) {
  return rocm_bindgen::detail::count_in_block(predicate != 0) != 0;
}
