// Host threads that stay for the life of the device.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rocm_bindgen::emulator {

/// run() may be called from several threads; their jobs take turns.
class ThreadPool {
 public:
  /// `threads`: those that run a job, the caller's among them.
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Calls `job` once on each of `count` threads at most, the caller's included; returns when all are done. `job` does
  /// not throw.
  void run(unsigned count, const std::function<void()>& job);
  unsigned size() const { return static_cast<unsigned>(threads_.size()) + 1; }

 private:
  void work();

  std::mutex turn_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void()>* job_ = nullptr;
  unsigned wanted_ = 0, running_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace rocm_bindgen::emulator
