// Functions of one operand, with a result of the same type. Half, bfloat16 and e4m3 are evaluated in float and rounded
// once at the end.
#include "../common/numeric.cuh"
#include "../common/unary_ops.cuh"
#include "../tables/rocm_bindgen/ops/unary.def"
#include "elementwise.cuh"

// The names and parameters are part of the launch ABI. `param` is alpha or the exponent.
#define UNARY(NAME, T, OP)                                                                                         \
  extern "C" __global__ void TWO_BLOCKS_BOUNDS NAME(const size_t numel, const size_t num_dims, const size_t* info, \
                                                    const T* inp, T* out) {                                        \
    map_in_place_or_from(numel, num_dims, info, inp, out, OP);                                                     \
  }
#define ROUNDED_UNARY(SUFFIX, T, NAME, FUNCTOR, SYMBOL) UNARY(SYMBOL, T, (Rounded<T, FUNCTOR>{}))
#define UNARY_WITH_NUMBER(SUFFIX, T, NAME, FUNCTOR, SYMBOL)                                                          \
  extern "C" __global__ void TWO_BLOCKS_BOUNDS SYMBOL(const size_t numel, const size_t num_dims, const size_t* info, \
                                                      const T param, const T* inp, T* out) {                         \
    map_in_place_or_from(numel, num_dims, info, inp, out,                                                            \
                         (Rounded<T, FUNCTOR<ComputeOf<T>>>{{Numeric<T>::widen(param)}}));                           \
  }

#define FLOAT_UNARIES(SUFFIX, T)                   \
  ROCM_BINDGEN_UNARY_OPS(ROUNDED_UNARY, SUFFIX, T) \
  ROCM_BINDGEN_UNARY_OPS_WITH_NUMBER(UNARY_WITH_NUMBER, SUFFIX, T)

FLOAT_UNARIES(bf16, __nv_bfloat16)
FLOAT_UNARIES(f16, __half)
FLOAT_UNARIES(f32, float)
FLOAT_UNARIES(f64, double)
// Each e4m3 kernel exists under the reference's name and under the one that candle asks for (docs/kernels.md).
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
