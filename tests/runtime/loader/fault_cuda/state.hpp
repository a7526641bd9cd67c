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
#include <vector>

#include "runtime/loader/fault_cuda/fault_cuda.hpp"

#define FAULT_CUDA_API extern "C" __attribute__((visibility("default"))) int

namespace fault_cuda {

using Status = int;             // CUresult
using Pointer = std::uint64_t;  // CUdeviceptr

constexpr Status kSuccess = 0;
constexpr Status kInvalidValue = 1;
constexpr Status kOutOfMemory = 2;
constexpr Status kNotInitialized = 3;
constexpr Status kInvalidDevice = 101;
constexpr Status kInvalidImage = 200;
constexpr Status kInvalidContext = 201;
constexpr Status kInvalidHandle = 400;
constexpr Status kIllegalState = 401;
constexpr Status kNotFound = 500;
constexpr Status kPeerAccessAlreadyEnabled = 704;
constexpr Status kContextIsDestroyed = 709;
constexpr Status kStreamCaptureUnsupported = 900;

/// Both devices have the same properties.
constexpr int kDevices = 2;
constexpr std::size_t kMemoryBytes = std::size_t{80} << 30;
constexpr unsigned kMaxWorkgroupSize = 1024;
constexpr fault::Extent kMaxWorkgroup{1024, 1024, 64};
constexpr fault::Extent kMaxGrid{2147483647, 65535, 65535};
constexpr int kLds = 48 * 1024;  ///< bytes of shared memory per block, if cuFuncSetAttribute() has not requested more
constexpr int kMaxLds = 227 * 1024;  ///< the most that can be requested

class Call;

/// One operation. It is validated when it is executed.
using Work = std::function<Status(Call&, void* stream, bool from_graph)>;

struct Context {
  int device;
  bool is_primary;
  int retained = 0;
  std::vector<Work> pending;  ///< operations of the null stream
  std::set<void*> peers;      ///< the contexts whose memory this one may access

  bool is_alive() const { return !is_primary || retained > 0; }
};

struct Allocation {
  std::size_t bytes;
  void* context;
};

struct Stream {
  void* context;
  bool independent;
  std::optional<std::vector<Work>> capture;
};

struct Event {
  void* context;
  std::optional<std::chrono::steady_clock::time_point> recorded;
};

struct Module {
  void* context;
  std::vector<std::string> kernels;
};

struct Function {
  void* context;
  void* module;
  std::string name;
  int max_dynamic_lds;  ///< bytes
};

struct Graph {
  void* context;
  std::vector<Work> work;
};

struct State {
  std::mutex mutex;
  std::map<std::string, fault::Kernel> kernels;
  std::map<std::pair<std::string, int>, Status> failures;  ///< by function and the number of the call

  bool is_initialised = false;
  std::map<std::string, int, std::less<>> calls;
  std::vector<std::string> misuse;
  std::vector<fault::Launch> launches;

  std::vector<void*> primary;  ///< contexts by device; a handle stays the same when it is retained again
  std::map<void*, Context> contexts;
  std::map<Pointer, Allocation> allocations;
  std::set<void*> pinned;
  std::map<void*, Stream> streams;
  std::map<void*, Event> events;
  std::map<void*, Module> modules;
  std::map<void*, Function> functions;
  std::map<void*, Graph> graphs, executables;
  std::set<const void*> released;  ///< handles and memory, to distinguish "released before" from "never made"
  unsigned generation = 0;         ///< a thread that last saw an older generation has no current context

  /// The handle is the address of a byte that is never reused, so that a stale handle cannot be mistaken for a new
  /// object.
  void* new_handle() { return &handles.emplace_back(); }
  void clear();
  const fault::Kernel& kernel(const std::string& name) { return kernels[name]; }

 private:
  std::deque<char> handles;
};

/// The state is never destroyed, because the runtime may call the driver from destructors at exit.
State& state();

/// The calling thread's current context.
void*& this_threads_context(State& state);

/// One call of an exported function. It holds the lock during the whole call.
class Call {
 public:
  explicit Call(const char* function);

  const char* const function;
  State& driver;
  const std::lock_guard<std::mutex> lock;
  void*& current;

  /// The status that a test has set for this call; kSuccess if none.
  Status injected() const;
  /// Records a misuse, which the test can query, and returns `status`.
  Status misuse(Status status, const std::string& text);
  Status require_context();
  /// Executes the work at once, or adds it to the graph that the stream captures. Work on the null stream stays pending
  /// until flush().
  Status submit(void* stream, Work work);
  /// Executes the pending work on the null stream of this context.
  void flush(void* context);
  /// Whether these bytes are in an allocation of that context. If not, records a misuse.
  bool holds(void* context, Pointer address, std::size_t bytes);

  /// Returns null and records a misuse if the handle is not live.
  template <class Object>
  Object* find(std::map<void*, Object>& live, void* handle, const char* kind) {
    if (const auto found = live.find(handle); found != live.end()) return &found->second;
    misuse(kInvalidHandle, kind + whose(handle));
    return nullptr;
  }

  /// Also returns null and records a misuse if the object does not belong to the current context.
  template <class Object>
  Object* find_own(std::map<void*, Object>& live, void* handle, const char* kind) {
    Object* const found = find(live, handle, kind);
    if (found == nullptr || found->context == current) return found;
    misuse(kInvalidHandle, kind + std::string(" of another context than the current one"));
    return nullptr;
  }

  template <class Object>
  Status release(std::map<void*, Object>& live, void* handle, const char* kind) {
    if (find_own(live, handle, kind) == nullptr) return kInvalidHandle;
    live.erase(handle);
    driver.released.insert(handle);
    return kSuccess;
  }

  /// Returns " that was released before" or " that this driver never made".
  std::string whose(const void* handle) const;
};

/// What must exist for a call: nothing, an initialised driver (cuInit), or a current context too.
enum class Needs { nothing, driver, context };
/// What a call does if a test has made it fail.
enum class OnFailure { does_nothing, releases };

/// Runs the body of a function, unless a test has made the call fail. A release runs in any case.
template <class Body>
Status enter(const char* function, Needs needs, Body&& body, OnFailure on_failure = OnFailure::does_nothing) {
  Call call(function);
  const Status injected = call.injected();
  if (injected != kSuccess && on_failure == OnFailure::does_nothing) return injected;
  Status status = kSuccess;
  if (needs != Needs::nothing && !call.driver.is_initialised)
    status = call.misuse(kNotInitialized, "cuInit was not called");
  else if (needs == Needs::context)
    status = call.require_context();
  if (status == kSuccess) status = body(call);
  return injected == kSuccess ? status : injected;
}

}  // namespace fault_cuda
