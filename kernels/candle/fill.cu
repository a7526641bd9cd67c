// Writes of one value to dense memory (fill) or to a strided view (const_set), and copies of rows (copy2d).
#include "../common/numeric.cuh"
#include "fill.cuh"

#define FILLS(SUFFIX, T)                                                                                       \
  extern "C" __global__ void TWO_BLOCKS_BOUNDS fill_##SUFFIX(T* buf, T value, const size_t numel) {            \
    fill_dense(buf, numel, value);                                                                             \
  }                                                                                                            \
  extern "C" __global__ void TWO_BLOCKS_BOUNDS copy2d_##SUFFIX(const T* src, T* dst, uint32_t d1, uint32_t d2, \
                                                               uint32_t src_s, uint32_t dst_s) {               \
    RowCopy<T>{src, dst, d1, d2, src_s, dst_s}.run();                                                          \
  }                                                                                                            \
  extern "C" __global__ void TWO_BLOCKS_BOUNDS const_set_##SUFFIX(const size_t numel, const size_t num_dims,   \
                                                                  const size_t* info, const T inp, T* out) {   \
    fill_view(numel, num_dims, info, out, inp);                                                                \
  }

FILLS(bf16, __nv_bfloat16)
FILLS(f16, __half)
FILLS(f32, float)
FILLS(f64, double)
FILLS(u8, uint8_t)
FILLS(u32, uint32_t)
FILLS(i16, int16_t)
FILLS(i32, int32_t)
FILLS(i64, int64_t)
// Each e4m3 kernel exists under the reference's name and under the one that candle asks for (docs/kernels.md).
FILLS(f8_e4m3, __nv_fp8_e4m3)
FILLS(f8e4m3, __nv_fp8_e4m3)
