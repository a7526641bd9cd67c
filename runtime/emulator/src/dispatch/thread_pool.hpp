// Host threads that exist for as long as the device.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rocm_bindgen::emulator {

/// run() may be called from several threads. One job at a time uses the threads of the pool. Others run on their
/// callers' threads meanwhile, so that no job waits for another.
class ThreadPool {
 public:
  /// `threads` is the number of threads that run a job, including the caller's. If the host does not allow that many,
  /// there are fewer.
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Calls `job` once on each of at most `count` threads, one of which is the caller's, and returns when all calls have
  /// returned. `job` must not throw.
  void run(unsigned count, const std::function<void()>& job);
  /// The number of threads, including the caller's.
  unsigned size() const { return static_cast<unsigned>(threads_.size()) + 1; }

 private:
  void work();

  // Helpers are the threads of the pool, without the caller's. `turn_` is locked while a job uses helpers. `mutex_`
  // protects `job_`, `wanted_`, `running_` and `stopping_`. `threads_` does not change after the constructor.
  std::mutex turn_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void()>* job_ = nullptr;
  unsigned wanted_ = 0;   ///< helpers that have to start the job
  unsigned running_ = 0;  ///< helpers that have not finished the job
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace rocm_bindgen::emulator
