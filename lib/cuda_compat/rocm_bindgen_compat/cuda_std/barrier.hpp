// libcu++'s cuda::barrier, on top of Arrivals.
#pragma once

#include "rocm_bindgen_compat/cuda_std/arrivals.hpp"

namespace cuda {

template <thread_scope Scope>
class pipeline;

namespace std {
struct __empty_completion {
  __host__ __device__ void operator()() const {}
};
}  // namespace std

template <thread_scope Scope, class Completion = std::__empty_completion>
class barrier {
  using Arrivals = rocm_bindgen::detail::Arrivals<Scope>;
  using Word = typename Arrivals::Word;

 public:
  class arrival_token {
   public:
    arrival_token() = default;

   private:
    friend class barrier;
    __host__ __device__ explicit arrival_token(Word word) : word_(word) {}
    Word word_;
  };

  barrier() = default;
  __host__ __device__ explicit barrier(ptrdiff_t expected, Completion completion = Completion())
      : completion_(completion) {
    Arrivals::init(&word_, static_cast<Word>(expected));
  }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  friend __host__ __device__ void init(barrier* object, ptrdiff_t expected, Completion completion = Completion()) {
    object->completion_ = completion;
    Arrivals::init(&object->word_, static_cast<Word>(expected));
  }

  __host__ __device__ arrival_token arrive(ptrdiff_t count = 1) {
    return arrival_token(Arrivals::arrive(&word_, static_cast<Word>(count), false, completion_));
  }
  __host__ __device__ void arrive_and_drop() { Arrivals::arrive(&word_, 1, true, completion_); }
  __host__ __device__ void arrive_and_wait() { wait(arrive()); }
  __host__ __device__ void wait(arrival_token&& token) const { Arrivals::wait(&word_, token.word_); }
  __host__ __device__ void wait_parity(bool parity) const { Arrivals::wait_parity(&word_, parity); }

  template <class Duration>
  __host__ __device__ bool try_wait_for(arrival_token& token, const Duration&) const {
    return Arrivals::poll([&] { return try_wait(token); });
  }
  template <class Duration>
  __host__ __device__ bool try_wait_parity_for(bool parity, const Duration&) const {
    return Arrivals::poll([&] { return Arrivals::done_parity(&word_, parity); });
  }
  __host__ __device__ bool try_wait(const arrival_token& token) const { return Arrivals::done(&word_, token.word_); }
  __host__ __device__ bool try_wait_parity(bool parity) const { return Arrivals::done_parity(&word_, parity); }

  __host__ __device__ static constexpr ptrdiff_t max() noexcept { return Arrivals::kMost; }

 private:
  friend __host__ __device__ unsigned long long* __native_handle(barrier& object) { return &object.word_; }
  Word word_;
  [[no_unique_address]] Completion completion_;
};

namespace device {

__host__ __device__ inline uint64_t* barrier_native_handle(barrier<thread_scope_block>& object) {
  return reinterpret_cast<uint64_t*>(__native_handle(object));
}
// Copies are synchronous, so no bytes are left to wait for.
__device__ inline barrier<thread_scope_block>::arrival_token barrier_arrive_tx(barrier<thread_scope_block>& object,
                                                                               ptrdiff_t count, ptrdiff_t) {
  return object.arrive(count);
}
__device__ inline void barrier_expect_tx(barrier<thread_scope_block>&, ptrdiff_t) {}

}  // namespace device
}  // namespace cuda
