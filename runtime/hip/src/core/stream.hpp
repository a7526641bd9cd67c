// Streams. Each is a queue with its own thread, because the driver below executes every operation synchronously. An
// operation only waits for operations of other streams that were submitted before it, so streams cannot deadlock.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/hip_types.hpp"

namespace rocm_bindgen::hip {

/// Done on the stream's thread. It does not throw; what went wrong is the device's fault, or its own to keep.
using Operation = std::function<void()>;

/// That an operation is done, and when.
class Completion {
 public:
  void finish();
  bool done() const;
  void wait() const;
  /// When it was done.
  std::chrono::steady_clock::time_point time() const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool done_ = false;
  std::chrono::steady_clock::time_point time_;
};

using CompletionHandle = std::shared_ptr<Completion>;

class Stream;

/// The operations that streams recorded, in the order of the calls, which is an order in which they may run.
struct Graph {
  std::vector<Operation> operations;
};

/// A graph that is being recorded. A stream joins it when it waits for an event that was recorded in it.
struct Capture {
  /// How many operations of each stream come before a point of one stream.
  using Reached = std::map<const Stream*, std::size_t>;

  Graph graph;
  const Stream* origin = nullptr;
  hipStreamCaptureMode mode = hipStreamCaptureModeGlobal;
  unsigned long long id = 0;
  bool invalidated = false;
  std::map<const Stream*, Reached> members;
};

using CaptureHandle = std::shared_ptr<Capture>;

struct Event {
  unsigned flags = 0;
  std::mutex mutex;
  CompletionHandle completion;  ///< null: never recorded
  CaptureHandle capture;        ///< recorded in a graph
  Capture::Reached reached;     ///< and what came before it there
};

class Stream {
 public:
  Stream(unsigned flags, int priority, std::vector<std::uint32_t> unit_mask = {})
      : flags(flags), priority(priority), unit_mask(std::move(unit_mask)) {}
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream();

  const unsigned flags;
  const int priority;
  /// The compute units that the program wants kernels to run on, a bit each; empty: all. It is only kept to be read
  /// back, because the emulated device runs a kernel's workgroups on no particular unit.
  const std::vector<std::uint32_t> unit_mask;

  /// Operations of a stream that is no non-blocking one wait for those of the null stream, and the other way round.
  bool blocking() const { return (flags & hipStreamNonBlocking) == 0; }

 private:
  friend class Streams;
  struct Task {
    Operation operation;
    std::vector<CompletionHandle> after;
    CompletionHandle completion;
  };
  void enqueue(Task task);
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  bool closing_ = false;
  std::thread thread_;
  CompletionHandle last_;                ///< of what was submitted last; under the lock of Streams
  std::vector<CompletionHandle> waits_;  ///< events that the next operation waits for; likewise
  CaptureHandle capture_;                ///< likewise
};

/// All streams of the process. Thread safe.
class Streams {
 public:
  static Streams& get();

  hipStream_t create(unsigned flags, int priority, std::vector<std::uint32_t> unit_mask);
  /// Its work is still done.
  void destroy(hipStream_t handle);
  /// The null stream for 0, this thread's for hipStreamPerThread. Throws Failure for what is no stream.
  std::shared_ptr<Stream> find(hipStream_t handle);

  /// Submits an operation, or records it. Null if it was recorded.
  CompletionHandle submit(const std::shared_ptr<Stream>& stream, Operation operation);
  void record(const std::shared_ptr<Stream>& stream, Event& event);
  void wait(const std::shared_ptr<Stream>& stream, Event& event);

  void synchronize(const std::shared_ptr<Stream>& stream);
  bool query(const std::shared_ptr<Stream>& stream);
  void synchronize_all();

  void begin_capture(const std::shared_ptr<Stream>& stream, hipStreamCaptureMode mode);
  std::unique_ptr<Graph> end_capture(const std::shared_ptr<Stream>& stream);
  CaptureHandle capture(const std::shared_ptr<Stream>& stream);

  hipEvent_t create_event(unsigned flags);
  void destroy_event(hipEvent_t handle);
  /// Throws Failure for what is no event.
  std::shared_ptr<Event> find_event(hipEvent_t handle);

 private:
  CompletionHandle submit_locked(Stream& stream, Operation operation);
  void refuse_capture(Stream& stream, const char* what);

  std::mutex mutex_;
  std::map<hipStream_t, std::shared_ptr<Stream>> streams_;
  std::map<hipEvent_t, std::shared_ptr<Event>> events_;
  std::vector<std::weak_ptr<Stream>> per_thread_;
  std::vector<std::shared_ptr<Stream>> retired_;  ///< destroyed, with work that may not be done
  std::shared_ptr<Stream> null_ = std::make_shared<Stream>(0u, 0);
  std::vector<std::weak_ptr<Capture>> captures_;
  unsigned long long next_capture_ = 1;
};

/// Waits for all work that was submitted; does nothing if there are no streams.
void finish_all_streams();

}  // namespace rocm_bindgen::hip
