#include "api/device_state.hpp"

#include "log.hpp"
#include "process_guard.hpp"

namespace rocm_bindgen::runtime {

DeviceState::DeviceState(const std::shared_ptr<Driver>& opened, int ordinal)
    : ClaimedDevice{opened, read_info(*opened, ordinal)}, modules(*this) {
  if (const Status status = driver->open_device(ordinal, context); status != kSuccess)
    throw_driver_error(*this, status, "initialising the context");
  log(LogLevel::info, "opened " + described(info));
}

DeviceState::~DeviceState() {
  if (driver_is_gone()) return;
  // Queued work may still use the modules, on borrowed streams as well.
  give_back(*this, "waiting for the last work", [](Driver& last) { return last.synchronize_device(); });
  modules.clear();
  if (const Status status = driver->close_device(info.ordinal); status != kSuccess)
    log(LogLevel::error, "releasing the context on " + described(info) + ": " + driver->error_text(status));
  log(LogLevel::info, "closed " + described(info));
}

DeviceState& owner_of(const std::shared_ptr<DeviceState>& state) {
  if (state == nullptr)
    throw Error(ErrorCode::bad_argument,
                "a device, stream, event, graph or buffer was used after it had been moved from");
  return *state;
}

}  // namespace rocm_bindgen::runtime
