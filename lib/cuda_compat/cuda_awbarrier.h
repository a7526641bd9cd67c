// Replaces CUDA's <cuda_awbarrier.h>: nvcuda::experimental::awbarrier.
#pragma once

#include "cuda_awbarrier_primitives.h"

namespace nvcuda {
namespace experimental {

class awbarrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;
    __device__ uint32_t pending_count() const { return __mbarrier_token_pending_count(token_); }

   private:
    friend class awbarrier;
    __device__ explicit arrival_token(__mbarrier_token_t token) : token_(token) {}
    __mbarrier_token_t token_;
  };

  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  awbarrier& operator=(const awbarrier&) = delete;

  __device__ arrival_token arrive() { return arrival_token(__mbarrier_arrive(&barrier_)); }
  __device__ arrival_token arrive_and_drop() { return arrival_token(__mbarrier_arrive_and_drop(&barrier_)); }
  __device__ void wait(arrival_token token) {
    while (!__mbarrier_test_wait(&barrier_, token.token_)) rocm_bindgen::detail::pause();
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ bool timed_wait(arrival_token token, uint32_t cycles) { return try_wait(token, cycles); }
  __device__ bool timed_wait_parity(bool parity, uint32_t cycles) { return try_wait_parity(parity, cycles); }
  __device__ bool try_wait(arrival_token token, uint32_t limit) {
    return __mbarrier_try_wait(&barrier_, token.token_, limit);
  }
  __device__ bool try_wait_parity(bool parity, uint32_t limit) {
    return __mbarrier_try_wait_parity(&barrier_, parity, limit);
  }
  __host__ __device__ static constexpr uint32_t max() { return rocm_bindgen::detail::BlockArrivals::kMost; }

 private:
  friend __device__ void init(awbarrier* object, uint32_t expected) { __mbarrier_init(&object->barrier_, expected); }
  friend __device__ void inval(awbarrier* object) { __mbarrier_inval(&object->barrier_); }
  __mbarrier_t barrier_;
};
__device__ void init(awbarrier* object, uint32_t expected);
__device__ void inval(awbarrier* object);

}  // namespace experimental
}  // namespace nvcuda
