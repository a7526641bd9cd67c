// HIP's functions that allocate, free and register memory, and those that query it.
#include "core/memory.hpp"

#include "core/device.hpp"
#include "core/stream.hpp"
#include "soname.hpp"

using namespace rocm_bindgen::hip;
using rocm_bindgen::runtime::MemoryKind;

namespace rocm_bindgen::hip {
namespace {

/// Rows of pitched memory begin at multiples of this, which equals the texture pitch alignment in core/properties.cpp.
constexpr std::size_t kPitch = 256;

hipError_t allocate_into(void** memory, std::size_t bytes, Allocated kind, unsigned flags = 0) {
  if (memory == nullptr) return hipErrorInvalidValue;
  *memory = nullptr;
  auto& device = Device::get();
  if (const auto fault = device.fault(); fault != hipSuccess) return fault;
  if (bytes == 0) return hipSuccess;
  *memory = allocate(bytes, kind, flags);
  return hipSuccess;
}

hipError_t allocate_pinned(void** memory, std::size_t bytes, unsigned flags) {
  constexpr unsigned kUncached = 0x10000000;  // hipHostMallocUncached, which HIP 5.2's headers do not have
  constexpr unsigned kKnown = hipHostMallocPortable | hipHostMallocMapped | hipHostMallocWriteCombined | kUncached |
                              hipHostMallocNumaUser | hipHostMallocCoherent | hipHostMallocNonCoherent;
  constexpr unsigned kBoth = hipHostMallocCoherent | hipHostMallocNonCoherent;
  if ((flags & ~kKnown) != 0 || (flags & kBoth) == kBoth) return hipErrorInvalidValue;
  Streams::get().refuse_unsafe();
  return allocate_into(memory, bytes, Allocated::pinned, flags);
}

hipError_t allocate_rows(void** memory, std::size_t* pitch, std::size_t width, std::size_t rows) {
  if (memory == nullptr || pitch == nullptr) return hipErrorInvalidValue;
  Streams::get().refuse_unsafe();
  *pitch = 0;
  if (width == 0 || rows == 0) {
    *memory = nullptr;
    return hipSuccess;
  }
  if (width > ~std::size_t{0} - kPitch) return hipErrorOutOfMemory;
  const auto row = (width + kPitch - 1) / kPitch * kPitch;
  if (rows > ~std::size_t{0} / row) return hipErrorOutOfMemory;
  const auto result = allocate_into(memory, row * rows, Allocated::device);
  if (result == hipSuccess) *pitch = row;
  return result;
}

/// Frees memory of hipHostMalloc() (`host`) or hipMalloc(). First waits for all submitted work, which may use the
/// memory.
hipError_t free_now(void* memory, bool host) {
  Streams::get().refuse_unsafe();
  if (memory == nullptr) return hipSuccess;
  Device::get();  // throws without a device
  const auto found = find_memory(memory);
  const char* what = host ? "hipHostMalloc()" : "hipMalloc()";
  if (!found)
    throw Failure(hipErrorInvalidValue,
                  std::string("the address to free is not an allocation of ") + what + ", or was freed before");
  if (found->begin != memory)
    throw Failure(hipErrorInvalidValue, "the address to free is inside an allocation, and not at its start");
  const bool is_host = found->kind == MemoryKind::pinned;
  const bool is_device = found->kind == MemoryKind::device || found->kind == MemoryKind::managed;
  if (host ? !is_host : !is_device)
    throw Failure(hipErrorInvalidValue, std::string("the memory to free was not allocated by ") + what);
  finish_all_streams();
  release(memory, is_host                              ? Allocated::pinned
                  : found->kind == MemoryKind::managed ? Allocated::managed
                                                       : Allocated::device);
  return Device::get().fault();
}

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipMalloc(void** memory, size_t bytes) {
  return call(__func__, [&] {
    Streams::get().refuse_unsafe();
    return allocate_into(memory, bytes, Allocated::device);
  });
}

hipError_t hipExtMallocWithFlags(void** memory, size_t bytes, unsigned flags) {
  return call(__func__, [&] {
    // hipDeviceMallocUncached and hipDeviceMallocContiguous, which HIP 5.2's headers do not have.
    constexpr unsigned kUncached = 3, kContiguous = 4;
    if (flags != hipDeviceMallocDefault && flags != hipDeviceMallocFinegrained && flags != hipMallocSignalMemory &&
        flags != kUncached && flags != kContiguous)
      return hipErrorInvalidValue;
    // HIP documents that signal memory has 8 bytes.
    if (flags == hipMallocSignalMemory && bytes != 8) return hipErrorInvalidValue;
    return allocate_into(memory, bytes, Allocated::device, flags);
  });
}

hipError_t hipMallocManaged(void** memory, size_t bytes, unsigned flags) {
  return call(__func__, [&] {
    // As in CUDA, 0 bytes are invalid here; the other functions that allocate memory accept them.
    if (bytes == 0 || (flags != hipMemAttachGlobal && flags != hipMemAttachHost)) return hipErrorInvalidValue;
    return allocate_into(memory, bytes, Allocated::managed, flags);
  });
}

hipError_t hipHostMalloc(void** memory, size_t bytes, unsigned flags) {
  return call(__func__, [&] { return allocate_pinned(memory, bytes, flags); });
}

hipError_t hipHostAlloc(void** memory, size_t bytes, unsigned flags) {
  return call(__func__, [&] { return allocate_pinned(memory, bytes, flags); });
}

hipError_t hipMallocHost(void** memory, size_t bytes) {
  return call(__func__, [&] { return allocate_pinned(memory, bytes, 0); });
}

hipError_t hipMemAllocHost(void** memory, size_t bytes) {
  return call(__func__, [&] { return allocate_pinned(memory, bytes, 0); });
}

hipError_t hipMallocPitch(void** memory, size_t* pitch, size_t width, size_t height) {
  return call(__func__, [&] { return allocate_rows(memory, pitch, width, height); });
}

hipError_t hipMemAllocPitch(hipDeviceptr_t* memory, size_t* pitch, size_t width, size_t height, unsigned element) {
  return call(__func__, [&] {
    // The size of the elements that kernels access, as for cuMemAllocPitch().
    if (element != 4 && element != 8 && element != 16) return hipErrorInvalidValue;
    return allocate_rows(memory, pitch, width, height);
  });
}

hipError_t hipMalloc3D(hipPitchedPtr* memory, hipExtent extent) {
  return call(__func__, [&] {
    if (memory == nullptr) return hipErrorInvalidValue;
    *memory = {};
    if (extent.depth != 0 && extent.height > ~size_t{0} / extent.depth) return hipErrorOutOfMemory;
    const auto result = allocate_rows(&memory->ptr, &memory->pitch, extent.width, extent.height * extent.depth);
    if (result != hipSuccess) return result;
    memory->xsize = extent.width;
    memory->ysize = extent.height;
    return hipSuccess;
  });
}

hipError_t hipFree(void* memory) {
  return call(__func__, [&] { return free_now(memory, false); });
}

hipError_t hipHostFree(void* memory) {
  return call(__func__, [&] { return free_now(memory, true); });
}

hipError_t hipFreeHost(void* memory) {
  return call(__func__, [&] { return free_now(memory, true); });
}

hipError_t hipHostRegister(void* memory, size_t bytes, unsigned flags) {
  return call(__func__, [&] {
    constexpr unsigned kKnown =
        hipHostRegisterPortable | hipHostRegisterMapped | hipHostRegisterIoMemory | hipExtHostRegisterCoarseGrained;
    if (memory == nullptr || bytes == 0 || (flags & ~kKnown) != 0) return hipErrorInvalidValue;
    Streams::get().refuse_unsafe();
    register_host(memory, bytes, flags);
    return hipSuccess;
  });
}

hipError_t hipHostUnregister(void* memory) {
  return call(__func__, [&] {
    if (memory == nullptr) return hipErrorInvalidValue;
    Streams::get().refuse_unsafe();
    finish_all_streams();
    unregister_host(memory);
    return Device::get().fault();
  });
}

hipError_t hipHostGetDevicePointer(void** device, void* host, unsigned flags) {
  return call(__func__, [&] {
    if (device == nullptr || host == nullptr || flags != 0) return hipErrorInvalidValue;
    const auto found = find_memory(host);
    if (!found || (found->kind != MemoryKind::pinned && found->kind != MemoryKind::registered))
      throw Failure(hipErrorInvalidValue, "the address is not in pinned or registered host memory");
    *device = host;
    return hipSuccess;
  });
}

hipError_t hipHostGetFlags(unsigned* flags, void* host) {
  return call(__func__, [&] {
    if (flags == nullptr || host == nullptr) return hipErrorInvalidValue;
    const auto found = find_memory(host);
    if (!found || (found->kind != MemoryKind::pinned && found->kind != MemoryKind::registered))
      return hipErrorInvalidValue;
    *flags = allocation_flags(found->begin);
    return hipSuccess;
  });
}

hipError_t hipMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  return call(__func__, [&] {
    auto& device = Device::get();
    size_t available = 0, total = 0;
    device.check(device.driver().memory_info(available, total));
    if (free_bytes != nullptr) *free_bytes = available;
    if (total_bytes != nullptr) *total_bytes = total;
    return hipSuccess;
  });
}

hipError_t hipMemPtrGetInfo(void* memory, size_t* bytes) {
  return call(__func__, [&] {
    if (memory == nullptr || bytes == nullptr) return hipErrorInvalidValue;
    const auto found = find_memory(memory);
    if (!found || found->begin != memory) return hipErrorInvalidValue;
    *bytes = found->bytes;
    return hipSuccess;
  });
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t* begin, size_t* bytes, hipDeviceptr_t address) {
  return call(__func__, [&] {
    const auto found = find_memory(address);
    if (!found) return hipErrorNotFound;
    if (begin != nullptr) *begin = found->begin;
    if (bytes != nullptr) *bytes = found->bytes;
    return hipSuccess;
  });
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* address) {
  return call(__func__, [&] {
    if (attributes == nullptr || address == nullptr) return hipErrorInvalidValue;
    const auto found = find_memory(address);
    // Returned, because a thrown Failure with a text would write a line to standard error: programs call this to find
    // out whether a pointer is the host's.
    if (!found && kSonameVersion == 5) return hipErrorInvalidValue;
    *attributes = {};
    if (!found) {
      // From HIP 6 on, this is no error: the type is hipMemoryTypeUnregistered, and the device hipInvalidDeviceId.
      attributes->memoryType = static_cast<hipMemoryType>(0);
      attributes->device = -2;
      return hipSuccess;
    }
    const bool host = found->kind == MemoryKind::pinned || found->kind == MemoryKind::registered;
    const bool managed = found->kind == MemoryKind::managed;
    const auto types = memory_types();
    attributes->memoryType = static_cast<hipMemoryType>(host ? types.host : managed ? types.managed : types.device);
    attributes->devicePointer = const_cast<void*>(address);
    if (host || managed) attributes->hostPointer = const_cast<void*>(address);
    attributes->isManaged = managed ? 1 : 0;
    attributes->allocationFlags = allocation_flags(found->begin);
    return hipSuccess;
  });
}

}  // extern "C"

namespace rocm_bindgen::hip {
namespace {

/// Whether the range has at least one byte and is a part of the allocation.
bool is_inside(const std::optional<runtime::MemoryRange>& allocation, const void* memory, std::size_t bytes) {
  if (!allocation || bytes == 0) return false;
  const auto offset =
      static_cast<std::size_t>(static_cast<const char*>(memory) - static_cast<char*>(allocation->begin));
  return bytes <= allocation->bytes - offset;
}

hipError_t pointer_attribute(void* data, hipPointer_attribute attribute, void* address,
                             const std::optional<runtime::MemoryRange>& found) {
  const bool host = found && (found->kind == MemoryKind::pinned || found->kind == MemoryKind::registered);
  switch (attribute) {
    case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
      if (!found) return hipErrorInvalidValue;
      *static_cast<int*>(data) = host ? memory_types().host : memory_types().device;
      return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
      if (!found) return hipErrorInvalidValue;
      if (attribute == HIP_POINTER_ATTRIBUTE_HOST_POINTER && !host && found->kind != MemoryKind::managed)
        return hipErrorInvalidValue;
      *static_cast<void**>(data) = address;
      return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_IS_MANAGED:
      *static_cast<bool*>(data) = found && found->kind == MemoryKind::managed;
      return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int*>(data) = 0;
      return found ? hipSuccess : hipErrorInvalidValue;
    case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      if (!found) return hipErrorInvalidValue;
      *static_cast<void**>(data) = found->begin;
      return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
      if (!found) return hipErrorInvalidValue;
      *static_cast<std::size_t*>(data) = found->bytes;
      return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_MAPPED:
      *static_cast<bool*>(data) = found.has_value();
      return hipSuccess;
    case HIP_POINTER_ATTRIBUTE_BUFFER_ID:
      if (!found) return hipErrorInvalidValue;
      *static_cast<unsigned long long*>(data) = reinterpret_cast<std::uintptr_t>(found->begin);
      return hipSuccess;
    default:
      if (attribute < HIP_POINTER_ATTRIBUTE_CONTEXT || attribute > HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE)
        return hipErrorInvalidValue;
      throw Failure(hipErrorNotSupported, "pointer attribute " + std::to_string(attribute) + " is not served");
  }
}

/// What an attribute is if it does not apply to the address.
void default_pointer_attribute(void* data, hipPointer_attribute attribute) {
  switch (attribute) {
    case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int*>(data) = 0;
      return;
    case HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
      *static_cast<std::size_t*>(data) = 0;
      return;
    case HIP_POINTER_ATTRIBUTE_BUFFER_ID:
      *static_cast<unsigned long long*>(data) = 0;
      return;
    default:
      *static_cast<void**>(data) = nullptr;
  }
}

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipPointerGetAttribute(void* data, hipPointer_attribute attribute, hipDeviceptr_t address) {
  return call(__func__, [&] {
    if (data == nullptr || address == nullptr) return hipErrorInvalidValue;
    return pointer_attribute(data, attribute, address, find_memory(address));
  });
}

hipError_t hipDrvPointerGetAttributes(unsigned count, hipPointer_attribute* attributes, void** data,
                                      hipDeviceptr_t address) {
  return call(__func__, [&] {
    if (count == 0 || attributes == nullptr || data == nullptr || address == nullptr) return hipErrorInvalidValue;
    const auto found = find_memory(address);
    for (unsigned i = 0; i < count; ++i) {
      const bool exists =
          attributes[i] >= HIP_POINTER_ATTRIBUTE_CONTEXT && attributes[i] <= HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE;
      if (data[i] == nullptr || !exists) return hipErrorInvalidValue;
    }
    // An attribute that does not apply to the address is no error here.
    for (unsigned i = 0; i < count; ++i)
      if (pointer_attribute(data[i], attributes[i], address, found) != hipSuccess)
        default_pointer_attribute(data[i], attributes[i]);
    return hipSuccess;
  });
}

hipError_t hipMemAdvise(const void* memory, size_t bytes, hipMemoryAdvise advice, int device) {
  return call(__func__, [&] {
    // The first two are about no particular device.
    const bool read_mostly = advice == hipMemAdviseSetReadMostly || advice == hipMemAdviseUnsetReadMostly;
    if (!read_mostly && device != hipCpuDeviceId) check_ordinal(device);
    const bool known = (advice >= hipMemAdviseSetReadMostly && advice <= hipMemAdviseUnsetAccessedBy) ||
                       advice == hipMemAdviseSetCoarseGrain || advice == hipMemAdviseUnsetCoarseGrain;
    return known && is_inside(find_memory(memory), memory, bytes) ? hipSuccess : hipErrorInvalidValue;
  });
}

hipError_t hipMemPrefetchAsync(const void* memory, size_t bytes, int device, hipStream_t stream) {
  return call(__func__, [&] {
    if (memory == nullptr || bytes == 0) return hipErrorInvalidValue;
    if (device != hipCpuDeviceId) check_ordinal(device);
    Streams::get().find(stream);
    // Host and device access managed memory in the same place, so nothing is moved.
    const auto found = find_memory(memory);
    return is_inside(found, memory, bytes) && found->kind == MemoryKind::managed ? hipSuccess : hipErrorInvalidValue;
  });
}

}  // extern "C"
