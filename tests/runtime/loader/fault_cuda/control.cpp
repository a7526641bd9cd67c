// The part of the library that tests call.
#include <stdexcept>

#include "runtime/loader/fault_cuda/state.hpp"

namespace fault_cuda {
namespace {

class StateControl final : public Control {
 public:
  void fail(const std::string& function, int nth, int status) override {
    if (nth < 1) throw std::invalid_argument("calls are counted from 1");
    const std::lock_guard lock(driver_.mutex);
    driver_.failures[{function, driver_.calls[function] + nth}] = status;
  }

  void reset() override {
    const std::lock_guard lock(driver_.mutex);
    driver_.clear();
  }

  void set_kernel(const std::string& name, fault::Kernel kernel) override {
    const std::lock_guard lock(driver_.mutex);
    driver_.kernels[name] = std::move(kernel);
  }

  int calls(const std::string& function) const override {
    const std::lock_guard lock(driver_.mutex);
    const auto found = driver_.calls.find(function);
    return found == driver_.calls.end() ? 0 : found->second;
  }

  std::vector<std::string> functions() const override {
    const std::lock_guard lock(driver_.mutex);
    std::vector<std::string> names;
    for (const auto& [name, count] : driver_.calls)
      if (count != 0) names.push_back(name);
    return names;
  }

  fault::Live live() const override {
    const std::lock_guard lock(driver_.mutex);
    const auto count = [](const auto& objects) { return static_cast<int>(objects.size()); };
    return {count(driver_.allocations), count(driver_.pinned), count(driver_.streams),    count(driver_.events),
            count(driver_.modules),     count(driver_.graphs), count(driver_.executables)};
  }

  int retained(int device) const override {
    const std::lock_guard lock(driver_.mutex);
    return driver_.contexts.at(driver_.primary.at(static_cast<std::size_t>(device))).retained;
  }

  int pending() const override {
    const std::lock_guard lock(driver_.mutex);
    std::size_t all = 0;
    for (const auto& [handle, context] : driver_.contexts) all += context.pending.size();
    return static_cast<int>(all);
  }

  std::vector<std::string> misuse() const override {
    const std::lock_guard lock(driver_.mutex);
    return driver_.misuse;
  }

  std::vector<fault::Launch> launches() const override {
    const std::lock_guard lock(driver_.mutex);
    return driver_.launches;
  }

  void* make_context(int device) override {
    const std::lock_guard lock(driver_.mutex);
    void* const context = driver_.new_handle();
    driver_.contexts[context] = {device, false, 0, {}, {}};
    return context;
  }

  void* current() const override {
    const std::lock_guard lock(driver_.mutex);
    return this_threads_context(driver_);
  }

  void set_current(void* context) override {
    const std::lock_guard lock(driver_.mutex);
    this_threads_context(driver_) = context;
  }

 private:
  State& driver_ = state();
};

}  // namespace
}  // namespace fault_cuda

extern "C" __attribute__((visibility("default"))) fault_cuda::Control* fault_cuda_control() {
  static fault_cuda::StateControl control;
  return &control;
}
