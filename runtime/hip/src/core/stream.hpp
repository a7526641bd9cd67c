// HIP's streams, events and captured graphs. The emulator's driver executes every operation synchronously, so each
// stream is a queue with its own thread, and calls return before their work is done, as on a GPU. An operation waits
// only for operations that were submitted before it, so streams cannot deadlock.
#pragma once

#include <atomic>
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

/// Work for a stream's thread. It must not throw: it records a failure with Device::set_fault().
using Operation = std::function<void()>;

/// Whether an operation is done, and since when. The operation and all who wait for it share this object.
class Completion {
 public:
  void finish();
  bool done() const;
  void wait() const;
  /// The time of finish(). Call it only when done().
  std::chrono::steady_clock::time_point time() const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool done_ = false;
  std::chrono::steady_clock::time_point time_;
};

using CompletionHandle = std::shared_ptr<Completion>;

class Stream;

/// The operations that streams recorded while they were captured. They are in the order of the calls, which respects
/// all dependencies, so they are replayed one after another.
struct Graph {
  std::vector<Operation> operations;
};

/// A graph that is being recorded. A stream joins the capture when it waits for an event that was recorded in it. At
/// the end, the stream that began the capture (the origin) must have waited for everything that the others recorded.
struct Capture {
  /// What a point in the capture depends on: the number of operations of each stream that come before it.
  using Reached = std::map<const Stream*, std::size_t>;

  Graph graph;
  const Stream* origin = nullptr;
  bool origin_is_blocking = false;
  /// Which threads' unsafe calls it forbids; refuse_unsafe() explains them.
  hipStreamCaptureMode mode = hipStreamCaptureModeGlobal;
  std::thread::id thread = std::this_thread::get_id();  ///< the one that began it
  unsigned long long id = 0;
  std::atomic<bool> invalidated{false};
  bool ended = false;                        ///< no stream records into it any more
  std::map<const Stream*, Reached> members;  ///< by stream: what its next operation depends on
};

using CaptureHandle = std::shared_ptr<Capture>;

struct Event {
  unsigned flags = 0;
  std::mutex mutex;
  CompletionHandle completion;  ///< done when the stream reaches the event; null if not recorded, or in a capture
  CaptureHandle capture;        ///< the capture in which the event was recorded; null outside of captures
  Capture::Reached reached;     ///< with `capture`: what comes before the event
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

  /// Operations of a blocking stream wait for earlier ones of the null stream, and the other way round.
  bool blocking() const { return (flags & hipStreamNonBlocking) == 0; }

 private:
  friend class Streams;
  struct Task {
    Operation operation;
    std::vector<CompletionHandle> after;  ///< operations of other streams that must be done before
    CompletionHandle completion;
  };
  void enqueue(Task task);
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  bool closing_ = false;
  std::thread thread_;

  // These are protected by the mutex of Streams.
  CompletionHandle last_;                ///< the last submitted operation's; null: no operation was submitted
  std::vector<CompletionHandle> waits_;  ///< events that the next operation waits for
  CaptureHandle capture_;                ///< null: operations are executed, not recorded
};

/// All streams of the process. Thread safe.
class Streams {
 public:
  static Streams& get();

  hipStream_t create(unsigned flags, int priority, std::vector<std::uint32_t> unit_mask);
  /// Invalidates the handle. Work that was submitted is still done. A capture that the stream takes part in becomes
  /// invalid, and ends if the stream began it.
  void destroy(hipStream_t handle);
  /// Returns the null stream for 0, and this thread's own stream for hipStreamPerThread. Throws Failure for an invalid
  /// handle.
  std::shared_ptr<Stream> find(hipStream_t handle);

  /// Submits an operation and returns its completion. If the stream is being captured, records the operation instead
  /// and returns null; throws Failure if the capture is invalid.
  CompletionHandle submit(const std::shared_ptr<Stream>& stream, Operation operation);
  /// Makes the event mark the work that was submitted to the stream so far, or its place in the stream's capture.
  void record(const std::shared_ptr<Stream>& stream, Event& event);
  /// Makes the stream's next operation wait for the event. The stream joins the event's capture if there is one.
  void wait(const std::shared_ptr<Stream>& stream, Event& event);

  /// Waits for the work that was submitted to the stream. Like query(), it throws Failure if the stream is being
  /// captured.
  void synchronize(const std::shared_ptr<Stream>& stream);
  /// Returns whether that work is done.
  bool query(const std::shared_ptr<Stream>& stream);
  void synchronize_all();

  void begin_capture(const std::shared_ptr<Stream>& stream, hipStreamCaptureMode mode);
  std::unique_ptr<Graph> end_capture(const std::shared_ptr<Stream>& stream);
  CaptureHandle capture(const std::shared_ptr<Stream>& stream);
  /// Ends all captures. Their streams execute work again.
  void abandon_captures();
  /// Some calls are unsafe while a stream records a graph, because on a GPU they may wait for other work: for instance,
  /// functions that allocate memory. A capture forbids them in its own thread, and if its mode is Global, in all
  /// threads whose mode is Global. In a thread of mode Relaxed, and by a capture of mode Relaxed, nothing is forbidden.
  /// If the call is forbidden, invalidates the captures that forbid it, and throws
  /// Failure(hipErrorStreamCaptureUnsupported).
  void refuse_unsafe();
  /// Throws Failure with this code, and invalidates all captures, if any stream records a graph. For calls that wait
  /// for the whole device or for the null stream.
  void refuse_in_capture(hipError_t code);
  /// Sets the calling thread's mode, and returns the mode that it had. A thread begins with Global.
  static hipStreamCaptureMode exchange_thread_mode(hipStreamCaptureMode mode);

  hipEvent_t create_event(unsigned flags);
  void destroy_event(hipEvent_t handle);
  /// Throws Failure for an invalid handle.
  std::shared_ptr<Event> find_event(hipEvent_t handle);
  /// Whether the event was last recorded in a capture.
  static bool is_captured(Event& event);

 private:
  CompletionHandle submit_locked(Stream& stream, Operation operation);
  /// Throws Failure if the stream records a graph, which becomes invalid.
  void refuse_capture(Stream& stream, const char* what);
  void refuse_unsafe_locked();
  /// Calls `use` with each stream that the null stream waits for.
  template <class Use>
  void each_blocking(const Use& use) const;
  /// Makes all streams leave the capture.
  void close(const CaptureHandle& capture);

  std::mutex mutex_;
  std::map<hipStream_t, std::shared_ptr<Stream>> streams_;
  std::map<hipEvent_t, std::shared_ptr<Event>> events_;
  std::vector<std::weak_ptr<Stream>> per_thread_;  ///< each is owned by its thread and destroyed with it
  std::vector<std::shared_ptr<Stream>> retired_;   ///< destroyed by the program, maybe before their work is done
  std::shared_ptr<Stream> null_ = std::make_shared<Stream>(0u, 0);
  std::vector<std::weak_ptr<Capture>> captures_;
  unsigned long long next_capture_ = 1;
};

/// Waits for all work that was submitted to any stream.
void finish_all_streams();

}  // namespace rocm_bindgen::hip
