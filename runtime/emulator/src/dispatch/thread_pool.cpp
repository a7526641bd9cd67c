#include "dispatch/thread_pool.hpp"

#include <algorithm>
#include <system_error>

namespace rocm_bindgen::emulator {

ThreadPool::ThreadPool(unsigned threads) {
  threads_.reserve(threads);
  try {
    for (unsigned i = 1; i < threads; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The host does not allow more threads. The job also completes with the threads that exist.
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void ThreadPool::run(unsigned count, const std::function<void()>& job) {
  const auto helpers = std::min(count, size()) - 1;
  if (helpers == 0) return job();
  // The job that has the threads may wait for what this one computes, or for what the host does after it.
  const std::unique_lock turn(turn_, std::try_to_lock);
  if (!turn) return job();
  {
    const std::lock_guard lock(mutex_);
    job_ = &job;
    wanted_ = running_ = helpers;
  }
  wake_.notify_all();
  job();
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return running_ == 0; });
  job_ = nullptr;
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stopping_ || wanted_ > 0; });
    if (stopping_) return;
    --wanted_;
    const auto* job = job_;
    lock.unlock();
    (*job)();
    lock.lock();
    if (--running_ == 0) done_.notify_all();
  }
}

}  // namespace rocm_bindgen::emulator
