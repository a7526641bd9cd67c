// A choice between two operands, element by element: `t` if the condition is not zero, otherwise `f`.
#include "../common/numeric.cuh"
#include "select.cuh"

#define WHERE(NAME, COND, T)                                                                                       \
  extern "C" __global__ void TWO_BLOCKS_BOUNDS NAME(const size_t numel, const size_t num_dims, const size_t* info, \
                                                    const COND* ids, const T* t, const T* f, T* out) {             \
    Select<COND, T>{numel, num_dims, info, ids, t, f, out}.run();                                                  \
  }

#define WHERES(SUFFIX, T)                \
  WHERE(where_u8_##SUFFIX, uint8_t, T)   \
  WHERE(where_u32_##SUFFIX, uint32_t, T) \
  WHERE(where_i64_##SUFFIX, int64_t, T)

WHERES(bf16, __nv_bfloat16)
WHERES(f16, __half)
WHERES(f32, float)
WHERES(f64, double)
WHERES(u8, uint8_t)
WHERES(u32, uint32_t)
WHERES(i16, int16_t)
WHERES(i32, int32_t)
WHERES(i64, int64_t)
// Each e4m3 kernel exists under the reference's name and under the one that candle asks for (docs/kernels.md).
WHERES(fp8_e4m3, __nv_fp8_e4m3)
WHERE(where_i16_fp8_e4m3, int16_t, __nv_fp8_e4m3)
WHERE(where_i32_fp8_e4m3, int32_t, __nv_fp8_e4m3)
WHERES(f8e4m3, __nv_fp8_e4m3)
WHERE(where_i16_f8e4m3, int16_t, __nv_fp8_e4m3)
WHERE(where_i32_f8e4m3, int32_t, __nv_fp8_e4m3)
