// The driver API's functions on addresses that are integers, as CUdeviceptr is, implemented by HIP's functions on
// pointers. All are templates that accept exactly `unsigned long long` and no type that converts to it, so that a
// literal 0 remains a null pointer.
#pragma once

#include "rocm_bindgen_compat/runtime_api/block_size.hpp"

namespace rocm_bindgen {

template <typename A>
struct IfAddress {};
template <>
struct IfAddress<unsigned long long> {
  using type = hipError_t;
};
template <typename A>
using error_of_address_t = typename IfAddress<A>::type;

inline void* pointer_to(unsigned long long address) {
  return reinterpret_cast<void*>(address);
}

// A number that is passed on as an argument. It also converts to a pointer, because programs pass a literal 0 for a
// null pointer, usually a stream.
template <typename T>
struct PassedNumber {
  T value;
  operator T() const { return value; }
  template <typename P>
  operator P*() const {
    return reinterpret_cast<P*>(static_cast<size_t>(value));
  }
};
template <typename T>
inline PassedNumber<T> passed(T value, typename std::enable_if<std::is_integral<T>::value>::type* = nullptr) {
  return {value};
}
template <typename T>
inline T passed(T value, typename std::enable_if<!std::is_integral<T>::value>::type* = nullptr) {
  return value;
}

}  // namespace rocm_bindgen

// These macros define functions whose first parameter is an address (OF), whose second parameter is one (TO), whose
// first two parameters are (BETWEEN), or that return one through a pointer (GIVING).
#define ROCM_BINDGEN_OF_ADDRESS(name)                                              \
  template <typename A, typename... R>                                             \
  inline rocm_bindgen::error_of_address_t<A> name(A address, R... rest) {          \
    return name(rocm_bindgen::pointer_to(address), rocm_bindgen::passed(rest)...); \
  }
#define ROCM_BINDGEN_TO_ADDRESS(name)                                                                           \
  template <typename F, typename A, typename... R>                                                              \
  inline rocm_bindgen::error_of_address_t<A> name(F first, A address, R... rest) {                              \
    return name(rocm_bindgen::passed(first), rocm_bindgen::pointer_to(address), rocm_bindgen::passed(rest)...); \
  }
#define ROCM_BINDGEN_GIVING_ADDRESS(name)                                          \
  template <typename A, typename... R>                                             \
  inline rocm_bindgen::error_of_address_t<A> name(A* address, R... rest) {         \
    return name(reinterpret_cast<void**>(address), rocm_bindgen::passed(rest)...); \
  }
// Defines a copy from host memory, which HIP's functions do not accept as const, to an address.
#define ROCM_BINDGEN_FROM_HOST(name)                                                                         \
  template <typename A, typename... R>                                                                       \
  inline rocm_bindgen::error_of_address_t<A> name(A target, const void* source, R... rest) {                 \
    return name(rocm_bindgen::pointer_to(target), const_cast<void*>(source), rocm_bindgen::passed(rest)...); \
  }
#define ROCM_BINDGEN_BETWEEN_ADDRESSES(name)                                                                        \
  template <typename A, typename... R>                                                                              \
  inline rocm_bindgen::error_of_address_t<A> name(A target, A source, R... rest) {                                  \
    return name(rocm_bindgen::pointer_to(target), rocm_bindgen::pointer_to(source), rocm_bindgen::passed(rest)...); \
  }

ROCM_BINDGEN_GIVING_ADDRESS(hipMalloc)
ROCM_BINDGEN_GIVING_ADDRESS(hipMallocManaged)
ROCM_BINDGEN_GIVING_ADDRESS(hipMallocAsync)
ROCM_BINDGEN_GIVING_ADDRESS(hipMallocFromPoolAsync)
ROCM_BINDGEN_GIVING_ADDRESS(hipMemAllocPitch)
ROCM_BINDGEN_GIVING_ADDRESS(hipHostGetDevicePointer)
ROCM_BINDGEN_GIVING_ADDRESS(hipModuleGetGlobal)
ROCM_BINDGEN_GIVING_ADDRESS(hipIpcOpenMemHandle)
ROCM_BINDGEN_GIVING_ADDRESS(hipGraphicsResourceGetMappedPointer)
ROCM_BINDGEN_OF_ADDRESS(hipFreeAsync)
ROCM_BINDGEN_OF_ADDRESS(hipIpcCloseMemHandle)
ROCM_BINDGEN_OF_ADDRESS(hipMemsetD8)
ROCM_BINDGEN_OF_ADDRESS(hipMemsetD16)
ROCM_BINDGEN_OF_ADDRESS(hipMemsetD32)
ROCM_BINDGEN_OF_ADDRESS(hipMemsetD8Async)
ROCM_BINDGEN_OF_ADDRESS(hipMemsetD16Async)
ROCM_BINDGEN_OF_ADDRESS(hipMemsetD32Async)
ROCM_BINDGEN_OF_ADDRESS(hipMemPrefetchAsync)
ROCM_BINDGEN_OF_ADDRESS(hipMemAdvise)
ROCM_BINDGEN_OF_ADDRESS(hipMemMap)
ROCM_BINDGEN_OF_ADDRESS(hipMemUnmap)
ROCM_BINDGEN_OF_ADDRESS(hipMemSetAccess)
ROCM_BINDGEN_OF_ADDRESS(hipMemAddressFree)
ROCM_BINDGEN_TO_ADDRESS(hipMemcpyDtoH)
ROCM_BINDGEN_TO_ADDRESS(hipMemcpyDtoHAsync)
ROCM_BINDGEN_TO_ADDRESS(hipIpcGetMemHandle)
ROCM_BINDGEN_TO_ADDRESS(hipStreamAttachMemAsync)
ROCM_BINDGEN_TO_ADDRESS(hipStreamWaitValue32)
ROCM_BINDGEN_TO_ADDRESS(hipStreamWaitValue64)
ROCM_BINDGEN_TO_ADDRESS(hipStreamWriteValue32)
ROCM_BINDGEN_TO_ADDRESS(hipStreamWriteValue64)
ROCM_BINDGEN_FROM_HOST(hipMemcpyHtoD)
ROCM_BINDGEN_FROM_HOST(hipMemcpyHtoDAsync)
ROCM_BINDGEN_BETWEEN_ADDRESSES(hipMemcpyDtoD)
ROCM_BINDGEN_BETWEEN_ADDRESSES(hipMemcpyDtoDAsync)

#undef ROCM_BINDGEN_OF_ADDRESS
#undef ROCM_BINDGEN_TO_ADDRESS
#undef ROCM_BINDGEN_GIVING_ADDRESS
#undef ROCM_BINDGEN_FROM_HOST
#undef ROCM_BINDGEN_BETWEEN_ADDRESSES

// Programs pass the address of cudaFree as a deleter, so the function must not have overloads. Calls therefore go to
// another function.
inline hipError_t rocm_bindgen_free(void* memory) {
  return hipFree(memory);
}
template <typename A>
inline rocm_bindgen::error_of_address_t<A> rocm_bindgen_free(A address) {
  return hipFree(rocm_bindgen::pointer_to(address));
}
#define hipFree(...) rocm_bindgen_free(__VA_ARGS__)

template <typename A>
inline rocm_bindgen::error_of_address_t<A> hipMemGetAddressRange(A* base, size_t* size, A address) {
  return hipMemGetAddressRange(reinterpret_cast<void**>(base), size, rocm_bindgen::pointer_to(address));
}
template <typename A>
inline rocm_bindgen::error_of_address_t<A> hipMemAddressReserve(A* address, size_t size, size_t alignment,
                                                                unsigned long long wanted, unsigned long long flags) {
  return hipMemAddressReserve(reinterpret_cast<void**>(address), size, alignment, rocm_bindgen::pointer_to(wanted),
                              flags);
}
template <typename A>
inline rocm_bindgen::error_of_address_t<A> hipPointerGetAttribute(void* value, hipPointer_attribute attribute,
                                                                  A address) {
  return hipPointerGetAttribute(value, attribute, rocm_bindgen::pointer_to(address));
}
inline hipError_t cuMemcpy(hipDeviceptr_t target, hipDeviceptr_t source, size_t size) {
  return hipMemcpy(rocm_bindgen::pointer_to(target), rocm_bindgen::pointer_to(source), size, hipMemcpyDefault);
}
inline hipError_t cuMemcpyAsync(hipDeviceptr_t target, hipDeviceptr_t source, size_t size, hipStream_t stream) {
  return hipMemcpyAsync(rocm_bindgen::pointer_to(target), rocm_bindgen::pointer_to(source), size, hipMemcpyDefault,
                        stream);
}

// A module's function needs no permission for more shared memory, and cannot choose between shared memory and cache.
inline hipError_t cuFuncSetAttribute(hipFunction_t, hipFunction_attribute attribute, int) {
  return attribute == HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ||
                 attribute == HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
             ? hipSuccess
             : hipErrorNotSupported;
}
inline hipError_t cuFuncSetCacheConfig(hipFunction_t, hipFuncCache_t) {
  return hipSuccess;
}
inline hipError_t cuFuncSetSharedMemConfig(hipFunction_t, hipSharedMemConfig) {
  return hipSuccess;
}

// CUDA's function has one more parameter: a function that computes the shared memory from the block size, or null.
inline hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block, hipFunction_t function,
                                                          size_t (*shared_of)(int), size_t shared, int limit) {
  if (shared_of == nullptr) return hipModuleOccupancyMaxPotentialBlockSize(grid, block, function, shared, limit);
  int largest = 0;
  const hipError_t error = hipFuncGetAttribute(&largest, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
  if (error != hipSuccess) return error;
  return rocm_bindgen::find_best_block(grid, block, largest, limit, [&](int* blocks, int threads) {
    return hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared_of(threads));
  });
}

// Later versions of HIP have these functions. Overload resolution prefers them to templates.
template <int = 0>
inline hipError_t hipDrvGetErrorString(hipError_t error, const char** text) {
  *text = hipGetErrorString(error);
  return hipSuccess;
}
template <int = 0>
inline hipError_t hipDrvGetErrorName(hipError_t error, const char** text) {
  *text = hipGetErrorName(error);
  return hipSuccess;
}
