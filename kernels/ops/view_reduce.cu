// The reductions of any dims that ops launch: sums and means, minimums and maximums, and the positions of minimums and
// maximums. Tensors are described by a ReductionView, which is passed by value.
#include "../tables/rocm_bindgen/ops/reduce.def"
#include "../tables/types.def"
#include "reduce_view.cuh"

#define VIEW_REDUCTION(SUFFIX, T, NAME, SYMBOL, ...)                                                             \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                                       \
      view_##SYMBOL##_rows(const ReductionView view, __VA_ARGS__::Result* out, void* partial, const T* inp) {    \
    ReduceView<T, __VA_ARGS__>(view, out, partial, inp).rows();                                                  \
  }                                                                                                              \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                                       \
      view_##SYMBOL##_columns(const ReductionView view, __VA_ARGS__::Result* out, void* partial, const T* inp) { \
    ReduceView<T, __VA_ARGS__>(view, out, partial, inp).columns();                                               \
  }                                                                                                              \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                                       \
      view_##SYMBOL##_finalize(const ReductionView view, __VA_ARGS__::Result* out, void* partial) {              \
    ReduceView<T, __VA_ARGS__>(view, out, partial, nullptr).finalize();                                          \
  }
#define VIEW_REDUCTIONS(SUFFIX, T) ROCM_BINDGEN_REDUCTION_KERNELS(VIEW_REDUCTION, SUFFIX, T)
ROCM_BINDGEN_TYPES_INTEGERS_FIRST(VIEW_REDUCTIONS)
