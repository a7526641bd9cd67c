// The less usual ways to allocate memory, queries about memory, and memory pools.
#include <cstring>

#include "cases.hpp"
#include "check.hpp"

// Some of these functions are deprecated in HIP, but still exported.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

namespace {

__global__ void add_one(int* data) {
  data[threadIdx.x] += 1;
}

/// Checks that a kernel and the host see each other's values in this memory, and that it was allocated with `flags`.
void check_pinned(int* pinned, unsigned flags) {
  for (int i = 0; i < 32; ++i) pinned[i] = i;
  add_one<<<1, 32>>>(pinned);
  HIP_CHECK(hipDeviceSynchronize());
  for (int i = 0; i < 32; ++i) CHECK(pinned[i] == i + 1);
  unsigned read = 77;
  HIP_CHECK(hipHostGetFlags(&read, pinned));
  CHECK(read == flags);
}

template <class T>
T attribute_of(hipPointer_attribute attribute, void* address) {
  T value{};
  HIP_CHECK(hipPointerGetAttribute(&value, attribute, address));
  return value;
}

}  // namespace

void allocations() {
  int* memory = nullptr;
  constexpr size_t bytes = 32 * sizeof(int);
  HIP_CHECK(hipHostAlloc(reinterpret_cast<void**>(&memory), bytes, hipHostMallocPortable));
  check_pinned(memory, hipHostMallocPortable);
  HIP_FAILS(hipErrorInvalidValue, hipFree(memory));
  HIP_CHECK(hipFreeHost(memory));
  HIP_FAILS(hipErrorInvalidValue, hipFreeHost(memory));
  HIP_FAILS(hipErrorInvalidValue, hipHostAlloc(reinterpret_cast<void**>(&memory), bytes, 0x12345));  // unknown flags
  HIP_CHECK(hipMallocHost(reinterpret_cast<void**>(&memory), bytes));
  check_pinned(memory, hipHostMallocDefault);
  HIP_CHECK(hipFreeHost(memory));
  HIP_FAILS(hipErrorInvalidValue, hipMallocHost(static_cast<void**>(nullptr), bytes));
  HIP_CHECK(hipMemAllocHost(reinterpret_cast<void**>(&memory), bytes));
  check_pinned(memory, hipHostMallocDefault);
  HIP_CHECK(hipHostFree(memory));
  HIP_FAILS(hipErrorInvalidValue, hipMemAllocHost(nullptr, bytes));

  HIP_CHECK(hipExtMallocWithFlags(reinterpret_cast<void**>(&memory), bytes, hipDeviceMallocFinegrained));
  int back = 0;
  HIP_CHECK(hipMemset(memory, 0, bytes));
  add_one<<<1, 32>>>(memory);
  HIP_CHECK(hipMemcpy(&back, memory + 31, sizeof back, hipMemcpyDeviceToHost));
  CHECK(back == 1);
  hipPointerAttribute_t attributes{};
  HIP_CHECK(hipPointerGetAttributes(&attributes, memory));
  CHECK(attributes.memoryType == hipMemoryTypeDevice && attributes.allocationFlags == hipDeviceMallocFinegrained);
  HIP_CHECK(hipFree(memory));
  HIP_FAILS(hipErrorInvalidValue, hipExtMallocWithFlags(reinterpret_cast<void**>(&memory), bytes, 0x12345));
  // Signal memory has 8 bytes.
  HIP_FAILS(hipErrorInvalidValue, hipExtMallocWithFlags(reinterpret_cast<void**>(&memory), 16, hipMallocSignalMemory));

  size_t pitch = 0;
  hipDeviceptr_t rows = nullptr;
  HIP_CHECK(hipMemAllocPitch(&rows, &pitch, 100, 3, 4));
  CHECK(pitch >= 100 && pitch % 128 == 0);
  HIP_CHECK(hipMemset2D(rows, pitch, 1, pitch, 3));
  // There are 3 rows.
  HIP_FAILS(hipErrorInvalidValue, hipMemset2D(rows, pitch, 1, pitch, 4));
  HIP_CHECK(hipFree(rows));
  // The size of elements must be 4, 8 or 16 bytes.
  HIP_FAILS(hipErrorInvalidValue, hipMemAllocPitch(&rows, &pitch, 100, 3, 5));
}

void pointer_attributes() {
  char *device = nullptr, *pinned = nullptr;
  auto* const both = managed<char>(1000);
  HIP_CHECK(hipMalloc(&device, 1000));
  HIP_CHECK(hipHostMalloc(&pinned, 1000));
  CHECK(attribute_of<int>(HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, device + 9) == hipMemoryTypeDevice);
  CHECK(attribute_of<int>(HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, pinned) == hipMemoryTypeHost);
  CHECK(attribute_of<void*>(HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, device + 9) == device + 9);
  CHECK(attribute_of<void*>(HIP_POINTER_ATTRIBUTE_HOST_POINTER, pinned + 9) == pinned + 9);
  CHECK(attribute_of<bool>(HIP_POINTER_ATTRIBUTE_IS_MANAGED, both));
  CHECK(!attribute_of<bool>(HIP_POINTER_ATTRIBUTE_IS_MANAGED, device));
  CHECK(attribute_of<int>(HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, device) == 0);
  CHECK(attribute_of<void*>(HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR, device + 9) == device);
  CHECK(attribute_of<size_t>(HIP_POINTER_ATTRIBUTE_RANGE_SIZE, device + 9) == 1000);
  CHECK(attribute_of<bool>(HIP_POINTER_ATTRIBUTE_MAPPED, device));
  int local = 0;
  HIP_FAILS(hipErrorInvalidValue, hipPointerGetAttribute(&local, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, &local));
  HIP_FAILS(hipErrorInvalidValue, hipPointerGetAttribute(nullptr, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, device));
  HIP_FAILS(hipErrorInvalidValue, hipPointerGetAttribute(&local, static_cast<hipPointer_attribute>(77), device));
  void* address = nullptr;
  HIP_FAILS(hipErrorInvalidValue, hipPointerGetAttribute(&address, HIP_POINTER_ATTRIBUTE_HOST_POINTER, device));

  int type = 77;
  size_t size = 0;
  hipPointer_attribute asked[] = {HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                  HIP_POINTER_ATTRIBUTE_RANGE_SIZE};
  void* answers[] = {&type, &address, &size};
  HIP_CHECK(hipDrvPointerGetAttributes(3, asked, answers, pinned + 100));
  CHECK(type == hipMemoryTypeHost && address == pinned && size == 1000);
  HIP_FAILS(hipErrorInvalidValue, hipDrvPointerGetAttributes(0, asked, answers, pinned));
  HIP_FAILS(hipErrorInvalidValue, hipDrvPointerGetAttributes(3, nullptr, answers, pinned));
  // Each attribute of an address that the device does not know is 0.
  HIP_CHECK(hipDrvPointerGetAttributes(3, asked, answers, answers));
  CHECK(static_cast<int>(type) == 0 && address == nullptr && size == 0);

  // The emulated device does not move managed memory, so these calls change nothing that a program reads.
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  std::memset(both, 5, 1000);
  HIP_CHECK(hipMemAdvise(both, 1000, hipMemAdviseSetReadMostly, 0));
  HIP_CHECK(hipMemPrefetchAsync(both, 1000, 0, stream));
  HIP_CHECK(hipStreamAttachMemAsync(stream, both, 0, hipMemAttachSingle));
  HIP_CHECK(hipMemsetAsync(both, 6, 500, stream));
  HIP_CHECK(hipMemPrefetchAsync(both, 1000, hipCpuDeviceId, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(both[0] == 6 && both[499] == 6 && both[500] == 5);
  HIP_FAILS(hipErrorInvalidValue, hipMemAdvise(&local, sizeof local, hipMemAdviseSetReadMostly, 0));
  HIP_FAILS(hipErrorInvalidDevice, hipMemAdvise(both, 1000, hipMemAdviseSetPreferredLocation, 1));
  HIP_CHECK(hipMemAdvise(both, 1000, hipMemAdviseUnsetReadMostly, 77));  // about all devices
  HIP_FAILS(hipErrorInvalidValue, hipMemAdvise(both, 1000, static_cast<hipMemoryAdvise>(77), 0));
  HIP_FAILS(hipErrorInvalidValue, hipMemAdvise(both + 1, 1000, hipMemAdviseSetReadMostly, 0));
  HIP_FAILS(hipErrorInvalidValue, hipMemPrefetchAsync(both + 1, 1000, 0, stream));
  HIP_FAILS(hipErrorInvalidValue, hipMemPrefetchAsync(device, 1000, 0, stream));
  HIP_FAILS(hipErrorInvalidDevice, hipMemPrefetchAsync(both, 1000, 1, stream));
  HIP_FAILS(hipErrorInvalidValue, hipStreamAttachMemAsync(stream, device, 0, hipMemAttachSingle));
  HIP_FAILS(hipErrorInvalidValue, hipStreamAttachMemAsync(stream, both, 0, 77));
  HIP_CHECK(hipStreamDestroy(stream));
}

void own_pools() {
  hipMemPool_t standard = nullptr, pool = nullptr, current = nullptr;
  HIP_CHECK(hipDeviceGetDefaultMemPool(&standard, 0));
  HIP_CHECK(hipDeviceGetMemPool(&current, 0));
  CHECK(current == standard);
  hipMemPoolProps properties{};
  properties.allocType = hipMemAllocationTypePinned;
  properties.location.type = hipMemLocationTypeDevice;
  HIP_CHECK(hipMemPoolCreate(&pool, &properties));
  CHECK(pool != nullptr && pool != standard);
  properties.location.id = 1;
  HIP_FAILS(hipErrorInvalidDevice, hipMemPoolCreate(&current, &properties));
  HIP_FAILS(hipErrorInvalidValue, hipMemPoolCreate(&current, nullptr));

  const auto used = [](hipMemPool_t of) {
    uint64_t bytes = 77;
    HIP_CHECK(hipMemPoolGetAttribute(of, hipMemPoolAttrUsedMemCurrent, &bytes));
    return bytes;
  };
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  int *first = nullptr, *second = nullptr, back = 0;
  HIP_CHECK(hipMallocFromPoolAsync(reinterpret_cast<void**>(&first), 128, pool, stream));
  CHECK(used(pool) == 128 && used(standard) == 0);
  HIP_CHECK(hipMemsetAsync(first, 0, 128, stream));
  add_one<<<1, 32, 0, stream>>>(first);
  HIP_CHECK(hipMemcpyAsync(&back, first + 31, sizeof back, hipMemcpyDeviceToHost, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(back == 1);
  HIP_FAILS(hipErrorInvalidValue, hipMallocFromPoolAsync(reinterpret_cast<void**>(&second), 128, nullptr, stream));
  // hipMallocAsync() allocates from the device's current pool.
  HIP_CHECK(hipDeviceSetMemPool(0, pool));
  HIP_CHECK(hipDeviceGetMemPool(&current, 0));
  CHECK(current == pool);
  HIP_CHECK(hipMallocAsync(reinterpret_cast<void**>(&second), 256, stream));
  CHECK(used(pool) == 128 + 256 && used(standard) == 0);
  HIP_FAILS(hipErrorInvalidDevice, hipDeviceSetMemPool(1, pool));
  HIP_FAILS(hipErrorInvalidValue, hipDeviceSetMemPool(0, reinterpret_cast<hipMemPool_t>(&back)));
  HIP_CHECK(hipFreeAsync(first, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  // Memory in use is not trimmed.
  HIP_CHECK(hipMemPoolTrimTo(pool, 0));
  CHECK(used(pool) == 256);
  HIP_CHECK(hipMemset(second, 0, 256));
  HIP_FAILS(hipErrorInvalidValue, hipMemPoolTrimTo(reinterpret_cast<hipMemPool_t>(&back), 0));

  hipMemLocation here{hipMemLocationTypeDevice, 0};
  hipMemAccessFlags access = hipMemAccessFlagsProtNone;
  HIP_CHECK(hipMemPoolGetAccess(&access, pool, &here));
  CHECK(access == hipMemAccessFlagsProtReadWrite);
  hipMemAccessDesc change{here, hipMemAccessFlagsProtReadWrite};
  HIP_CHECK(hipMemPoolSetAccess(pool, &change, 1));
  change.flags = hipMemAccessFlagsProtNone;
  HIP_FAILS(hipErrorInvalidDevice, hipMemPoolSetAccess(pool, &change, 1));
  HIP_CHECK(hipMemPoolGetAccess(&access, pool, &here));
  CHECK(access == hipMemAccessFlagsProtReadWrite);
  HIP_FAILS(hipErrorInvalidValue, hipMemPoolSetAccess(pool, nullptr, 1));
  here.id = 1;
  HIP_FAILS(hipErrorInvalidDevice, hipMemPoolGetAccess(&access, pool, &here));

  // A pool can be destroyed while its memory is in use. The memory remains valid, and the default pool becomes the
  // current one again.
  HIP_CHECK(hipMemPoolDestroy(pool));
  HIP_FAILS(hipErrorInvalidValue, hipMemPoolDestroy(pool));
  HIP_FAILS(hipErrorInvalidValue, hipMemPoolDestroy(standard));
  HIP_CHECK(hipDeviceGetMemPool(&current, 0));
  CHECK(current == standard);
  HIP_CHECK(hipMemset(second, 0, 256));
  HIP_CHECK(hipFreeAsync(second, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  HIP_FAILS(hipErrorInvalidValue, hipMemset(second, 0, 256));
  HIP_CHECK(hipStreamDestroy(stream));
}
