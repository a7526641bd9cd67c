// Runtime functions that have a kernel as an argument. CUDA accepts the function itself; some of HIP's functions accept
// only its untyped address.
#pragma once

#if defined(__HIP__)

#include "rocm_bindgen_compat/runtime_api/block_size.hpp"

namespace rocm_bindgen {

template <typename Result, typename... Arguments>
inline const void* address_of(Result (*kernel)(Arguments...)) {
  return reinterpret_cast<const void*>(kernel);
}

}  // namespace rocm_bindgen

template <typename... A>
inline hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, void (*kernel)(A...)) {
  return hipFuncGetAttributes(attributes, rocm_bindgen::address_of(kernel));
}
template <typename... A>
inline hipError_t hipFuncSetAttribute(void (*kernel)(A...), hipFuncAttribute attribute, int value) {
  return hipFuncSetAttribute(rocm_bindgen::address_of(kernel), attribute, value);
}
template <typename... A>
inline hipError_t hipFuncSetCacheConfig(void (*kernel)(A...), hipFuncCache_t config) {
  return hipFuncSetCacheConfig(rocm_bindgen::address_of(kernel), config);
}
template <typename... A>
inline hipError_t hipFuncSetSharedMemConfig(void (*kernel)(A...), hipSharedMemConfig config) {
  return hipFuncSetSharedMemConfig(rocm_bindgen::address_of(kernel), config);
}
template <typename... A>
inline hipError_t hipLaunchKernel(void (*kernel)(A...), dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                                  hipStream_t stream = nullptr) {
  return hipLaunchKernel(rocm_bindgen::address_of(kernel), grid, block, arguments, shared, stream);
}
template <typename... A>
inline hipError_t hipLaunchCooperativeKernel(void (*kernel)(A...), dim3 grid, dim3 block, void** arguments,
                                             size_t shared = 0) {
  return hipLaunchCooperativeKernel(rocm_bindgen::address_of(kernel), grid, block, arguments,
                                    static_cast<unsigned>(shared), nullptr);
}
// The same functions by address, with CUDA's default arguments, which HIP lacks.
template <int = 0>
inline hipError_t hipLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                                  hipStream_t stream = nullptr) {
  return ::hipLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
template <int = 0>
inline hipError_t hipLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                             size_t shared = 0) {
  return hipLaunchCooperativeKernel(kernel, grid, block, arguments, static_cast<unsigned>(shared), hipStream_t());
}

template <typename... A>
inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void (*kernel)(A...), int block_size,
                                                               size_t shared) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, rocm_bindgen::address_of(kernel), block_size, shared);
}
template <typename... A>
inline hipError_t hipOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, void (*kernel)(A...),
                                                             size_t shared = 0, int limit = 0, unsigned = 0) {
  return hipOccupancyMaxPotentialBlockSize(grid, block, rocm_bindgen::address_of(kernel), shared, limit);
}

template <typename Shared, typename... A>
inline hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, void (*kernel)(A...),
                                                                Shared shared_of, int limit = 0) {
  hipFuncAttributes attributes;
  const hipError_t error = hipFuncGetAttributes(&attributes, kernel);
  if (error != hipSuccess) return error;
  return rocm_bindgen::find_best_block(
      grid, block, attributes.maxThreadsPerBlock, limit, [&](int* blocks, int threads) {
        return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared_of(threads));
      });
}
template <typename Shared, typename... A>
inline hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* grid, int* block, void (*kernel)(A...),
                                                                         Shared shared_of, int limit = 0,
                                                                         unsigned = 0) {
  return hipOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, shared_of, limit);
}
// The shared memory available to each of `blocks` blocks on a multiprocessor.
template <typename... A>
inline hipError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* shared, void (*kernel)(A...), int blocks, int) {
  int device = 0;
  int per_block = 0;
  int per_multiprocessor = 0;
  hipFuncAttributes attributes;
  hipError_t error = blocks > 0 ? hipGetDevice(&device) : hipErrorInvalidValue;
  if (error == hipSuccess) error = hipDeviceGetAttribute(&per_block, hipDeviceAttributeMaxSharedMemoryPerBlock, device);
  if (error == hipSuccess)
    error = hipDeviceGetAttribute(&per_multiprocessor, hipDeviceAttributeMaxSharedMemoryPerMultiprocessor, device);
  if (error == hipSuccess) error = hipFuncGetAttributes(&attributes, kernel);
  if (error != hipSuccess) return error;
  const size_t share =
      static_cast<size_t>(per_multiprocessor / blocks < per_block ? per_multiprocessor / blocks : per_block);
  *shared = share > attributes.sharedSizeBytes ? share - attributes.sharedSizeBytes : 0;
  return hipSuccess;
}

#endif
