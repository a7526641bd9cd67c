// libcu++'s latch and semaphores, on top of its atomics.
#pragma once

#include "rocm_bindgen_compat/cuda_std/atomic.hpp"

namespace cuda {

template <thread_scope Scope = thread_scope_system>
class latch {
 public:
  latch() = default;
  __host__ __device__ constexpr explicit latch(ptrdiff_t expected) : left_(expected) {}
  latch(const latch&) = delete;
  latch& operator=(const latch&) = delete;
  friend __host__ __device__ void init(latch* object, ptrdiff_t expected) {
    object->left_.store(expected, memory_order_release);
  }

  __host__ __device__ void count_down(ptrdiff_t count = 1) { left_.fetch_sub(count, memory_order_acq_rel); }
  __host__ __device__ bool try_wait() const { return left_.load(memory_order_acquire) == 0; }
  __host__ __device__ void wait() const {
    while (!try_wait()) rocm_bindgen::detail::pause();
  }
  __host__ __device__ void arrive_and_wait(ptrdiff_t count = 1) {
    count_down(count);
    wait();
  }
  __host__ __device__ static constexpr ptrdiff_t max() noexcept { return PTRDIFF_MAX; }

 private:
  atomic<ptrdiff_t, Scope> left_;
};
template <thread_scope Scope = thread_scope_system, ptrdiff_t Most = PTRDIFF_MAX>
class counting_semaphore {
 public:
  counting_semaphore() = default;
  __host__ __device__ constexpr explicit counting_semaphore(ptrdiff_t count) : count_(count) {}
  counting_semaphore(const counting_semaphore&) = delete;
  counting_semaphore& operator=(const counting_semaphore&) = delete;

  __host__ __device__ void release(ptrdiff_t count = 1) { count_.fetch_add(count, memory_order_release); }
  __host__ __device__ bool try_acquire() {
    ptrdiff_t seen = count_.load(memory_order_relaxed);
    while (seen > 0)
      if (count_.compare_exchange_weak(seen, seen - 1, memory_order_acquire, memory_order_relaxed)) return true;
    return false;
  }
  __host__ __device__ void acquire() {
    while (!try_acquire()) rocm_bindgen::detail::pause();
  }
  // Polls a fixed number of times instead of for the duration, as Arrivals::poll() does.
  template <class Duration>
  __host__ __device__ bool try_acquire_for(const Duration&) {
    constexpr int kPolls = 4096;
    for (int i = 0; i < kPolls; ++i) {
      if (try_acquire()) return true;
      rocm_bindgen::detail::pause();
    }
    return false;
  }
  __host__ __device__ static constexpr ptrdiff_t max() noexcept { return Most; }

 private:
  atomic<ptrdiff_t, Scope> count_;
};
template <thread_scope Scope>
using binary_semaphore = counting_semaphore<Scope, 1>;

}  // namespace cuda
