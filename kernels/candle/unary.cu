// One operand, one result of the same type. Half, bfloat16 and e4m3 are evaluated in float and rounded once at the end.
#include "../common/numeric.cuh"
#include "../common/unary_ops.cuh"
#include "elementwise.cuh"

// Names and parameters are the launch ABI. `param` is alpha or the exponent.
#define UNARY(NAME, T, OP)                                                                                         \
  extern "C" __global__ void TWO_BLOCKS_BOUNDS NAME(const size_t numel, const size_t num_dims, const size_t* info, \
                                                    const T* inp, T* out) {                                        \
    map_in_place_or_from(numel, num_dims, info, inp, out, OP);                                                     \
  }
#define UNARY_WITH_PARAM(NAME, T, OP)                                                                              \
  extern "C" __global__ void TWO_BLOCKS_BOUNDS NAME(const size_t numel, const size_t num_dims, const size_t* info, \
                                                    const T param, const T* inp, T* out) {                         \
    map_in_place_or_from(numel, num_dims, info, inp, out, OP);                                                     \
  }

#define FLOAT_UNARIES(SUFFIX, T)                                                                  \
  UNARY(uneg_##SUFFIX, T, (Rounded<T, Negate>{}))                                                 \
  UNARY(urecip_##SUFFIX, T, (Rounded<T, Reciprocal>{}))                                           \
  UNARY(uexp_##SUFFIX, T, (Rounded<T, Exp>{}))                                                    \
  UNARY(ulog_##SUFFIX, T, (Rounded<T, Log>{}))                                                    \
  UNARY(usin_##SUFFIX, T, (Rounded<T, Sin>{}))                                                    \
  UNARY(ucos_##SUFFIX, T, (Rounded<T, Cos>{}))                                                    \
  UNARY(utanh_##SUFFIX, T, (Rounded<T, Tanh>{}))                                                  \
  UNARY(uerf_##SUFFIX, T, (Rounded<T, Erf>{}))                                                    \
  UNARY(uceil_##SUFFIX, T, (Rounded<T, Ceil>{}))                                                  \
  UNARY(ufloor_##SUFFIX, T, (Rounded<T, Floor>{}))                                                \
  UNARY(uround_##SUFFIX, T, (Rounded<T, Round>{}))                                                \
  UNARY(unormcdf_##SUFFIX, T, (Rounded<T, NormCdf>{}))                                            \
  UNARY(uabs_##SUFFIX, T, (Rounded<T, Abs>{}))                                                    \
  UNARY(usqr_##SUFFIX, T, (Rounded<T, Square>{}))                                                 \
  UNARY(usqrt_##SUFFIX, T, (Rounded<T, Sqrt>{}))                                                  \
  UNARY(ugelu_##SUFFIX, T, (Rounded<T, Gelu>{}))                                                  \
  UNARY(ugelu_erf_##SUFFIX, T, (Rounded<T, GeluErf>{}))                                           \
  UNARY(urelu_##SUFFIX, T, (Rounded<T, Relu>{}))                                                  \
  UNARY(usilu_##SUFFIX, T, (Rounded<T, Silu>{}))                                                  \
  UNARY(usign_##SUFFIX, T, (Rounded<T, Sign>{}))                                                  \
  UNARY(usigmoid_##SUFFIX, T, (Rounded<T, Sigmoid>{}))                                            \
  UNARY_WITH_PARAM(uelu_##SUFFIX, T, (Rounded<T, Elu<ComputeOf<T>>>{{Numeric<T>::widen(param)}})) \
  UNARY_WITH_PARAM(upowf_##SUFFIX, T, (Rounded<T, Power<ComputeOf<T>>>{{Numeric<T>::widen(param)}}))

FLOAT_UNARIES(bf16, __nv_bfloat16)
FLOAT_UNARIES(f16, __half)
FLOAT_UNARIES(f32, float)
FLOAT_UNARIES(f64, double)
FLOAT_UNARIES(fp8_e4m3, __nv_fp8_e4m3)
FLOAT_UNARIES(f8e4m3, __nv_fp8_e4m3)

UNARY(ucopy_bf16, __nv_bfloat16, Same{})
UNARY(ucopy_f16, __half, Same{})
UNARY(ucopy_f32, float, Same{})
UNARY(ucopy_f64, double, Same{})
UNARY(ucopy_u8, uint8_t, Same{})
UNARY(ucopy_u32, uint32_t, Same{})
UNARY(ucopy_i64, int64_t, Same{})
UNARY(ucopy_f8_e4m3, __nv_fp8_e4m3, Same{})
UNARY(ucopy_f8e4m3, __nv_fp8_e4m3, Same{})
