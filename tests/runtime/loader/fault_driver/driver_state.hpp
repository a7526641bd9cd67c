// What the driver holds: one state under one mutex, and the frame that every exported function runs in.
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

/// One operation on a stream, validated when it is executed: at once, or at each launch of the graph that holds it.
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
  std::map<std::string, void*> functions;  ///< those looked up
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

/// Limits that are the same for every device of the double.
constexpr unsigned kMaxWorkgroupSize = 1024;
constexpr Extent kMaxWorkgroup{1024, 1024, 1024};
constexpr Extent kMaxGrid{2147483647, 65536, 65536};
constexpr unsigned kLdsPerWorkgroup = 64 * 1024;

struct InjectedFailure {
  std::string function;
  int first, last;  ///< by the function's own count of calls
  Status error;
};

struct State {
  std::mutex mutex;

  // What tests set.
  std::vector<Device> devices;
  int runtime_version = 0;
  int load_milliseconds = 0;
  bool peer_access = true;
  bool lost = false;
  std::uint64_t memory_limit = 0;  ///< bytes in use per device
  std::map<std::string, Kernel> kernels;
  std::vector<InjectedFailure> failures;

  // What they ask for.
  std::map<std::string, int, std::less<>> calls;
  int loads = 0;
  int loads_under_way = 0;
  int most_concurrent_loads = 0;
  std::vector<std::string> misuse;
  std::vector<Launch> launches;

  // What is alive. Memory is keyed by its first address.
  std::map<std::uintptr_t, Allocation> allocations;
  std::map<std::uintptr_t, std::size_t> pinned;
  std::map<void*, Stream> streams;
  std::map<void*, Event> events;
  std::map<void*, Module> modules;
  std::map<void*, Function> functions;
  std::map<void*, Graph> graphs;
  std::map<void*, GraphExec> graph_execs;
  std::set<std::pair<int, int>> peers;  ///< (device, peer) with access enabled

  /// Handles and memory that were released, so that a text can tell "released before" from "never made".
  std::set<const void*> released;
  unsigned generation = 0;  ///< threads that have seen an older one have no current device

  /// A handle is the address of a byte that is never used again: a stale one cannot be mistaken for a new object.
  void* new_handle() { return &handles.emplace_back(); }
  void clear();
  Live live() const;

 private:
  std::deque<char> handles;
};

/// Never destroyed: the runtime may call from destructors that run at exit.
State& state();

/// The calling thread's part of the driver.
struct Thread {
  unsigned generation = 0;
  int device = 0;           ///< as HIP says, before hipSetDevice too
  bool device_set = false;  ///< by hipSetDevice
  Status last_error = kSuccess;
};
Thread& this_thread(State& state);

/// What a function does decides what a failure that is none of its own doing leaves behind.
enum class Touch {
  host,     ///< asks the driver; works on a lost device
  device,   ///< a failed call has done nothing
  release,  ///< a failed call has released all the same
};

/// One call of an exported function: holds the lock from the first line to the last.
class Call {
 public:
  /// Counts the call. `function` is the exported name.
  explicit Call(const char* function);

  const char* const function;
  State& driver;
  std::unique_lock<std::mutex> lock;
  Thread& thread;

  /// The failure that a test asked for, or the one of a lost or absent device; kSuccess if there is none.
  Status refusal(Touch touch) const;
  /// Notes the error as the thread's last one, as HIP 7 does: success does not clear it, "not ready" is none.
  Status finish(Status status);
  /// A use that the test is going to be told of.
  Status misuse(Status status, const std::string& text);
  /// Runs on the stream at once, or adds to what it is capturing.
  Status submit(void* stream, Work work);
  /// Where work on this stream runs; the current device for the null stream. kInvalidHandle for a wrong stream.
  Status device_of_stream(void* stream, int& device);
  bool has_device(int device) const { return device >= 0 && device < static_cast<int>(driver.devices.size()); }
  /// Is a capture under way that synchronous calls of this thread would break?
  bool capture_forbids() const;

  /// Null, noted as misuse, if the handle is not one of the live ones.
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

  /// " that was released before" or " that this driver never made".
  std::string whose(const void* handle) const;
};

/// The frame of every function that returns an error code.
template <typename Body>
Status enter(const char* function, Touch touch, Body&& body) {
  Call call(function);
  const Status refusal = call.refusal(touch);
  if (refusal == kSuccess) return call.finish(body(call));
  if (touch == Touch::release) body(call);
  return call.finish(refusal);
}

}  // namespace fault
