#include <map>
#include <mutex>

#include "api/device_state.hpp"
#include "drivers/select.hpp"
#include "environment.hpp"
#include "process_guard.hpp"
#include "rocm_bindgen/kernel.hpp"
#include "rocm_bindgen/runtime_device.hpp"

namespace rocm_bindgen {
namespace {

using runtime::DeviceState;
using runtime::Driver;

/// The driver and the open devices. Both are weak references: the last device that is released closes the driver.
struct Registry {
  std::mutex mutex;
  std::weak_ptr<Driver> driver;
  std::map<int, std::weak_ptr<DeviceState>> devices;
};

/// The registry is never destroyed, because static objects of the program may hold devices.
Registry& registry() {
  static auto* instance = new Registry;
  return *instance;
}

/// Locks the registry. In a forked child the lock must not be taken: another thread may have held it in the parent, and
/// would never release it in the child.
std::unique_lock<std::mutex> locked(Registry& registry) {
  runtime::refuse_after_fork();
  return std::unique_lock(registry.mutex);
}

/// Opens a driver. A child that is forked meanwhile is refused instead of waiting for our lock forever.
std::shared_ptr<Driver> start_driver() {
  runtime::begin_driver();
  try {
    auto driver = runtime::open_driver();
    runtime::watch_exit();
    return driver;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::no_driver || error.code() == ErrorCode::no_device) runtime::no_driver();
    throw;
  }
}

/// The driver of the open devices, or a new one. The registry must be locked.
std::shared_ptr<Driver> current_driver(Registry& registry) {
  auto driver = registry.driver.lock();
  if (driver != nullptr) return driver;
  driver = start_driver();
  registry.driver = driver;
  return driver;
}

/// Like current_driver(), but null if the driver has no device, or if no driver is installed and ROCM_BINDGEN_DRIVER
/// does not name one.
std::shared_ptr<Driver> driver_if_any(Registry& registry) {
  try {
    return current_driver(registry);
  } catch (const Error& error) {
    const bool named = !runtime::environment("ROCM_BINDGEN_DRIVER").empty();
    if (error.code() == ErrorCode::no_device || (error.code() == ErrorCode::no_driver && !named)) return nullptr;
    throw;
  }
}

}  // namespace

int Device::count() {
  auto& opened = registry();
  const auto lock = locked(opened);
  const auto driver = driver_if_any(opened);
  return driver == nullptr ? 0 : runtime::count_devices(*driver);
}

std::vector<DeviceInfo> Device::list() {
  auto& opened = registry();
  const auto lock = locked(opened);
  const auto driver = driver_if_any(opened);
  std::vector<DeviceInfo> devices;
  if (driver == nullptr) return devices;
  const int count = runtime::count_devices(*driver);
  for (int i = 0; i < count; ++i) devices.push_back(runtime::read_info(*driver, i));
  return devices;
}

Device Device::open(int ordinal) {
  auto& opened = registry();
  const auto lock = locked(opened);
  const auto driver = current_driver(opened);
  if (const auto known = opened.devices.find(ordinal); known != opened.devices.end())
    if (auto device = known->second.lock()) return Device(device);
  auto device = std::make_shared<DeviceState>(driver, ordinal);
  opened.devices[ordinal] = device;
  return Device(device);
}

const DeviceInfo& Device::info() const noexcept {
  static const DeviceInfo moved_from;
  return state_ == nullptr ? moved_from : state_->info;
}

Kernel Device::get_or_load_func(std::string_view name, const Module& module) const& {
  return Kernel(runtime::owner_of(state_).modules.get(module).kernel(name));
}

Kernel Device::kernel(const Module& module, std::string_view name) const& {
  return get_or_load_func(name, module);
}

void Device::preload(const Module& module) const {
  runtime::owner_of(state_).modules.get(module).find_all_functions();
}

void Device::unload(const Module& module) const {
  runtime::refuse_after_fork();
  runtime::owner_of(state_).modules.unload(module);
}

const Module& Device::compile(const std::string& source, const CompileOptions& options) const& {
  runtime::refuse_after_fork();
  return runtime::owner_of(state_).compiled.get(state_->info, source, options);
}

const Module& Device::compile(const std::string& source) const& {
  return compile(source, {});
}

LoadStatistics Device::statistics() const {
  runtime::refuse_after_fork();
  return runtime::owner_of(state_).modules.statistics();
}

void Device::synchronize() const {
  const runtime::DeviceScope scope(runtime::owner_of(state_));
  if (const auto status = state_->driver->synchronize_device(); status != runtime::kSuccess)
    runtime::throw_driver_error(*state_, status, "waiting for all work");
}

MemoryInfo Device::memory() const {
  const runtime::DeviceScope scope(runtime::owner_of(state_));
  MemoryInfo memory;
  if (const auto status = state_->driver->memory_info(memory.free_bytes, memory.total_bytes);
      status != runtime::kSuccess)
    runtime::throw_driver_error(*state_, status, "querying the free memory");
  return memory;
}

bool Device::can_access(const Device& peer) const {
  runtime::refuse_after_fork();
  runtime::owner_of(state_);
  runtime::owner_of(peer.state_);
  if (*this == peer) return true;
  bool can = false;
  if (const auto status = state_->driver->can_access_peer(state_->info.ordinal, peer.state_->info.ordinal, can);
      status != runtime::kSuccess)
    runtime::throw_driver_error(*state_, status, "querying access to " + runtime::described(peer.info()));
  return can;
}

void Device::enable_access(const Device& peer) const {
  runtime::refuse_after_fork();
  runtime::owner_of(state_);
  runtime::owner_of(peer.state_);
  if (*this == peer) return;
  const runtime::DeviceScope scope(*state_);
  if (const auto status = state_->driver->enable_peer_access(peer.state_->context); status != runtime::kSuccess)
    runtime::throw_driver_error(*state_, status, "enabling access to " + runtime::described(peer.info()));
}

}  // namespace rocm_bindgen
