// libcu++'s cuda::pipeline. Its stages are used in turn; each has one barrier for "produced" and one for "consumed".
//
// A producer waits until the stage at head_ has been consumed, fills it and arrives at "produced". A consumer waits
// until the stage at tail_ has been produced, uses it and arrives at "consumed". A wait needs only the parity of the
// barrier's phase, because each stage completes exactly one phase of each barrier per round over the stages; the parity
// flips when an index wraps around. Copies are synchronous, so a stage is complete when its producer commits.
#pragma once

#include "rocm_bindgen_compat/cuda_std/memcpy_async.hpp"

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope>
struct __pipeline_stage {
  barrier<Scope> produced;
  barrier<Scope> consumed;
};

template <thread_scope Scope, uint8_t Stages>
class pipeline_shared_state {
 public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;
  pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

 private:
  template <class Group, thread_scope Of, uint8_t Count>
  friend __host__ __device__ pipeline<Of> make_pipeline(const Group&, pipeline_shared_state<Of, Count>*);
  template <class Group, thread_scope Of, uint8_t Count>
  friend __host__ __device__ pipeline<Of> make_pipeline(const Group&, pipeline_shared_state<Of, Count>*, size_t);
  template <class Group, thread_scope Of, uint8_t Count>
  friend __host__ __device__ pipeline<Of> make_pipeline(const Group&, pipeline_shared_state<Of, Count>*, pipeline_role);

  template <class Group>
  __host__ __device__ void prepare(const Group& group, size_t producers, size_t consumers) {
    if (rocm_bindgen::ParticipantsOf<Group>::of(group).rank == 0) {
      for (auto& stage : stages_) {
        init(&stage.produced, static_cast<ptrdiff_t>(producers));
        init(&stage.consumed, static_cast<ptrdiff_t>(consumers));
      }
    }
    group.sync();
  }

  __pipeline_stage<Scope> stages_[Stages];
  atomic<unsigned, Scope> producers_;
};

template <thread_scope Scope>
class pipeline {
 public:
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(pipeline&&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  __host__ __device__ explicit pipeline(__pipeline_stage<Scope>* stages, unsigned count)
      : stages_(stages), count_(count) {}

  __host__ __device__ void producer_acquire() { stages_[head_].consumed.wait_parity(consumed_parity_); }
  __host__ __device__ void producer_commit() {
    stages_[head_].produced.arrive();
    advance(head_, consumed_parity_);
  }
  __host__ __device__ void consumer_wait() { stages_[tail_].produced.wait_parity(produced_parity_); }
  template <class Duration>
  __host__ __device__ bool consumer_wait_for(const Duration& duration) {
    return stages_[tail_].produced.try_wait_parity_for(produced_parity_, duration);
  }
  __host__ __device__ void consumer_release() {
    stages_[tail_].consumed.arrive();
    advance(tail_, produced_parity_);
  }
  /// Does nothing. In CUDA, quit() leaves the barriers and returns true to the last thread that does. These barriers
  /// continue to expect the caller's arrivals, so the answer is always that other threads still use the stages.
  __host__ __device__ bool quit() { return false; }

 private:
  __host__ __device__ void advance(unsigned& stage, bool& parity) {
    if (++stage != count_) return;
    stage = 0;
    parity = !parity;
  }

  __pipeline_stage<Scope>* stages_;
  unsigned count_;
  unsigned head_ = 0;
  unsigned tail_ = 0;
  // At the start, nothing has been produced and everything counts as consumed.
  bool produced_parity_ = false;
  bool consumed_parity_ = true;
};

/// The pipeline of a single thread, whose copies are complete when the call returns.
template <>
class pipeline<thread_scope_thread> {
 public:
  pipeline() = default;
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(pipeline&&) = default;
  pipeline& operator=(const pipeline&) = delete;

  __host__ __device__ void producer_acquire() {}
  __host__ __device__ void producer_commit() {}
  __host__ __device__ void consumer_wait() {}
  template <class Duration>
  __host__ __device__ bool consumer_wait_for(const Duration&) {
    return true;
  }
  __host__ __device__ void consumer_release() {}
  __host__ __device__ bool quit() { return true; }
};

__host__ __device__ inline pipeline<thread_scope_thread> make_pipeline() {
  return {};
}
template <class Group, thread_scope Scope, uint8_t Stages>
__host__ __device__ pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state) {
  const size_t threads = rocm_bindgen::ParticipantsOf<Group>::of(group).threads;
  state->prepare(group, threads, threads);
  return pipeline<Scope>(state->stages_, Stages);
}
template <class Group, thread_scope Scope, uint8_t Stages>
__host__ __device__ pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                                                  size_t producers) {
  state->prepare(group, producers, rocm_bindgen::ParticipantsOf<Group>::of(group).threads - producers);
  return pipeline<Scope>(state->stages_, Stages);
}
template <class Group, thread_scope Scope, uint8_t Stages>
__host__ __device__ pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                                                  pipeline_role role) {
  if (rocm_bindgen::ParticipantsOf<Group>::of(group).rank == 0) state->producers_.store(0, memory_order_relaxed);
  group.sync();
  if (role == pipeline_role::producer) state->producers_.fetch_add(1, memory_order_relaxed);
  group.sync();
  const size_t producers = state->producers_.load(memory_order_relaxed);
  return make_pipeline(group, state, producers);
}

template <uint8_t Prior>
__host__ __device__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&) {}
template <thread_scope Scope>
__host__ __device__ void pipeline_producer_commit(pipeline<thread_scope_thread>&, barrier<Scope>&) {}

}  // namespace cuda
