// Reductions of any dims, described by value: sums and means, extremes, and where these stand. What ops launch.
#include "reduce_view.cuh"

#define VIEW_REDUCTION(NAME, T, ...)                                                                           \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                                     \
      view_##NAME##_rows(const ReductionView view, __VA_ARGS__::Result* out, void* partial, const T* inp) {    \
    ReduceView<T, __VA_ARGS__>(view, out, partial, inp).rows();                                                \
  }                                                                                                            \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                                     \
      view_##NAME##_columns(const ReductionView view, __VA_ARGS__::Result* out, void* partial, const T* inp) { \
    ReduceView<T, __VA_ARGS__>(view, out, partial, inp).columns();                                             \
  }                                                                                                            \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                                     \
      view_##NAME##_end(const ReductionView view, __VA_ARGS__::Result* out, void* partial) {                   \
    ReduceView<T, __VA_ARGS__>(view, out, partial, nullptr).end();                                             \
  }
#define VIEW_REDUCTIONS(SUFFIX, T)                                        \
  VIEW_REDUCTION(sum_##SUFFIX, T, MeanReduction<T>)                       \
  VIEW_REDUCTION(min_##SUFFIX, T, ExtremeReduction<T, false>)             \
  VIEW_REDUCTION(max_##SUFFIX, T, ExtremeReduction<T, true>)              \
  VIEW_REDUCTION(argmin_##SUFFIX, T, ArgExtremeReduction<T, false, true>) \
  VIEW_REDUCTION(argmax_##SUFFIX, T, ArgExtremeReduction<T, true, true>)

VIEW_REDUCTIONS(u8, uint8_t)
VIEW_REDUCTIONS(u32, uint32_t)
VIEW_REDUCTIONS(i16, int16_t)
VIEW_REDUCTIONS(i32, int32_t)
VIEW_REDUCTIONS(i64, int64_t)
VIEW_REDUCTIONS(bf16, __nv_bfloat16)
VIEW_REDUCTIONS(f16, __half)
VIEW_REDUCTIONS(f32, float)
VIEW_REDUCTIONS(f64, double)
VIEW_REDUCTIONS(f8e4m3, __nv_fp8_e4m3)
