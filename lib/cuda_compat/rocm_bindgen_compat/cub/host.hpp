// CUB's host utilities: an allocator of device memory and error reports.
#pragma once

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <hip/hip_runtime.h>

// The version is CUB's: 100000 * major + 100 * minor + patch, so this is 2.0.0. It selects CUB 2's interface in
// programs that test it, and does not promise that each function of that release exists. hipCUB's Debug() prints only
// if HIPCUB_STDERR is defined. The one below always prints, so the macro is defined for programs that test it.
#define HIPCUB_RUNTIME_FUNCTION __host__
#define HIPCUB_STDERR
#define HIPCUB_VERSION 200000
#if !defined(CUB_MAX)
#define CUB_MAX(a, b) (((b) > (a)) ? (b) : (a))
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#endif
// Macros for programs that add to CUB's namespace. With CUB_NS_PREFIX, the names are in rocm_bindgen_wrapped, from
// which end_wrapped_names.hpp imports them into the program's namespace.
#if defined(CUB_WRAPPED_NAMESPACE)
#define BEGIN_HIPCUB_NAMESPACE      \
  namespace CUB_WRAPPED_NAMESPACE { \
  namespace hipcub {
#define END_HIPCUB_NAMESPACE \
  }                          \
  }
#elif defined(CUB_NS_PREFIX) && defined(CUB_NS_POSTFIX)
#define BEGIN_HIPCUB_NAMESPACE     \
  namespace rocm_bindgen_wrapped { \
  namespace hipcub {
#define END_HIPCUB_NAMESPACE \
  }                          \
  }
#else
#define BEGIN_HIPCUB_NAMESPACE namespace hipcub {
#define END_HIPCUB_NAMESPACE }
#endif

namespace hipcub {

// Prints a failed call to stderr and returns its error.
inline hipError_t Debug(hipError_t error, const char* file, int line) {
  if (error != hipSuccess)
    fprintf(stderr, "HIP error %d [%s, %d]: %s\n", static_cast<int>(error), file, line, hipGetErrorString(error));
  return error;
}

inline int CurrentDevice() {
  int device = -1;
  return hipGetDevice(&device) == hipSuccess ? device : -1;
}
inline int DeviceCount() {
  int count = -1;
  return hipGetDeviceCount(&count) == hipSuccess ? count : -1;
}
inline int DeviceCountUncached() {
  return DeviceCount();
}
inline hipError_t SyncStream(hipStream_t stream) {
  return hipStreamSynchronize(stream);
}
// The number of blocks of a kernel that a compute unit runs at the same time.
template <class Kernel>
hipError_t MaxSmOccupancy(int& blocks, Kernel kernel, int block_threads, int dynamic_shared_bytes = 0) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reinterpret_cast<const void*>(kernel), block_threads,
                                                      static_cast<size_t>(dynamic_shared_bytes));
}

// Unlike CUB's allocator, this one caches nothing: each call allocates memory from the runtime. A free waits for the
// device, so no memory is reused while it is in use.
struct CachingDeviceAllocator {
  static constexpr unsigned int INVALID_BIN = static_cast<unsigned int>(-1);
  static constexpr size_t INVALID_SIZE = static_cast<size_t>(-1);

  CachingDeviceAllocator() = default;
  explicit CachingDeviceAllocator(unsigned int, unsigned int = 1, unsigned int = INVALID_BIN, size_t = INVALID_SIZE,
                                  bool = false, bool = false) {}
  CachingDeviceAllocator(bool, bool = false) {}

  // No allocation has 0 bytes, because hipMalloc() returns a null pointer for them. With one as temporary storage, a
  // function of CUB would return the size of its storage again and do nothing else.
  hipError_t DeviceAllocate(int device, void** memory, size_t bytes, hipStream_t = 0) {
    return on_device(device, [&] { return hipMalloc(memory, bytes == 0 ? 1 : bytes); });
  }
  hipError_t DeviceAllocate(void** memory, size_t bytes, hipStream_t = 0) {
    return hipMalloc(memory, bytes == 0 ? 1 : bytes);
  }
  hipError_t DeviceFree(int device, void* memory) {
    return on_device(device, [&] { return hipFree(memory); });
  }
  hipError_t DeviceFree(void* memory) { return hipFree(memory); }
  hipError_t FreeAllCached() { return hipSuccess; }
  hipError_t SetMaxCachedBytes(size_t) { return hipSuccess; }

 private:
  template <class Function>
  static hipError_t on_device(int device, Function f) {
    int current = 0;
    hipError_t error = hipGetDevice(&current);
    if (error == hipSuccess) error = hipSetDevice(device);
    if (error == hipSuccess) error = f();
    (void)hipSetDevice(current);
    return error;
  }
};

}  // namespace hipcub

// hipify renames CubDebug to HipcubDebug, but not CubDebugExit. If the program chose a namespace for CUB, `hipcub` is
// not its name where the program uses these macros. CUB_NS_QUALIFIER (in end_wrapped_names.hpp) is.
#define HipcubDebug(e) CUB_NS_QUALIFIER::Debug((e), __FILE__, __LINE__)
#define CubDebugExit(e)                                                 \
  if (CUB_NS_QUALIFIER::Debug((e), __FILE__, __LINE__) != hipSuccess) { \
    exit(1);                                                            \
  }
