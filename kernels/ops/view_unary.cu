// The unary kernels and affine for operands described by value: what ops launch. Parameters are of the compute type.
#include "../common/affine_op.cuh"
#include "../common/numeric.cuh"
#include "../common/unary_ops.cuh"
#include "view.cuh"

#define VIEW_UNARY(NAME, T, OP)                                                                                    \
  extern "C" __global__ void __launch_bounds__(kViewBlock) view_##NAME(const View<2> view, T* out, const T* inp) { \
    const T* const in[] = {inp};                                                                                   \
    map_view(view, out, in, OP);                                                                                   \
  }
#define VIEW_UNARY_WITH_PARAM(NAME, T, OP)                                              \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                              \
      view_##NAME(const View<2> view, T* out, const T* inp, const ComputeOf<T> param) { \
    const T* const in[] = {inp};                                                        \
    map_view(view, out, in, OP);                                                        \
  }
#define VIEW_AFFINE(SUFFIX, T)                                                                                         \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                                             \
      view_affine_##SUFFIX(const View<2> view, T* out, const T* inp, const ComputeOf<T> mul, const ComputeOf<T> add) { \
    const T* const in[] = {inp};                                                                                       \
    map_view(view, out, in, Affine<T>(mul, add));                                                                      \
  }

#define VIEW_UNARIES(SUFFIX, T)                                                     \
  VIEW_UNARY(uneg_##SUFFIX, T, (Rounded<T, Negate>{}))                              \
  VIEW_UNARY(urecip_##SUFFIX, T, (Rounded<T, Reciprocal>{}))                        \
  VIEW_UNARY(uexp_##SUFFIX, T, (Rounded<T, Exp>{}))                                 \
  VIEW_UNARY(ulog_##SUFFIX, T, (Rounded<T, Log>{}))                                 \
  VIEW_UNARY(usin_##SUFFIX, T, (Rounded<T, Sin>{}))                                 \
  VIEW_UNARY(ucos_##SUFFIX, T, (Rounded<T, Cos>{}))                                 \
  VIEW_UNARY(utanh_##SUFFIX, T, (Rounded<T, Tanh>{}))                               \
  VIEW_UNARY(uerf_##SUFFIX, T, (Rounded<T, Erf>{}))                                 \
  VIEW_UNARY(uceil_##SUFFIX, T, (Rounded<T, Ceil>{}))                               \
  VIEW_UNARY(ufloor_##SUFFIX, T, (Rounded<T, Floor>{}))                             \
  VIEW_UNARY(uround_##SUFFIX, T, (Rounded<T, Round>{}))                             \
  VIEW_UNARY(unormcdf_##SUFFIX, T, (Rounded<T, NormCdf>{}))                         \
  VIEW_UNARY(uabs_##SUFFIX, T, (Rounded<T, Abs>{}))                                 \
  VIEW_UNARY(usqr_##SUFFIX, T, (Rounded<T, Square>{}))                              \
  VIEW_UNARY(usqrt_##SUFFIX, T, (Rounded<T, Sqrt>{}))                               \
  VIEW_UNARY(ugelu_##SUFFIX, T, (Rounded<T, Gelu>{}))                               \
  VIEW_UNARY(ugelu_erf_##SUFFIX, T, (Rounded<T, GeluErf>{}))                        \
  VIEW_UNARY(urelu_##SUFFIX, T, (Rounded<T, Relu>{}))                               \
  VIEW_UNARY(usilu_##SUFFIX, T, (Rounded<T, Silu>{}))                               \
  VIEW_UNARY(usign_##SUFFIX, T, (Rounded<T, Sign>{}))                               \
  VIEW_UNARY(usigmoid_##SUFFIX, T, (Rounded<T, Sigmoid>{}))                         \
  VIEW_UNARY_WITH_PARAM(uelu_##SUFFIX, T, (Rounded<T, Elu<ComputeOf<T>>>{{param}})) \
  VIEW_UNARY_WITH_PARAM(upowf_##SUFFIX, T, (Rounded<T, Power<ComputeOf<T>>>{{param}}))

VIEW_UNARIES(bf16, __nv_bfloat16)
VIEW_UNARIES(f16, __half)
VIEW_UNARIES(f32, float)
VIEW_UNARIES(f64, double)
VIEW_UNARIES(f8e4m3, __nv_fp8_e4m3)

VIEW_AFFINE(bf16, __nv_bfloat16)
VIEW_AFFINE(f16, __half)
VIEW_AFFINE(f32, float)
VIEW_AFFINE(f64, double)
VIEW_AFFINE(u8, uint8_t)
VIEW_AFFINE(u32, uint32_t)
VIEW_AFFINE(i16, int16_t)
VIEW_AFFINE(i32, int32_t)
VIEW_AFFINE(i64, int64_t)
VIEW_AFFINE(f8e4m3, __nv_fp8_e4m3)
