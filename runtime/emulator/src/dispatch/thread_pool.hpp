// Host threads that exist for as long as the device.
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

namespace rocm_bindgen::emulator {

/// run() may be called from several threads. No job waits for another one: each begins at once on its caller's thread,
/// and the pool's threads join the jobs in the order of the calls, as they become free.
class ThreadPool {
 public:
  /// `threads` is the number of threads that run a job, including the caller's. If the host does not allow that many,
  /// there are fewer.
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Calls `job` on the caller's thread, and at most once on each of `count` - 1 others, and returns when all calls
  /// have returned. Threads that have not begun when the caller's call returns are not waited for, so that call must
  /// not return before all work is taken. `job` must not throw.
  void run(unsigned count, const std::function<void()>& job);
  /// The number of threads, including the caller's.
  unsigned size() const { return static_cast<unsigned>(threads_.size()) + 1; }

 private:
  struct Job {
    const std::function<void()>& call;
    unsigned wanted;       ///< the number of the pool's threads that may still join
    unsigned running = 0;  ///< the number of those that have joined and not finished
  };
  void work();

  // `mutex_` protects `open_`, the jobs in it and `stopping_`. `threads_` does not change after the constructor.
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::list<Job*> open_;  ///< jobs that threads may join
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace rocm_bindgen::emulator
