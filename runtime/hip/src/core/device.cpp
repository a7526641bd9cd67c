#include "core/device.hpp"

#include <cstdlib>
#include <unistd.h>
#include <vector>

#include "core/stream.hpp"
#include "drivers/open_emulator.hpp"
#include "environment.hpp"

namespace rocm_bindgen::hip {
namespace {

/// The target for a program without registered code, for instance one that only loads modules.
constexpr const char* kDefaultTarget = "gfx1100";
constexpr std::string_view kEmulated = "emulated:";

/// Never destroyed, because HIP functions may be called until the last thread of the process has ended.
struct State {
  std::mutex mutex;
  std::atomic<Device*> device{nullptr};
  std::atomic<bool> exiting{false};
  RegisteredCode code;
};

State& state() {
  static auto* const instance = new State;
  return *instance;
}

/// This library is in lib/rocm_bindgen/hip/ and the emulator's in lib/. A copy next to this library works, too.
std::vector<std::string> emulator_folders() {
  const auto own = runtime::own_folder();
  return {own + "../../", own};
}

std::unique_ptr<runtime::Driver> open_driver() {
  const auto chosen = runtime::environment("ROCM_BINDGEN_DRIVER");
  if (chosen.compare(0, kEmulated.size(), kEmulated) == 0)
    return runtime::open_emulator(chosen.substr(kEmulated.size()), emulator_folders());
  if (!chosen.empty())
    throw Failure(hipErrorNoDevice, "ROCM_BINDGEN_DRIVER='" + chosen +
                                        "', but this libamdhip64 has the emulated device alone: set it to "
                                        "emulated:TARGET (emulated:gfx1100), or unset it");
  const auto targets = state().code.targets == nullptr ? std::vector<std::string>() : state().code.targets();
  for (const auto& target : targets) {
    try {
      return runtime::open_emulator(target, emulator_folders());
    } catch (const Error& error) {
      // This target cannot be emulated, but another one of the program's may be.
      if (error.code() != ErrorCode::bad_driver || &target == &targets.back()) throw;
    }
  }
  return runtime::open_emulator(kDefaultTarget, emulator_folders());
}

}  // namespace

void set_registered_code(const RegisteredCode& functions) {
  const std::lock_guard lock(state().mutex);
  state().code = functions;
}

Device::Device(std::unique_ptr<runtime::Driver> driver, DeviceInfo info)
    : driver_(std::move(driver)),
      info_(std::move(info)),
      synchronous_(runtime::environment("ROCM_BINDGEN_EMULATOR_SYNC") == "1"),
      process_(getpid()) {}

void Device::check_process() const {
  if (getpid() != process_)
    throw Failure(hipErrorNotInitialized,
                  "this process was forked after its parent had used the device; call exec() after fork(), because a "
                  "forked process cannot use the device of its parent");
}

Device* Device::open() {
  auto driver = open_driver();
  DeviceInfo info;
  if (const auto status = driver->device_info(0, info); status != runtime::kSuccess)
    throw Failure(hipErrorNoDevice, driver->error_text(status));
  if (runtime::environment("ROCM_BINDGEN_HIP_QUIET").empty())
    say("this is not a GPU: kernels run on the CPU, on an " + info.name +
        " (ROCM_BINDGEN_DRIVER chooses the target; ROCM_BINDGEN_HIP_QUIET=1 silences this line)");
  auto* device = new Device(std::move(driver), std::move(info));
  // exit() calls functions in the reverse order of registration, so close() runs before the functions that unregister
  // the program's fat binaries.
  std::atexit(&Device::close);
  return device;
}

Device& Device::get() {
  auto& shared = state();
  if (shared.exiting) throw Failure(hipErrorDeinitialized, "the process is exiting");
  if (auto* device = shared.device.load(std::memory_order_acquire)) {
    device->check_process();
    return *device;
  }
  const std::lock_guard lock(shared.mutex);
  if (auto* device = shared.device.load(std::memory_order_acquire)) return *device;
  auto* device = open();
  shared.device.store(device, std::memory_order_release);
  return *device;
}

Device* Device::opened() {
  auto* device = state().device.load(std::memory_order_acquire);
  return state().exiting || device == nullptr || device->process_ != getpid() ? nullptr : device;
}

/// Waits for submitted work first, because kernels may still print. The driver writes its report when it is destroyed.
void Device::close() {
  auto* device = state().device.load(std::memory_order_acquire);
  if (device == nullptr || getpid() != device->process_) return;
  finish_all_streams();
  if (state().code.unload != nullptr) state().code.unload();
  state().exiting = true;
  device->driver_.reset();
}

void Device::check(runtime::Status status, const std::string& what) {
  if (status == runtime::kSuccess) return;
  const auto text = driver_->error_text(status);
  throw Failure(hip_code(driver_->error_kind(status)), what.empty() ? text : what + ": " + text);
}

void Device::set_fault(hipError_t code) {
  auto none = hipSuccess;
  fault_.compare_exchange_strong(none, code);
}

void check_ordinal(int ordinal) {
  if (ordinal != 0)
    throw Failure(hipErrorInvalidDevice,
                  "device " + std::to_string(ordinal) + ": the emulated device is the only one, and its number is 0");
}

}  // namespace rocm_bindgen::hip
