// HIP's functions that allocate and free memory in the order of a stream, and those on memory pools. hipMallocAsync()
// allocates when it is called, and hipFreeAsync() frees when the stream reaches it. A pool only counts its allocations:
// it keeps no freed memory.
#include "core/device.hpp"
#include "core/memory.hpp"
#include "core/stream.hpp"

using namespace rocm_bindgen::hip;

namespace rocm_bindgen::hip {
namespace {

/// The flags and the threshold have no effect. They are kept because programs read back what they set.
struct Pool {
  std::uint64_t used = 0, most_used = 0, threshold = 0;
  int follow_events = 1, opportunistic = 1, internal_dependencies = 1;
};

/// Never destroyed, because HIP functions may be called until the last thread of the process has ended.
struct Pools {
  std::mutex mutex;
  std::map<hipMemPool_t, std::shared_ptr<Pool>> all;
  /// `default_pool` always exists. hipMallocAsync() uses `current`, which hipDeviceSetMemPool() changes.
  hipMemPool_t default_pool = nullptr, current = nullptr;

  hipMemPool_t add() {
    auto pool = std::make_shared<Pool>();
    const auto handle = reinterpret_cast<hipMemPool_t>(pool.get());
    all.emplace(handle, std::move(pool));
    return handle;
  }
};

Pools& pools() {
  static auto* const instance = [] {
    auto* const made = new Pools;
    made->default_pool = made->current = made->add();
    return made;
  }();
  return *instance;
}

/// The caller holds the lock. Throws Failure if the pool does not exist.
std::shared_ptr<Pool> find_pool(hipMemPool_t handle) {
  const auto found = pools().all.find(handle);
  if (found == pools().all.end()) throw Failure(hipErrorInvalidValue, "the memory pool does not exist");
  return found->second;
}

hipError_t allocate_from(void** memory, std::size_t bytes, hipMemPool_t handle, hipStream_t stream_handle) {
  if (memory == nullptr) return hipErrorInvalidValue;
  *memory = nullptr;
  if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
  const auto stream = Streams::get().find(stream_handle);
  if (Streams::get().capture(stream) != nullptr)
    throw Failure(hipErrorNotSupported, "memory cannot be allocated while the stream records a graph");
  if (bytes == 0) return hipSuccess;
  const std::lock_guard lock(pools().mutex);
  const auto pool = find_pool(handle == nullptr ? pools().current : handle);
  *memory = allocate(bytes, Allocated::device);
  // hipFree() frees memory of a pool, too.
  when_released(*memory, [pool, bytes] {
    const std::lock_guard lock(pools().mutex);
    pool->used -= bytes;
  });
  pool->used += bytes;
  pool->most_used = std::max(pool->most_used, pool->used);
  return hipSuccess;
}

void free_in_stream(void* memory) {
  try {
    release(memory, Allocated::device);
  } catch (const Failure& failure) {
    say(std::string("hipFreeAsync: ") + failure.what());
    Device::get().set_fault(failure.code);
  }
}

hipError_t get_attribute(const Pool& pool, hipMemPoolAttr attribute, void* value) {
  const auto number = [&](std::uint64_t result) {
    *static_cast<std::uint64_t*>(value) = result;
    return hipSuccess;
  };
  const auto flag = [&](int result) {
    *static_cast<int*>(value) = result;
    return hipSuccess;
  };
  switch (attribute) {
    case hipMemPoolReuseFollowEventDependencies:
      return flag(pool.follow_events);
    case hipMemPoolReuseAllowOpportunistic:
      return flag(pool.opportunistic);
    case hipMemPoolReuseAllowInternalDependencies:
      return flag(pool.internal_dependencies);
    case hipMemPoolAttrReleaseThreshold:
      return number(pool.threshold);
    // A pool keeps no freed memory, so the reserved memory is the used memory.
    case hipMemPoolAttrReservedMemCurrent:
    case hipMemPoolAttrUsedMemCurrent:
      return number(pool.used);
    case hipMemPoolAttrReservedMemHigh:
    case hipMemPoolAttrUsedMemHigh:
      return number(pool.most_used);
    default:
      return hipErrorInvalidValue;
  }
}

hipError_t set_attribute(Pool& pool, hipMemPoolAttr attribute, const void* value) {
  switch (attribute) {
    case hipMemPoolReuseFollowEventDependencies:
      pool.follow_events = *static_cast<const int*>(value);
      return hipSuccess;
    case hipMemPoolReuseAllowOpportunistic:
      pool.opportunistic = *static_cast<const int*>(value);
      return hipSuccess;
    case hipMemPoolReuseAllowInternalDependencies:
      pool.internal_dependencies = *static_cast<const int*>(value);
      return hipSuccess;
    case hipMemPoolAttrReleaseThreshold:
      pool.threshold = *static_cast<const std::uint64_t*>(value);
      return hipSuccess;
    case hipMemPoolAttrReservedMemHigh:
    case hipMemPoolAttrUsedMemHigh:
      // As in CUDA, the high-water mark can only be reset, which the value 0 requests.
      if (*static_cast<const std::uint64_t*>(value) != 0) return hipErrorInvalidValue;
      pool.most_used = pool.used;
      return hipSuccess;
    default:
      return hipErrorInvalidValue;
  }
}

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipMallocAsync(void** memory, size_t bytes, hipStream_t stream) {
  return call(__func__, [&] { return allocate_from(memory, bytes, nullptr, stream); });
}

hipError_t hipMallocFromPoolAsync(void** memory, size_t bytes, hipMemPool_t pool, hipStream_t stream) {
  return call(__func__, [&] {
    if (pool == nullptr) return hipErrorInvalidValue;
    return allocate_from(memory, bytes, pool, stream);
  });
}

hipError_t hipFreeAsync(void* memory, hipStream_t stream) {
  return call(__func__, [&] {
    if (memory == nullptr) return hipErrorInvalidValue;
    const auto found_stream = Streams::get().find(stream);
    // Each replay of the graph would free the memory again.
    if (Streams::get().capture(found_stream) != nullptr)
      throw Failure(hipErrorNotSupported, "memory cannot be freed while the stream records a graph");
    const auto found = find_memory(memory);
    if (!found || found->begin != memory || found->kind != rocm_bindgen::runtime::MemoryKind::device)
      throw Failure(hipErrorInvalidValue,
                    "the address to free is not an allocation of hipMallocAsync() or hipMalloc()");
    if (mark_for_release(memory, true))
      throw Failure(hipErrorInvalidValue, "the memory was passed to hipFreeAsync() before");
    try {
      Streams::get().submit(found_stream, [memory] { free_in_stream(memory); });
    } catch (...) {
      mark_for_release(memory, false);
      throw;
    }
    return hipSuccess;
  });
}

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t* pool, int device) {
  return call(__func__, [&] {
    if (pool == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    *pool = pools().default_pool;  // never changes, so it is read without the lock
    return hipSuccess;
  });
}

hipError_t hipDeviceGetMemPool(hipMemPool_t* pool, int device) {
  return call(__func__, [&] {
    if (pool == nullptr) return hipErrorInvalidValue;
    check_ordinal(device);
    const std::lock_guard lock(pools().mutex);
    *pool = pools().current;
    return hipSuccess;
  });
}

hipError_t hipDeviceSetMemPool(int device, hipMemPool_t pool) {
  return call(__func__, [&] {
    check_ordinal(device);
    const std::lock_guard lock(pools().mutex);
    find_pool(pool);
    pools().current = pool;
    return hipSuccess;
  });
}

hipError_t hipMemPoolCreate(hipMemPool_t* pool, const hipMemPoolProps* properties) {
  return call(__func__, [&] {
    if (pool == nullptr || properties == nullptr || properties->allocType != hipMemAllocationTypePinned ||
        properties->location.type != hipMemLocationTypeDevice)
      return hipErrorInvalidValue;
    check_ordinal(properties->location.id);
    if (properties->handleTypes != hipMemHandleTypeNone)
      throw Failure(hipErrorNotSupported, "pools that are shared with other processes are not served");
    const std::lock_guard lock(pools().mutex);
    *pool = pools().add();
    return hipSuccess;
  });
}

hipError_t hipMemPoolDestroy(hipMemPool_t pool) {
  return call(__func__, [&] {
    const std::lock_guard lock(pools().mutex);
    find_pool(pool);
    if (pool == pools().default_pool) return hipErrorInvalidValue;
    if (pools().current == pool) pools().current = pools().default_pool;
    pools().all.erase(pool);
    return hipSuccess;
  });
}

hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t) {
  return call(__func__, [&] {
    const std::lock_guard lock(pools().mutex);
    find_pool(pool);
    return hipSuccess;
  });
}

hipError_t hipMemPoolGetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void* value) {
  return call(__func__, [&] {
    if (value == nullptr) return hipErrorInvalidValue;
    const std::lock_guard lock(pools().mutex);
    return get_attribute(*find_pool(pool), attribute, value);
  });
}

hipError_t hipMemPoolSetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void* value) {
  return call(__func__, [&] {
    if (value == nullptr) return hipErrorInvalidValue;
    const std::lock_guard lock(pools().mutex);
    return set_attribute(*find_pool(pool), attribute, value);
  });
}

hipError_t hipMemPoolGetAccess(hipMemAccessFlags* flags, hipMemPool_t pool, hipMemLocation* location) {
  return call(__func__, [&] {
    if (flags == nullptr || location == nullptr || location->type != hipMemLocationTypeDevice)
      return hipErrorInvalidValue;
    check_ordinal(location->id);
    const std::lock_guard lock(pools().mutex);
    find_pool(pool);
    *flags = hipMemAccessFlagsProtReadWrite;
    return hipSuccess;
  });
}

hipError_t hipMemPoolSetAccess(hipMemPool_t pool, const hipMemAccessDesc* list, size_t count) {
  return call(__func__, [&] {
    if (list == nullptr && count > 0) return hipErrorInvalidValue;
    const std::lock_guard lock(pools().mutex);
    find_pool(pool);
    for (size_t i = 0; i < count; ++i) {
      if (list[i].location.type != hipMemLocationTypeDevice) return hipErrorInvalidValue;
      check_ordinal(list[i].location.id);
      // The device's access to its own pool cannot be taken away.
      if (list[i].flags != hipMemAccessFlagsProtReadWrite) return hipErrorInvalidDevice;
    }
    return hipSuccess;
  });
}

}  // extern "C"
