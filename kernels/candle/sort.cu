// Argsort of each row: one block per row. The order is stable, and NaN is last in both directions. Rows for which
// MergeSort::fits() is true are sorted by merging, all others by a bitonic sort.
#include "../tables/sort.def"
#include "merge_sort.cuh"

template <class T, bool kDescending>
__device__ __forceinline__ void argsort(const T* x, uint32_t* dst, int ncols, int ncols_pad) {
  const ThreadGrid grid = this_thread_in_grid();
  const size_t begin = grid.block * static_cast<size_t>(ncols);
  const uint32_t length = static_cast<uint32_t>(ncols);
  const uint32_t padded = static_cast<uint32_t>(ncols_pad);
  // fits() is false for keys of 64 bits, too, but MergeSort::run() does not compile for them.
  if constexpr (sizeof(typename SortKey<T>::Key) == 4) {
    if (MergeSort<T, kDescending>::fits(padded, grid.block_threads)) {
      return MergeSort<T, kDescending>{x + begin, dst + begin, length, padded, grid.block_thread, grid.block_threads}
          .run();
    }
  }
  BitonicSort<T, kDescending>{x + begin, dst + begin, length, padded, grid.block_thread, grid.block_threads}.run();
}

#define ARGSORT(SUFFIX, T, ORDER, DESCENDING, SYMBOL)                     \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)          \
      SYMBOL(const T* x, uint32_t* dst, const int ncols, int ncols_pad) { \
    argsort<T, DESCENDING>(x, dst, ncols, ncols_pad);                     \
  }
#define ARGSORTS(SUFFIX, T) ROCM_BINDGEN_ARGSORTS(ARGSORT, SUFFIX, T)

ARGSORTS(bf16, __nv_bfloat16)
ARGSORTS(f16, __half)
ARGSORTS(f32, float)
ARGSORTS(f64, double)
ARGSORTS(u8, uint8_t)
ARGSORTS(u32, uint32_t)
ARGSORTS(i16, int16_t)
ARGSORTS(i32, int32_t)
ARGSORTS(i64, int64_t)
// Each e4m3 kernel exists under the reference's name and under the one that candle asks for (docs/kernels.md).
ARGSORTS(f8_e4m3, __nv_fp8_e4m3)
ARGSORTS(f8e4m3, __nv_fp8_e4m3)
