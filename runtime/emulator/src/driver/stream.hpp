// Streams, events and graphs of a device that does everything at once: what is asked for is done when it is asked for,
// unless a stream records.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "drivers/driver.hpp"

namespace rocm_bindgen::emulator {

using Work = std::function<runtime::Status()>;

struct Graph {
  std::vector<Work> operations;
};

struct Event {
  enum class State { never, recorded, captured };  ///< captured: by a stream that recorded a graph
  State state = State::never;
  std::chrono::steady_clock::time_point time;
};

class Stream {
 public:
  /// Done now, or recorded. An operation's failure is that of the call.
  runtime::Status submit(Work operation);
  bool recording() const;
  /// False if it already records.
  bool begin_capture();
  /// Null if it does not record.
  std::unique_ptr<Graph> end_capture();

 private:
  mutable std::mutex mutex_;
  std::unique_ptr<Graph> graph_;
};

}  // namespace rocm_bindgen::emulator
