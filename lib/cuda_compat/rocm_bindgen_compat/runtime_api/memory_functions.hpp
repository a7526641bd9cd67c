// Runtime functions for memory, streams and events in CUDA's C++ forms: typed pointers, default arguments, and
// functions that only later versions of HIP have. A function that no call of an older HIP can implement returns an
// error.
#pragma once

// These templates accept any pointer to a pointer, or have no deducible parameter. If HIP has the same function,
// overload resolution prefers HIP's.

template <typename P, typename = decltype(**P())>
inline hipError_t hipMallocPitch(P pointer, size_t* pitch, size_t width, size_t height) {
  return hipMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}
template <typename P, typename = decltype(**P())>
inline hipError_t hipHostGetDevicePointer(P device, void* host, unsigned flags) {
  return hipHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}
template <typename P, typename = decltype(**P())>
inline hipError_t hipHostAlloc(P pointer, size_t size, unsigned flags) {
  return hipHostMalloc(reinterpret_cast<void**>(pointer), size, flags);
}
template <typename P, typename = decltype(**P())>
inline hipError_t hipMemAllocHost(P pointer, size_t size) {
  return hipHostMalloc(reinterpret_cast<void**>(pointer), size, 0);
}
template <typename T>
inline hipError_t hipGetSymbolAddress(T** pointer, const void* symbol) {
  return hipGetSymbolAddress(reinterpret_cast<void**>(pointer), symbol);
}
template <typename T, typename Symbol>
inline hipError_t hipGetSymbolAddress(T** pointer, const Symbol& symbol) {
  return hipGetSymbolAddress(reinterpret_cast<void**>(pointer), reinterpret_cast<const void*>(&symbol));
}

// The forms with fewer arguments. HIP has a default only for the stream.
template <typename Symbol>
inline hipError_t hipMemcpyToSymbolAsync(const Symbol& symbol, const void* source, size_t count, size_t offset = 0) {
  return hipMemcpyToSymbolAsync(symbol, source, count, offset, hipMemcpyHostToDevice, nullptr);
}
template <typename Symbol>
inline hipError_t hipMemcpyFromSymbolAsync(void* target, const Symbol& symbol, size_t count, size_t offset = 0) {
  return hipMemcpyFromSymbolAsync(target, symbol, count, offset, hipMemcpyDeviceToHost, nullptr);
}
template <int = 0>
inline hipError_t hipSignalExternalSemaphoresAsync(const hipExternalSemaphore_t* semaphores,
                                                   const hipExternalSemaphoreSignalParams* parameters, unsigned count) {
  return hipSignalExternalSemaphoresAsync(semaphores, parameters, count, nullptr);
}
template <int = 0>
inline hipError_t hipWaitExternalSemaphoresAsync(const hipExternalSemaphore_t* semaphores,
                                                 const hipExternalSemaphoreWaitParams* parameters, unsigned count) {
  return hipWaitExternalSemaphoresAsync(semaphores, parameters, count, nullptr);
}

template <typename T, int kind, hipTextureReadMode mode>
inline hipError_t hipGetTextureAlignmentOffset(size_t* offset, const texture<T, kind, mode>& reference) {
  return hipGetTextureAlignmentOffset(offset, static_cast<const textureReference*>(&reference));
}

template <int = 0>
inline hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event) {
  return hipStreamWaitEvent(stream, event, 0);
}
template <int = 0>
inline hipError_t hipEventCreate(hipEvent_t* event, unsigned flags) {
  return hipEventCreateWithFlags(event, flags);
}

#if !defined(hipStreamLegacy)
#define hipStreamLegacy (static_cast<hipStream_t>(nullptr))
#endif
#if !defined(hipEventRecordDefault)
#define hipEventRecordDefault 0x00
#define hipEventRecordExternal 0x01
#endif
#if !defined(hipEventWaitDefault)
#define hipEventWaitDefault 0x00
#define hipEventWaitExternal 0x01
#endif

template <int = 0>
inline hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream = nullptr, unsigned flags = 0) {
  return flags == hipEventRecordDefault ? hipEventRecord(event, stream) : hipErrorNotSupported;
}
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 503
/// Only the emulated device's library has this symbol.
extern "C" __attribute__((weak)) const char rocm_bindgen_emulated_hip[];

/// HIP before 5.3 has no such function, and nothing has to be set: `printf` and the heap of kernels have no fixed size
/// (1 GiB of heap on the emulated device), and kernels whose stack size the compiler cannot know get a fixed size, 16
/// KiB (128 KiB on the emulated device).
template <int = 0>
inline hipError_t hipDeviceSetLimit(hipLimit_t limit, size_t value) {
  if (limit == hipLimitPrintfFifoSize) return hipSuccess;
  if (limit == hipLimitMallocHeapSize)
    return rocm_bindgen_emulated_hip != nullptr && value > (size_t{1} << 30) ? hipErrorInvalidValue : hipSuccess;
  if (limit != hipLimitStackSize) return hipErrorUnsupportedLimit;
  const size_t largest = rocm_bindgen_emulated_hip != nullptr ? 131072 : 16384;
  return value <= largest ? hipSuccess : hipErrorInvalidValue;
}
#endif
template <int = 0>
inline hipError_t hipStreamGetDevice(hipStream_t, int* device) {
  return hipGetDevice(device);
}

// CUDA 13's forms, whose location is a device or host memory.
template <typename P>
inline hipError_t hipMemPrefetchAsync(P pointer, size_t size, hipMemLocation location, unsigned,
                                      hipStream_t stream = nullptr) {
  return hipMemPrefetchAsync(pointer, size, location.type == hipMemLocationTypeDevice ? location.id : hipCpuDeviceId,
                             stream);
}
template <typename P>
inline hipError_t hipMemAdvise(P pointer, size_t size, hipMemoryAdvise advice, hipMemLocation location) {
  return hipMemAdvise(pointer, size, advice, location.type == hipMemLocationTypeDevice ? location.id : hipCpuDeviceId);
}

#if HIP_VERSION_MAJOR < 6
template <int = 0>
inline hipError_t hipArrayGetInfo(hipChannelFormatDesc* format, hipExtent* extent, unsigned* flags, hipArray_t array) {
  if (array == nullptr) return hipErrorInvalidHandle;
  if (format != nullptr) *format = array->desc;
  if (extent != nullptr) *extent = make_hipExtent(array->width, array->height, array->depth);
  if (flags != nullptr) *flags = 0;
  return hipSuccess;
}
#endif

// Functions that only CUDA has, under CUDA's names.
inline hipError_t cudaMemcpyToArrayAsync(hipArray_t array, size_t x, size_t y, const void* source, size_t count,
                                         hipMemcpyKind kind, hipStream_t stream = nullptr) {
  return hipMemcpy2DToArrayAsync(array, x, y, source, count, count, 1, kind, stream);
}
inline hipError_t cudaMemcpyFromArrayAsync(void* target, hipArray_const_t array, size_t x, size_t y, size_t count,
                                           hipMemcpyKind kind, hipStream_t stream = nullptr) {
  return hipMemcpy2DFromArrayAsync(target, count, array, x, y, count, 1, kind, stream);
}
inline hipError_t cudaThreadSetLimit(hipLimit_t limit, size_t value) {
  return hipDeviceSetLimit(limit, value);
}
inline hipError_t cudaThreadGetLimit(size_t* value, hipLimit_t limit) {
  return hipDeviceGetLimit(value, limit);
}
inline hipError_t cudaInitDevice(int device, unsigned, unsigned) {
  return hipSetDevice(device);
}
inline hipError_t cudaEventElapsedTime_v2(float* milliseconds, hipEvent_t start, hipEvent_t end) {
  return hipEventElapsedTime(milliseconds, start, end);
}

// Arguments of cudaFuncSetAttribute: the division of on-chip memory between shared memory and cache.
enum cudaSharedCarveout {
  cudaSharedmemCarveoutDefault = -1,
  cudaSharedmemCarveoutMaxL1 = 0,
  cudaSharedmemCarveoutMaxShared = 100
};

template <typename A>
inline hipError_t hipMalloc3DArray(A** array, const hipChannelFormatDesc* format, hipExtent extent) {
  return hipMalloc3DArray(array, format, extent, 0);
}
