#include "runtime/loader/fault_cuda/state.hpp"

#include <cstdlib>
#include <utility>

namespace fault_cuda {

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
  for (void* memory : pinned) std::free(memory);                                                    // NOLINT
  kernels.clear();
  failures.clear();
  is_initialised = false;
  calls.clear();
  misuse.clear();
  launches.clear();
  contexts.clear();
  allocations.clear();
  pinned.clear();
  streams.clear();
  events.clear();
  modules.clear();
  functions.clear();
  graphs.clear();
  executables.clear();
  released.clear();
  primary.clear();
  for (int device = 0; device < kDevices; ++device) {
    primary.push_back(new_handle());
    contexts[primary.back()] = {device, true, 0, {}, {}};
  }
  ++generation;
}

void*& this_threads_context(State& state) {
  static thread_local unsigned generation = 0;
  static thread_local void* current = nullptr;
  if (std::exchange(generation, state.generation) != state.generation) current = nullptr;
  return current;
}

Call::Call(const char* function)
    : function(function), driver(state()), lock(driver.mutex), current(this_threads_context(driver)) {
  ++driver.calls[function];
}

Status Call::injected() const {
  const auto found = driver.failures.find({function, driver.calls.find(function)->second});
  return found == driver.failures.end() ? kSuccess : found->second;
}

Status Call::misuse(Status status, const std::string& text) {
  driver.misuse.push_back(std::string(function) + ": " + text);
  return status;
}

Status Call::require_context() {
  if (current == nullptr) return misuse(kInvalidContext, "no context is current");
  if (driver.contexts.at(current).is_alive()) return kSuccess;
  return misuse(kContextIsDestroyed, "the current context was released before");
}

Status Call::submit(void* stream, Work work) {
  if (stream == nullptr) {
    driver.contexts.at(current).pending.push_back(std::move(work));
    return kSuccess;
  }
  Stream* const found = find_own(driver.streams, stream, "a stream");
  if (found == nullptr) return kInvalidHandle;
  if (found->capture) {
    found->capture->push_back(std::move(work));
    return kSuccess;
  }
  if (!found->independent) flush(current);
  return work(*this, stream, false);
}

void Call::flush(void* context) {
  for (const auto& work : std::exchange(driver.contexts.at(context).pending, {})) work(*this, nullptr, false);
}

bool Call::holds(void* context, Pointer address, std::size_t bytes) {
  auto found = driver.allocations.upper_bound(address);
  if (found == driver.allocations.begin() || (--found)->first + found->second.bytes < address + bytes)
    misuse(kInvalidValue, "memory beyond every allocation");
  else if (found->second.context != context)
    misuse(kInvalidValue, "memory of another context");
  else
    return true;
  return false;
}

std::string Call::whose(const void* handle) const {
  if (handle == nullptr) return " that is null";
  return driver.released.count(handle) != 0 ? " that was released before" : " that this driver never made";
}

}  // namespace fault_cuda
