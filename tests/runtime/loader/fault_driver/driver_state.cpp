#include "runtime/loader/fault_driver/driver_state.hpp"

#include <algorithm>
#include <cstdlib>

namespace fault {
namespace {

Device mi210() {
  Device device;
  device.arch = "gfx90a:sramecc+:xnack-";
  device.machine = 0x3f;
  device.name = "AMD Instinct MI210";
  device.memory_bytes = std::uint64_t{64} << 30;
  return device;
}

}  // namespace

State& state() {
  static State& instance = *[] {
    auto* fresh = new State;
    fresh->clear();
    return fresh;
  }();
  return instance;
}

void State::clear() {
  for (const auto& allocation : allocations) std::free(reinterpret_cast<void*>(allocation.first));  // NOLINT
  for (const auto& allocation : pinned) std::free(reinterpret_cast<void*>(allocation.first));       // NOLINT
  allocations.clear();
  pinned.clear();
  streams.clear();
  events.clear();
  modules.clear();
  functions.clear();
  graphs.clear();
  graph_execs.clear();
  peers.clear();
  released.clear();

  devices = {mi210()};
  runtime_version = 60241134;  // HIP 6.2.41134
  load_milliseconds = 0;
  peer_access = true;
  lost = false;
  memory_limit = std::numeric_limits<std::uint64_t>::max();
  kernels.clear();
  failures.clear();

  calls.clear();
  loads = loads_under_way = most_concurrent_loads = 0;
  misuse.clear();
  launches.clear();
  ++generation;
}

Live State::live() const {
  Live live;
  live.allocations = static_cast<int>(allocations.size());
  live.pinned = static_cast<int>(pinned.size());
  live.streams = static_cast<int>(streams.size());
  live.events = static_cast<int>(events.size());
  live.modules = static_cast<int>(modules.size());
  live.graphs = static_cast<int>(graphs.size());
  live.graph_execs = static_cast<int>(graph_execs.size());
  return live;
}

Thread& this_thread(State& state) {
  static thread_local Thread thread;
  if (thread.generation != state.generation) {
    thread = Thread();
    thread.generation = state.generation;
  }
  return thread;
}

Call::Call(const char* function)
    : function(function), driver(state()), lock(driver.mutex), thread(this_thread(driver)) {
  ++driver.calls[function];
}

Status Call::refusal(CallKind kind) const {
  const int count = driver.calls.find(function)->second;
  for (const auto& failure : driver.failures)
    if (failure.function == function && failure.first <= count && count <= failure.last) return failure.error;
  if (kind == CallKind::host_only) return kSuccess;
  if (driver.devices.empty()) return kNoDevice;
  return driver.lost ? kLaunchFailure : kSuccess;
}

Status Call::finish(Status status) {
  if (status != kSuccess && status != kNotReady) thread.last_error = status;
  return status;
}

Status Call::misuse(Status status, const std::string& text) {
  driver.misuse.push_back(std::string(function) + ": " + text);
  return status;
}

Status Call::submit(void* stream, Work work) {
  if (stream != nullptr) {
    Stream* const found = find(driver.streams, stream, "stream");
    if (found == nullptr) return kInvalidHandle;
    if (found->capture) {
      found->capture->work.push_back(std::move(work));
      return kSuccess;
    }
  }
  return work.run(*this, stream, false);
}

Status Call::device_of_stream(void* stream, int& device) {
  device = thread.device;
  if (stream == nullptr) return kSuccess;
  const Stream* const found = find(driver.streams, stream, "stream");
  if (found == nullptr) return kInvalidHandle;
  device = found->device;
  return kSuccess;
}

bool Call::capture_forbids() const {
  return std::any_of(driver.streams.begin(), driver.streams.end(), [](const auto& entry) {
    const auto& capture = entry.second.capture;
    if (!capture) return false;
    return capture->mode == 0 || (capture->mode == 1 && capture->thread == std::this_thread::get_id());
  });
}

std::string Call::whose(const void* handle) const {
  if (handle == nullptr) return " that is null";
  return driver.released.count(handle) != 0 ? " that was released before" : " that this driver never made";
}

}  // namespace fault
