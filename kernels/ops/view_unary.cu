// The unary kernels and affine that ops launch. Operands are described by a View, which is passed by value. Parameters
// have the compute type.
#include "../common/affine_op.cuh"
#include "../common/numeric.cuh"
#include "../common/unary_ops.cuh"
#include "../tables/affine.def"
#include "../tables/rocm_bindgen/ops/unary.def"
#include "../tables/types.def"
#include "view.cuh"

#define VIEW_UNARY(SUFFIX, T, NAME, FUNCTOR, SYMBOL)                                                                 \
  extern "C" __global__ void __launch_bounds__(kViewBlock) view_##SYMBOL(const View<2> view, T* out, const T* inp) { \
    const T* const in[] = {inp};                                                                                     \
    map_view(view, out, in, Rounded<T, FUNCTOR>{});                                                                  \
  }
#define VIEW_UNARY_WITH_NUMBER(SUFFIX, T, NAME, FUNCTOR, SYMBOL)                          \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                \
      view_##SYMBOL(const View<2> view, T* out, const T* inp, const ComputeOf<T> param) { \
    const T* const in[] = {inp};                                                          \
    map_view(view, out, in, (Rounded<T, FUNCTOR<ComputeOf<T>>>{{param}}));                \
  }
#define VIEW_UNARIES(SUFFIX, T)                 \
  ROCM_BINDGEN_UNARY_OPS(VIEW_UNARY, SUFFIX, T) \
  ROCM_BINDGEN_UNARY_OPS_WITH_NUMBER(VIEW_UNARY_WITH_NUMBER, SUFFIX, T)
ROCM_BINDGEN_FLOAT_TYPES(VIEW_UNARIES)

#define VIEW_AFFINE(SUFFIX, T, SYMBOL)                                                                          \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                                      \
      view_##SYMBOL(const View<2> view, T* out, const T* inp, const ComputeOf<T> mul, const ComputeOf<T> add) { \
    const T* const in[] = {inp};                                                                                \
    map_view(view, out, in, Affine<T>(mul, add));                                                               \
  }
#define VIEW_AFFINES(SUFFIX, T) ROCM_BINDGEN_AFFINES(VIEW_AFFINE, SUFFIX, T)
ROCM_BINDGEN_TYPES(VIEW_AFFINES)
