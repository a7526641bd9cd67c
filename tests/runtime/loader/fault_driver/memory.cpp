// Device memory, which is tracked host memory, and the functions that copy and fill it.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/loader/fault_driver/driver_state.hpp"

using namespace fault;

namespace {

constexpr std::size_t kAlignment = 256;  // that of hipMalloc

/// Fresh memory is not zero, so that no code relies on zeros. Only the beginning of huge allocations is written.
constexpr int kFreshByte = 0xa5;
constexpr std::size_t kFreshBytes = std::size_t{1} << 20;

enum CopyKind { kHostToDevice = 1, kDeviceToHost = 2, kDeviceToDevice = 3 };

std::uintptr_t address(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory);
}

/// Allocates exactly the requested bytes, so that the address sanitizer reports a kernel of the test that writes past
/// them.
void* fresh_memory(std::size_t bytes) {
  void* memory = nullptr;
  if (posix_memalign(&memory, kAlignment, bytes) != 0) return nullptr;
  std::memset(memory, kFreshByte, std::min(bytes, kFreshBytes));
  return memory;
}

std::uint64_t bytes_in_use(const State& driver, int device) {
  std::uint64_t bytes = 0;
  for (const auto& [start, allocation] : driver.allocations)
    if (allocation.device == device) bytes += allocation.bytes;
  return bytes;
}

std::uint64_t bytes_free(const State& driver, int device) {
  const auto limit = std::min(driver.devices[device].memory_bytes, driver.memory_limit);
  const auto used = bytes_in_use(driver, device);
  return used < limit ? limit - used : 0;
}

/// The allocation that contains the address, or null.
const std::pair<const std::uintptr_t, Allocation>* allocation_of(const State& driver, const void* memory) {
  auto after = driver.allocations.upper_bound(address(memory));
  if (after == driver.allocations.begin()) return nullptr;
  const auto& candidate = *--after;
  return address(memory) - candidate.first < candidate.second.bytes ? &candidate : nullptr;
}

Status check_device_memory(Call& call, const void* memory, std::size_t bytes, const std::string& role) {
  const auto* const found = allocation_of(call.driver, memory);
  if (found == nullptr)
    return call.misuse(kInvalidValue, role + " is no live device memory: memory" + call.whose(memory));
  const std::size_t room = found->second.bytes - (address(memory) - found->first);
  if (bytes <= room) return kSuccess;
  return call.misuse(kInvalidValue, std::to_string(bytes) + " bytes, but " + role + " has " + std::to_string(room));
}

Status check_host_memory(Call& call, const void* memory, const std::string& role) {
  if (memory == nullptr) return call.misuse(kInvalidValue, role + " is null");
  if (allocation_of(call.driver, memory) == nullptr) return kSuccess;
  return call.misuse(kInvalidValue, role + " is device memory, the kind says host");
}

Status check_copy(Call& call, void* to, const void* from, std::size_t bytes, int kind) {
  if (kind != kHostToDevice && kind != kDeviceToHost && kind != kDeviceToDevice)
    return call.misuse(kInvalidMemcpyDirection, "kind " + std::to_string(kind));
  const Status target = kind == kDeviceToHost ? check_host_memory(call, to, "the target")
                                              : check_device_memory(call, to, bytes, "the target");
  if (target != kSuccess) return target;
  return kind == kHostToDevice ? check_host_memory(call, from, "the source")
                               : check_device_memory(call, from, bytes, "the source");
}

/// Copies without holding the lock, so that the thread sanitizer sees concurrent accesses to these bytes.
Status move_bytes(Call& call, void* to, const void* from, std::size_t bytes) {
  call.lock.unlock();
  std::memmove(to, from, bytes);
  call.lock.lock();
  return kSuccess;
}

Status copy(Call& call, void* to, const void* from, std::size_t bytes, int kind) {
  if (bytes == 0) return kSuccess;
  const Status status = check_copy(call, to, from, bytes, kind);
  return status == kSuccess ? move_bytes(call, to, from, bytes) : status;
}

Status check_owner(Call& call, const void* memory, int device, const std::string& role) {
  const int owner = allocation_of(call.driver, memory)->second.device;
  if (owner == device) return kSuccess;
  return call.misuse(kInvalidValue,
                     role + " is memory of device " + std::to_string(owner) + ", not of " + std::to_string(device));
}

template <typename Allocations>
Status release_memory(Call& call, Allocations& live, void* memory) {
  if (memory == nullptr) return kSuccess;
  if (live.erase(address(memory)) == 0) return call.misuse(kInvalidValue, "memory" + call.whose(memory));
  call.driver.released.insert(memory);
  std::free(memory);
  return kSuccess;
}

}  // namespace

int hipMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (free_bytes == nullptr || total_bytes == nullptr) return call.misuse(kInvalidValue, "null for an answer");
    *free_bytes = bytes_free(call.driver, call.thread.device);
    *total_bytes = call.driver.devices[call.thread.device].memory_bytes;
    return kSuccess;
  });
}

int hipMalloc(void** memory, std::size_t bytes) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (memory == nullptr) return call.misuse(kInvalidValue, "null for the memory");
    if (call.capture_forbids()) return kStreamCaptureUnsupported;
    *memory = nullptr;
    if (bytes == 0) return kSuccess;
    const int device = call.thread.device;
    if (bytes > bytes_free(call.driver, device)) return kOutOfMemory;
    void* const fresh = fresh_memory(bytes);
    if (fresh == nullptr) return kOutOfMemory;
    call.driver.released.erase(fresh);
    call.driver.allocations[address(fresh)] = {bytes, device};
    *memory = fresh;
    return kSuccess;
  });
}

int hipFree(void* memory) {
  return enter(__func__, CallKind::release,
               [&](Call& call) { return release_memory(call, call.driver.allocations, memory); });
}

int hipHostMalloc(void** memory, std::size_t bytes, unsigned) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (memory == nullptr) return call.misuse(kInvalidValue, "null for the memory");
    *memory = nullptr;
    if (bytes == 0) return kSuccess;
    void* const fresh = fresh_memory(bytes);
    if (fresh == nullptr) return kOutOfMemory;
    call.driver.released.erase(fresh);
    call.driver.pinned[address(fresh)] = bytes;
    *memory = fresh;
    return kSuccess;
  });
}

int hipHostFree(void* memory) {
  return enter(__func__, CallKind::release,
               [&](Call& call) { return release_memory(call, call.driver.pinned, memory); });
}

int hipMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    return call.capture_forbids() ? kStreamCaptureUnsupported : copy(call, to, from, bytes, kind);
  });
}

int hipMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void* stream) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    return call.submit(stream, {[=](Call& running, void*, bool) { return copy(running, to, from, bytes, kind); }});
  });
}

int hipMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes, void* stream) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (!call.has_device(to_device) || !call.has_device(from_device)) return kInvalidDevice;
    return call.submit(stream, {[=](Call& running, void*, bool) {
                         if (bytes == 0) return kSuccess;
                         Status status = check_copy(running, to, from, bytes, kDeviceToDevice);
                         if (status == kSuccess) status = check_owner(running, to, to_device, "the target");
                         if (status == kSuccess) status = check_owner(running, from, from_device, "the source");
                         return status == kSuccess ? move_bytes(running, to, from, bytes) : status;
                       }});
  });
}

int hipMemsetAsync(void* memory, int value, std::size_t bytes, void* stream) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    return call.submit(stream, {[=](Call& running, void*, bool) {
                         if (bytes == 0) return kSuccess;
                         const Status status = check_device_memory(running, memory, bytes, "the target");
                         if (status != kSuccess) return status;
                         running.lock.unlock();
                         std::memset(memory, value, bytes);
                         running.lock.lock();
                         return kSuccess;
                       }});
  });
}
