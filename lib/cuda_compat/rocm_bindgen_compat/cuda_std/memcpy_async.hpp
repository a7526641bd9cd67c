// libcu++'s cuda::memcpy_async. The copy is complete when the function returns, and thus before its barrier or pipeline
// reports it.
#pragma once

#include "rocm_bindgen_compat/cuda_std/barrier.hpp"
#include "rocm_bindgen_compat/cuda_std/copy.hpp"

namespace cuda {

/// A number of bytes that is a multiple of Alignment, for addresses that are multiples of it too.
template <size_t Alignment>
struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ explicit aligned_size_t(size_t bytes) : value(bytes) {}
  __host__ __device__ operator size_t() const { return value; }
};

enum class async_contract_fulfillment { none, async };

// Size is an integer or aligned_size_t; Sync is a barrier or a pipeline.
template <class Group, class Size, class Sync>
__host__ __device__ async_contract_fulfillment memcpy_async(const Group& group, void* to, const void* from, Size bytes,
                                                            Sync&) {
  rocm_bindgen::detail::copy_part(to, from, static_cast<size_t>(bytes), rocm_bindgen::ParticipantsOf<Group>::of(group));
  return async_contract_fulfillment::none;
}
template <class Group, class T, class Size, class Sync>
__host__ __device__ async_contract_fulfillment memcpy_async(const Group& group, T* to, const T* from, Size bytes,
                                                            Sync& sync) {
  return memcpy_async(group, static_cast<void*>(to), static_cast<const void*>(from), bytes, sync);
}
template <class Size, class Sync>
__host__ __device__ async_contract_fulfillment memcpy_async(void* to, const void* from, Size bytes, Sync&) {
  rocm_bindgen::detail::copy_part(to, from, static_cast<size_t>(bytes), 0, 1);
  return async_contract_fulfillment::none;
}

namespace device {

template <class T, class Size>
__device__ async_contract_fulfillment memcpy_async_tx(T* to, const T* from, Size bytes, barrier<thread_scope_block>&) {
  rocm_bindgen::detail::copy_part(to, from, static_cast<size_t>(bytes), 0, 1);
  return async_contract_fulfillment::none;
}

}  // namespace device
}  // namespace cuda
