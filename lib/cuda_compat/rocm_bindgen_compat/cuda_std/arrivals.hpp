// A barrier in one 64-bit word. CUDA's mbarrier, libcu++'s barrier and pipeline, and awbarrier are all built on it.
//
//   bits 0 to 19   arrivals that the current phase still expects (pending)
//   bits 20 to 39  arrivals that each phase expects
//   bits 40 to 63  number of the phase
//
// An arrival is a single atomic subtraction: it reduces the pending count and, if the thread leaves the barrier for
// good, also the count for the following phases. The thread whose arrival makes the pending count 0 runs the completion
// function and then stores the word of the next phase, which releases the waiting threads. Waiting means polling until
// the phase number differs from the token's.
#pragma once

#include "rocm_bindgen_compat/cuda_std/atomic.hpp"

namespace rocm_bindgen::detail {

template <cuda::thread_scope Scope>
class Arrivals {
 public:
  using Word = unsigned long long;

  static constexpr Word kMost = (1u << 20) - 1;  ///< the largest number of arrivals per phase

  __host__ __device__ static void init(Word* word, Word expected) {
    __hip_atomic_store(word, expected << kExpected | expected, __ATOMIC_RELEASE, kScope);
  }

  /// Returns the previous word as a token; its phase is the one that the caller arrived at. The last thread to arrive
  /// runs `completion` before any thread is released.
  template <class Completion>
  __host__ __device__ static Word arrive(Word* word, Word count, bool drop, Completion&& completion) {
    const Word subtracted = count | (drop ? count << kExpected : 0);
    const Word before = __hip_atomic_fetch_add(word, 0 - subtracted, __ATOMIC_ACQ_REL, kScope);
    if (pending(before) == count) {
      completion();
      const Word expected = (before >> kExpected & kMost) - (drop ? count : 0);
      const Word next = (phase(before) + 1) << kPhase | expected << kExpected | expected;
      __hip_atomic_store(word, next, __ATOMIC_RELEASE, kScope);
    }
    return before;
  }
  __host__ __device__ static Word arrive(Word* word, Word count = 1, bool drop = false) {
    return arrive(word, count, drop, [] {});
  }

  __host__ __device__ static bool done(const Word* word, Word token) { return phase(load(word)) != phase(token); }
  /// Whether the most recent phase of the given parity is complete. Before the first phase, the phase of parity 1
  /// counts as complete.
  __host__ __device__ static bool done_parity(const Word* word, bool parity) {
    return (phase(load(word)) & 1) != static_cast<Word>(parity);
  }
  __host__ __device__ static void wait(const Word* word, Word token) {
    while (!done(word, token)) pause();
  }
  __host__ __device__ static void wait_parity(const Word* word, bool parity) {
    while (!done_parity(word, parity)) pause();
  }
  /// Polls a fixed number of times before it gives up, for interfaces with a time limit. The number is arbitrary: CUDA
  /// leaves the limit to the system.
  template <class Done>
  __host__ __device__ static bool poll(Done&& done) {
    constexpr int kPolls = 4096;
    for (int i = 0; i < kPolls; ++i) {
      if (done()) return true;
      pause();
    }
    return false;
  }
  __host__ __device__ static Word pending(Word word) { return word & kMost; }

 private:
  static constexpr int kScope = hip_scope(Scope);
  static constexpr unsigned kExpected = 20, kPhase = 40;

  __host__ __device__ static Word phase(Word word) { return word >> kPhase; }
  __host__ __device__ static Word load(const Word* word) { return __hip_atomic_load(word, __ATOMIC_ACQUIRE, kScope); }
};

}  // namespace rocm_bindgen::detail
