// Streams, events and graphs. The emulated device executes an operation immediately, in the thread that submits it,
// unless the stream is recording a graph. There is no queue, so there is nothing to wait for.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "drivers/driver.hpp"

namespace rocm_bindgen::emulator {

using Work = std::function<runtime::Status()>;

/// Operations in the order in which a stream recorded them. Launching the graph executes them in this order.
struct Graph {
  std::vector<Work> operations;
};

struct Event {
  enum class State { never, recorded, captured };  ///< captured: recorded by a stream that was recording a graph
  State state = State::never;
  std::chrono::steady_clock::time_point time;
};

/// All functions are thread safe. An operation is executed without the lock, so operations submitted by two threads may
/// run at the same time.
class Stream {
 public:
  /// Executes the operation now and returns its status, or adds it to the graph that is being recorded and returns
  /// success.
  runtime::Status submit(Work operation);
  bool recording() const;
  /// Returns false if the stream is already recording.
  bool begin_capture();
  /// Returns the recorded graph, or null if the stream is not recording.
  std::unique_ptr<Graph> end_capture();

 private:
  mutable std::mutex mutex_;
  std::unique_ptr<Graph> graph_;
};

}  // namespace rocm_bindgen::emulator
