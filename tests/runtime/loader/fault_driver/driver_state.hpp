// The state of the driver, which one mutex protects, and enter(), in which every exported function runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/loader/fault_driver/fault_control.hpp"
#include "runtime/loader/fault_driver/hip_abi.hpp"

namespace fault {

class Call;

/// One operation on a stream. It is validated when it is executed: at once, or at each launch of the graph that
/// contains it.
struct Work {
  std::function<Status(Call&, void* stream, bool from_graph)> run;
};

struct Allocation {
  std::size_t bytes;
  int device;
};

struct Capture {
  int mode;  ///< 0 global, 1 thread-local, 2 relaxed
  std::thread::id thread;
  std::vector<Work> work;
};

struct Stream {
  int device;
  std::optional<Capture> capture;
};

struct Event {
  int device;
  bool timing;
  std::optional<std::chrono::steady_clock::time_point> recorded;
};

struct Module {
  int device;
  std::vector<std::string> kernels;
  std::map<std::string, void*> functions;  ///< the functions that were looked up
};

struct Function {
  int device;
  std::string name;
};

using Graph = std::vector<Work>;

struct GraphExec {
  int device;
  Graph graph;
};

/// Limits of every device of this fake driver.
constexpr unsigned kMaxWorkgroupSize = 1024;
constexpr Extent kMaxWorkgroup{1024, 1024, 1024};
constexpr Extent kMaxGrid{2147483647, 65536, 65536};
constexpr unsigned kLdsPerWorkgroup = 64 * 1024;

struct InjectedFailure {
  std::string function;
  int first, last;  ///< the calls that fail; the first call of the function since reset() has number 1
  Status error;
};

struct State {
  std::mutex mutex;

  // The settings of tests.
  std::vector<Device> devices;
  int runtime_version = 0;
  int load_milliseconds = 0;
  bool peer_access = true;
  bool lost = false;
  std::uint64_t memory_limit = 0;  ///< the most bytes that may be in use per device
  std::map<std::string, Kernel> kernels;
  std::vector<InjectedFailure> failures;

  // The data that tests query.
  std::map<std::string, int, std::less<>> calls;
  int loads = 0;
  int loads_under_way = 0;
  int most_concurrent_loads = 0;
  std::vector<std::string> misuse;
  std::vector<Launch> launches;

  // The live objects. Memory is keyed by its first address.
  std::map<std::uintptr_t, Allocation> allocations;
  std::map<std::uintptr_t, std::size_t> pinned;
  std::map<void*, Stream> streams;
  std::map<void*, Event> events;
  std::map<void*, Module> modules;
  std::map<void*, Function> functions;
  std::map<void*, Graph> graphs;
  std::map<void*, GraphExec> graph_execs;
  std::set<std::pair<int, int>> peers;  ///< (device, peer) with access enabled

  /// Handles and memory that were released, to distinguish "released before" from "never made".
  std::set<const void*> released;
  unsigned generation = 0;  ///< a thread that last saw an older generation has no current device

  /// A handle is the address of a byte that is never reused, so that a stale handle cannot be mistaken for a new
  /// object.
  void* new_handle() { return &handles.emplace_back(); }
  void clear();
  Live live() const;

 private:
  std::deque<char> handles;
};

/// The state is never destroyed, because the runtime may call the driver from destructors at exit.
State& state();

/// The state of the calling thread.
struct Thread {
  unsigned generation = 0;
  int device = 0;           ///< the value that HIP returns, also before hipSetDevice
  bool device_set = false;  ///< whether hipSetDevice was called
  Status last_error = kSuccess;
};
Thread& this_thread(State& state);

/// The kind of a function: whether it fails on a lost device, and what a failed call does.
enum class CallKind {
  host_only,    ///< needs no device, and succeeds on a lost one
  device_work,  ///< fails on a lost device; a failed call has no effect
  release,      ///< fails on a lost device; a failed call releases nevertheless
};

/// One call of an exported function. It holds the lock during the whole call.
class Call {
 public:
  /// Counts the call. `function` is the exported name.
  explicit Call(const char* function);

  const char* const function;
  State& driver;
  std::unique_lock<std::mutex> lock;
  Thread& thread;

  /// The failure that a test has set, or the error of a lost or missing device; kSuccess if there is none.
  Status refusal(CallKind kind) const;
  /// Stores the error as the thread's last one. As in HIP 7, success does not clear it and "not ready" is not stored.
  Status finish(Status status);
  /// Records a misuse, which the test can query, and returns `status`.
  Status misuse(Status status, const std::string& text);
  /// Executes the work on the stream at once, or adds it to the graph that the stream captures.
  Status submit(void* stream, Work work);
  /// Finds the device of the stream; for the null stream it is the current device. Returns kInvalidHandle for an
  /// invalid stream.
  Status device_of_stream(void* stream, int& device);
  bool has_device(int device) const { return device >= 0 && device < static_cast<int>(driver.devices.size()); }
  /// Whether a capture is active that synchronous calls of this thread would invalidate.
  bool capture_forbids() const;

  /// Returns null and records a misuse if the handle is not live.
  template <typename Object>
  Object* find(std::map<void*, Object>& live, void* handle, const std::string& kind) {
    const auto found = live.find(handle);
    if (found != live.end()) return &found->second;
    misuse(kInvalidHandle, kind + whose(handle));
    return nullptr;
  }

  template <typename Object>
  Status release(std::map<void*, Object>& live, void* handle, const std::string& kind) {
    if (find(live, handle, kind) == nullptr) return kInvalidHandle;
    live.erase(handle);
    driver.released.insert(handle);
    return kSuccess;
  }

  /// Returns " that was released before" or " that this driver never made".
  std::string whose(const void* handle) const;
};

/// Runs the body of a function that returns an error code, unless a test has made the call fail. A release runs in any
/// case.
template <typename Body>
Status enter(const char* function, CallKind kind, Body&& body) {
  Call call(function);
  const Status refusal = call.refusal(kind);
  if (refusal == kSuccess) return call.finish(body(call));
  if (kind == CallKind::release) body(call);
  return call.finish(refusal);
}

}  // namespace fault
