// Replaces CUDA's <cuda_pipeline.h>: nvcuda::experimental::pipeline. Copies are synchronous: they are complete when the
// call returns.
#pragma once

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"
#include "rocm_bindgen_compat/cuda_std/pipeline.hpp"

namespace nvcuda {
namespace experimental {

class pipeline {
 public:
  pipeline() = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  __device__ size_t commit() { return batch_++; }
  __device__ void commit_and_wait() { commit(); }
  __device__ void wait(size_t) {}
  template <unsigned Prior>
  __device__ void wait_prior() {}
  template <class Barrier>
  __device__ void arrive_on(Barrier&) {}

 private:
  size_t batch_ = 0;
};

template <size_t Count, class T>
__device__ auto segment(T* address) -> T (*)[Count] {
  return reinterpret_cast<T(*)[Count]>(address);
}
template <class T>
__device__ void memcpy_async(T& to, const T& from, pipeline&) {
  to = from;
}
/// Elements without a source are set to zero.
template <class T, size_t ToCount, size_t FromCount>
__device__ void memcpy_async(T (*to)[ToCount], const T (*from)[FromCount], pipeline&) {
  for (size_t i = 0; i < ToCount; ++i) (*to)[i] = i < FromCount ? (*from)[i] : T();
}

}  // namespace experimental
}  // namespace nvcuda
