// CUB's helpers for whole grids: a barrier, the names of CUB's ways to divide input among blocks, and a queue of work.
#pragma once

#include "rocm_bindgen_compat/cub/warp.hpp"

namespace hipcub {

// A barrier of all blocks of a grid, which must all run at the same time. The counter of arrivals is never reset: a
// block waits until it reaches the next multiple of the number of blocks.
class GridBarrier {
 public:
  GridBarrier() = default;
  __device__ void Sync() const {
    __threadfence();
    __syncthreads();
    if (RowMajorTid(blockDim.x, blockDim.y, blockDim.z) == 0) {
      const unsigned int blocks = gridDim.x * gridDim.y * gridDim.z;
      const unsigned int before = __hip_atomic_fetch_add(arrivals_, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
      const unsigned int complete = (before / blocks + 1) * blocks;
      // The difference is signed, so that the counter may wrap around.
      while (static_cast<int>(__hip_atomic_load(arrivals_, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) - complete) < 0)
        __builtin_amdgcn_s_sleep(1);
    }
    __syncthreads();
    __threadfence();
  }

 protected:
  unsigned int* arrivals_ = nullptr;
};

// Owns the barrier's memory. Setup() has to be called before the launch. Its parameter, the number of blocks, has no
// effect, because the barrier is one counter for all blocks.
class GridBarrierLifetime : public GridBarrier {
 public:
  GridBarrierLifetime() = default;
  GridBarrierLifetime(const GridBarrierLifetime&) = delete;
  ~GridBarrierLifetime() { (void)HostReset(); }
  hipError_t HostReset() {
    const hipError_t error = arrivals_ == nullptr ? hipSuccess : hipFree(arrivals_);
    arrivals_ = nullptr;
    return error;
  }
  hipError_t Setup(int) {
    if (arrivals_ == nullptr) {
      const hipError_t error = hipMalloc(&arrivals_, sizeof(unsigned int));
      if (error != hipSuccess) return error;
    }
    return hipMemset(arrivals_, 0, sizeof(unsigned int));
  }
};

enum GridMappingStrategy { GRID_MAPPING_RAKE, GRID_MAPPING_STRIP_MINE, GRID_MAPPING_DYNAMIC };

// A queue of work as two counters in memory of the program: the number of items that blocks have added (fill), and the
// number that they have taken (drain).
template <class Offset>
class GridQueue {
 public:
  static constexpr size_t AllocationSize() { return 2 * sizeof(Offset); }

  ROCM_BINDGEN_HOST_DEVICE GridQueue() : counters_(nullptr) {}
  ROCM_BINDGEN_HOST_DEVICE GridQueue(void* memory) : counters_(static_cast<Offset*>(memory)) {}
  hipError_t FillAndResetDrain(Offset fill_size, hipStream_t stream = 0) {
    const Offset values[2] = {fill_size, 0};
    return hipMemcpyAsync(counters_, values, sizeof(values), hipMemcpyHostToDevice, stream);
  }
  hipError_t ResetDrain(hipStream_t stream = 0) { return hipMemsetAsync(counters_ + 1, 0, sizeof(Offset), stream); }
  hipError_t ResetFill(hipStream_t stream = 0) { return hipMemsetAsync(counters_, 0, sizeof(Offset), stream); }
  hipError_t FillSize(Offset& fill_size, hipStream_t stream = 0) {
    return hipMemcpyAsync(&fill_size, counters_, sizeof(Offset), hipMemcpyDeviceToHost, stream);
  }
  // Both return the counter's value before the addition.
  __device__ Offset Drain(Offset count) const { return add(counters_ + 1, count); }
  __device__ Offset Fill(Offset count) const { return add(counters_, count); }

 private:
  __device__ static Offset add(Offset* counter, Offset count) {
    return __hip_atomic_fetch_add(counter, count, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  }

  Offset* counters_;
};

}  // namespace hipcub
