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
  Job open{job, helpers};
  {
    const std::lock_guard lock(mutex_);
    open_.push_back(&open);
  }
  wake_.notify_all();
  job();
  std::unique_lock lock(mutex_);
  open_.remove(&open);
  done_.wait(lock, [&] { return open.running == 0; });
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stopping_ || !open_.empty(); });
    if (stopping_) return;
    auto& job = *open_.front();
    ++job.running;
    if (--job.wanted == 0) open_.pop_front();
    lock.unlock();
    job.call();
    lock.lock();
    if (--job.running == 0) done_.notify_all();
  }
}

}  // namespace rocm_bindgen::emulator
