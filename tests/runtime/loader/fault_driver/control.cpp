// The part of the library that tests call.
#include <algorithm>
#include <stdexcept>

#include "runtime/loader/fault_driver/driver_state.hpp"

namespace fault {
namespace {

constexpr const char* kFunctions[] = {
#define FAULT_HIP_FUNCTION(name, ...) #name,
#include "runtime/loader/fault_driver/hip_functions.inc"
#undef FAULT_HIP_FUNCTION
};

void check_exported(const std::string& function) {
  const auto* const found = std::find(std::begin(kFunctions), std::end(kFunctions), function);
  if (found == std::end(kFunctions)) throw std::invalid_argument("the fault driver does not export " + function);
}

class StateControl final : public Control {
 public:
  void fail(const std::string& function, int nth, int error, int times) override {
    check_exported(function);
    if (nth < 1 || times < 1) throw std::invalid_argument("calls are counted from 1");
    const std::lock_guard lock(driver_.mutex);
    const int first = driver_.calls[function] + nth;
    const int last = times > kForever - first ? kForever : first + times - 1;
    driver_.failures.push_back({function, first, last, error});
  }

  void fail_out_of_memory_above(std::uint64_t bytes) override { set(&State::memory_limit, bytes); }
  void lose_device() override { set(&State::lost, true); }

  Live reset() override {
    const std::lock_guard lock(driver_.mutex);
    const Live remaining = driver_.live();
    driver_.clear();
    return remaining;
  }

  void set_devices(std::vector<Device> devices) override {
    const std::lock_guard lock(driver_.mutex);
    if (driver_.live() != Live()) throw std::logic_error("set_devices() while objects of the old devices are alive");
    driver_.devices = std::move(devices);
    driver_.peers.clear();
    ++driver_.generation;
  }

  void set_runtime_version(int version) override { set(&State::runtime_version, version); }
  void set_load_milliseconds(int milliseconds) override { set(&State::load_milliseconds, milliseconds); }
  void set_peer_access(bool possible) override { set(&State::peer_access, possible); }

  void set_kernel(const std::string& name, Kernel kernel) override {
    const std::lock_guard lock(driver_.mutex);
    driver_.kernels[name] = std::move(kernel);
  }

  std::vector<std::string> functions() const override { return {std::begin(kFunctions), std::end(kFunctions)}; }

  int calls(const std::string& function) const override {
    check_exported(function);
    const std::lock_guard lock(driver_.mutex);
    const auto found = driver_.calls.find(function);
    return found == driver_.calls.end() ? 0 : found->second;
  }

  int loads() const override { return get(&State::loads); }
  int most_concurrent_loads() const override { return get(&State::most_concurrent_loads); }
  std::vector<std::string> misuse() const override { return get(&State::misuse); }
  std::vector<Launch> launches() const override { return get(&State::launches); }

  Live live() const override {
    const std::lock_guard lock(driver_.mutex);
    return driver_.live();
  }

  int current_device() const override {
    const std::lock_guard lock(driver_.mutex);
    const Thread& thread = this_thread(driver_);
    return thread.device_set ? thread.device : -1;
  }

  int last_error() const override {
    const std::lock_guard lock(driver_.mutex);
    return this_thread(driver_).last_error;
  }

 private:
  template <typename Value>
  void set(Value State::* member, Value value) {
    const std::lock_guard lock(driver_.mutex);
    driver_.*member = value;
  }

  template <typename Value>
  Value get(Value State::* member) const {
    const std::lock_guard lock(driver_.mutex);
    return driver_.*member;
  }

  State& driver_ = state();
};

}  // namespace
}  // namespace fault

extern "C" FAULT_EXPORT fault::Control* fault_driver_control() {
  static fault::StateControl control;
  return &control;
}
