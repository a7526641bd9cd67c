// Computes out = inp * mul + add. The parameters and results have the element type.
#include "../common/affine_op.cuh"
#include "elementwise.cuh"

#define AFFINE(SUFFIX, T)                                                                                              \
  extern "C" __global__ void TWO_BLOCKS_BOUNDS affine_##SUFFIX(                                                        \
      const size_t numel, const size_t num_dims, const size_t* info, const T* inp, T* out, const T mul, const T add) { \
    map_in_place_or_from(numel, num_dims, info, inp, out, Affine<T>(Numeric<T>::widen(mul), Numeric<T>::widen(add)));  \
  }

AFFINE(bf16, __nv_bfloat16)
AFFINE(f16, __half)
AFFINE(f32, float)
AFFINE(f64, double)
AFFINE(u8, uint8_t)
AFFINE(u32, uint32_t)
AFFINE(i16, int16_t)
AFFINE(i32, int32_t)
AFFINE(i64, int64_t)
// Each e4m3 kernel exists under the reference's name and under the one that candle asks for (docs/kernels.md).
AFFINE(f8_e4m3, __nv_fp8_e4m3)
AFFINE(f8e4m3, __nv_fp8_e4m3)
