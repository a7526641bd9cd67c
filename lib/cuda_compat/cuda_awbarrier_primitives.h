// Replaces CUDA's <cuda_awbarrier_primitives.h>: barriers in shared memory with separate steps to arrive and to wait.
// A barrier is one 64-bit word; see cuda_std/arrivals.hpp.
#pragma once

#include "rocm_bindgen_compat/cuda_std/arrivals.hpp"

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

namespace rocm_bindgen::detail {

using BlockArrivals = Arrivals<cuda::thread_scope_block>;

__device__ inline BlockArrivals::Word* arrivals_of(__mbarrier_t* barrier) {
  return reinterpret_cast<BlockArrivals::Word*>(barrier);
}

}  // namespace rocm_bindgen::detail

__host__ __device__ inline uint32_t __mbarrier_maximum_count() {
  return rocm_bindgen::detail::BlockArrivals::kMost;
}
__device__ inline void __mbarrier_init(__mbarrier_t* barrier, uint32_t expected) {
  rocm_bindgen::detail::BlockArrivals::init(rocm_bindgen::detail::arrivals_of(barrier), expected);
}
__device__ inline void __mbarrier_inval(__mbarrier_t*) {}
__device__ inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return rocm_bindgen::detail::BlockArrivals::arrive(rocm_bindgen::detail::arrivals_of(barrier));
}
__device__ inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return rocm_bindgen::detail::BlockArrivals::arrive(rocm_bindgen::detail::arrivals_of(barrier), 1, true);
}
__device__ inline bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  return rocm_bindgen::detail::BlockArrivals::done(rocm_bindgen::detail::arrivals_of(barrier), token);
}
__device__ inline bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  return rocm_bindgen::detail::BlockArrivals::done_parity(rocm_bindgen::detail::arrivals_of(barrier), parity);
}
__device__ inline bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, uint32_t) {
  return rocm_bindgen::detail::BlockArrivals::poll([&] { return __mbarrier_test_wait(barrier, token); });
}
__device__ inline bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity, uint32_t) {
  return rocm_bindgen::detail::BlockArrivals::poll([&] { return __mbarrier_test_wait_parity(barrier, parity); });
}
/// The number of arrivals that were still expected before the arrival that returned the token.
__device__ inline uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
  return static_cast<uint32_t>(rocm_bindgen::detail::BlockArrivals::pending(token));
}
