#include "rocm_bindgen/buffer.hpp"

#include <limits>

#include "api/device_state.hpp"

namespace rocm_bindgen::runtime {
namespace {

std::size_t bytes_of(std::size_t count, std::size_t element, const DeviceState& device) {
  if (count <= std::numeric_limits<std::size_t>::max() / element) return count * element;
  throw Error(ErrorCode::bad_argument, "a buffer of " + std::to_string(count) + " elements of " +
                                           std::to_string(element) + " bytes on " + described(device.info) +
                                           " exceeds the address space");
}

void require_room(std::size_t bytes, std::size_t offset, std::size_t room, const DeviceState& device) {
  if (offset <= room && bytes <= room - offset) return;
  throw Error(ErrorCode::bad_argument, "a copy of " + std::to_string(bytes) + " bytes at offset " +
                                           std::to_string(offset) + " on " + described(device.info) +
                                           " exceeds the buffer's " + std::to_string(room) + " bytes");
}

void require_host_memory(const void* memory, std::size_t bytes, const char* doing, const DeviceState& device) {
  if (memory != nullptr || bytes == 0) return;
  throw Error(ErrorCode::bad_argument, std::string(doing) + " of " + std::to_string(bytes) + " bytes on " +
                                           described(device.info) + ": the host pointer is null");
}

/// A copy is refused if its stream belongs to neither device: the stream would order it after unrelated work only.
void require_own(const Stream& stream, const DeviceState& device, const DeviceState& other) {
  const auto* owner = &stream.state();
  if (owner == &device || owner == &other) return;
  throw Error(ErrorCode::bad_argument,
              "the buffer belongs to " + described(device.info) + ", the stream to " + described(owner->info));
}

void* advance_bytes(void* pointer, std::size_t offset) {
  return static_cast<unsigned char*>(pointer) + offset;
}

/// Adds the free and the total size to an out-of-memory error of the device.
[[noreturn]] void throw_allocation_failed(DeviceState& device, Status status, std::size_t bytes, const char* what,
                                          bool of_device) {
  std::string doing = "allocating " + std::to_string(bytes) + " bytes of " + what;
  std::size_t free_bytes = 0, total_bytes = 0;
  if (of_device && device.driver->error_kind(status) == ErrorCode::out_of_memory &&
      device.driver->memory_info(free_bytes, total_bytes) == kSuccess)
    doing += " (" + std::to_string(free_bytes) + " of the device's " + std::to_string(total_bytes) + " are free)";
  throw_driver_error(device, status, doing);
}

}  // namespace

Allocation::Allocation(const Device& device, std::size_t count, std::size_t element, Place place)
    : state_(device.state()), bytes_(bytes_of(count, element, owner_of(state_))), place_(place) {
  // A DeviceScope is made even if there is nothing to do, here and below, because it refuses a forked process.
  const DeviceScope scope(*state_);
  if (bytes_ == 0) return;
  const bool of_device = place == Place::device;
  auto& driver = *state_->driver;
  const Status status = of_device ? driver.allocate(pointer_, bytes_) : driver.allocate_pinned(pointer_, bytes_);
  if (status != kSuccess)
    throw_allocation_failed(*state_, status, bytes_, of_device ? "memory" : "pinned host memory", of_device);
}

Allocation::Allocation(Allocation&& other) noexcept
    : state_(std::move(other.state_)),
      pointer_(std::exchange(other.pointer_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)),
      place_(other.place_) {}

Allocation& Allocation::operator=(Allocation&& other) noexcept {
  if (this == &other) return *this;
  destroy();
  state_ = std::move(other.state_);
  pointer_ = std::exchange(other.pointer_, nullptr);
  bytes_ = std::exchange(other.bytes_, 0);
  place_ = other.place_;
  return *this;
}

Allocation::~Allocation() {
  destroy();
}

void Allocation::destroy() noexcept {
  if (pointer_ == nullptr) return;
  void* const memory = std::exchange(pointer_, nullptr);
  const bool of_device = place_ == Place::device;
  give_back(*state_, of_device ? "freeing memory" : "freeing pinned memory",
            [=](Driver& driver) { return of_device ? driver.release(memory) : driver.release_pinned(memory); });
}

void DeviceMemory::copy_from_host(const void* from, std::size_t bytes, std::size_t offset, Stream* stream) {
  owner_of(state_);
  require_room(bytes, offset, bytes_, *state_);
  require_host_memory(from, bytes, "a copy to the device", *state_);
  if (stream != nullptr) require_own(*stream, *state_, *state_);
  const DeviceScope scope(*state_);
  if (bytes == 0) return;
  void* const to = advance_bytes(pointer_, offset);
  const Status status = stream == nullptr ? state_->driver->copy(to, from, bytes, CopyKind::host_to_device)
                                          : state_->driver->copy_async(to, from, bytes, CopyKind::host_to_device,
                                                                       stream->native_handle());
  if (status != kSuccess)
    throw_driver_error(*state_, status, "copying " + std::to_string(bytes) + " bytes from the host");
}

void DeviceMemory::copy_to_host(void* to, std::size_t bytes, std::size_t offset, Stream* stream) const {
  owner_of(state_);
  require_room(bytes, offset, bytes_, *state_);
  require_host_memory(to, bytes, "a copy to the host", *state_);
  if (stream != nullptr) require_own(*stream, *state_, *state_);
  const DeviceScope scope(*state_);
  if (bytes == 0) return;
  const void* const from = advance_bytes(pointer_, offset);
  const Status status = stream == nullptr ? state_->driver->copy(to, from, bytes, CopyKind::device_to_host)
                                          : state_->driver->copy_async(to, from, bytes, CopyKind::device_to_host,
                                                                       stream->native_handle());
  if (status != kSuccess)
    throw_driver_error(*state_, status, "copying " + std::to_string(bytes) + " bytes to the host");
}

void DeviceMemory::copy_from(const DeviceMemory& from, std::size_t bytes, Stream& stream) {
  owner_of(state_);
  owner_of(from.state_);
  require_room(bytes, 0, bytes_, *state_);
  require_room(bytes, 0, from.bytes_, *from.state_);
  require_own(stream, *state_, *from.state_);
  auto& owner = stream.state();
  const DeviceScope scope(owner);
  if (bytes == 0) return;
  auto& driver = *owner.driver;
  const Status status =
      state_ == from.state_
          ? driver.copy_async(pointer_, from.pointer_, bytes, CopyKind::device_to_device, stream.native_handle())
          : driver.copy_peer_async(pointer_, state_->context, from.pointer_, from.state_->context, bytes,
                                   stream.native_handle());
  if (status != kSuccess)
    throw_driver_error(*state_, status,
                       "copying " + std::to_string(bytes) + " bytes from " + described(from.state_->info));
}

void DeviceMemory::fill(std::uint8_t value, Stream& stream) {
  require_own(stream, owner_of(state_), *state_);
  const DeviceScope scope(*state_);
  if (bytes_ == 0) return;
  if (const Status status = state_->driver->fill_async(pointer_, value, bytes_, stream.native_handle());
      status != kSuccess)
    throw_driver_error(*state_, status, "filling " + std::to_string(bytes_) + " bytes");
}

void DeviceMemory::fill_and_wait(std::uint8_t value) {
  const DeviceScope scope(owner_of(state_));
  if (bytes_ == 0) return;
  Status status = state_->driver->fill_async(pointer_, value, bytes_, nullptr);
  if (status == kSuccess) status = state_->driver->synchronize_stream(nullptr);
  if (status != kSuccess) throw_driver_error(*state_, status, "filling " + std::to_string(bytes_) + " bytes");
}

}  // namespace rocm_bindgen::runtime
