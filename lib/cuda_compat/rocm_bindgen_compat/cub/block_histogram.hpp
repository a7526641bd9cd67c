// CUB's BlockHistogram.
#pragma once

#include "rocm_bindgen_compat/cub/block_reduce.hpp"

namespace hipcub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

// Both algorithms are implemented in the same way, by atomic additions to the counters. The counters may be of any type
// that supports atomic addition, in shared or in global memory.
template <class T, int X, int Items, int Bins, BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT, int Y = 1,
          int Z = 1, int Arch = 0>
class BlockHistogram {
  using Shape = detail::BlockShape<X, Y, Z>;

 public:
  struct TempStorage {};

  __device__ BlockHistogram() {}
  __device__ BlockHistogram(TempStorage&) {}

  template <class Counter>
  __device__ void InitHistogram(Counter (&histogram)[Bins]) {
    for (int bin = Shape::thread(); bin < Bins; bin += Shape::kThreads) histogram[bin] = Counter(0);
  }
  template <class Counter>
  __device__ void Composite(T (&items)[Items], Counter (&histogram)[Bins]) {
    for (const T& item : items)
      __hip_atomic_fetch_add(&histogram[static_cast<size_t>(item)], Counter(1), __ATOMIC_RELAXED,
                             __HIP_MEMORY_SCOPE_AGENT);
  }
  template <class Counter>
  __device__ void Histogram(T (&items)[Items], Counter (&histogram)[Bins]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }
};

}  // namespace hipcub
