// Reductions of rows (fast_*) and of listed dims (sum), softmax, norms of rows, and rotary embedding.
#include "../common/norms.cuh"
#include "../common/rotary.cuh"
#include "../common/softmax.cuh"
#include "reduce_rows.cuh"
#include "sum_dims.cuh"

#define FAST(NAME, T, RESULT, ...)                                                                                     \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)                                                       \
      fast_##NAME(const size_t src_numel, const size_t el_to_sum_per_block, const size_t num_dims, const size_t* info, \
                  const T* src, RESULT* dst) {                                                                         \
    RowReduce<T, __VA_ARGS__>{src_numel, el_to_sum_per_block, num_dims, info, src, dst}.run();                         \
  }
#define FASTS(SUFFIX, T)                                            \
  FAST(sum_##SUFFIX, T, T, SumReduction<T>)                         \
  FAST(min_##SUFFIX, T, T, ExtremeReduction<T, false>)              \
  FAST(max_##SUFFIX, T, T, ExtremeReduction<T, true>)               \
  FAST(argmin_##SUFFIX, T, uint32_t, ArgExtremeReduction<T, false>) \
  FAST(argmax_##SUFFIX, T, uint32_t, ArgExtremeReduction<T, true>)

FASTS(bf16, __nv_bfloat16)
FASTS(f16, __half)
FASTS(f32, float)
FASTS(f64, double)
FASTS(u8, uint8_t)
FASTS(u32, uint32_t)
FASTS(i16, int16_t)
FASTS(i32, int32_t)
FASTS(i64, int64_t)
// Each e4m3 kernel exists under the reference's name and under the one that candle asks for (docs/kernels.md).
FASTS(f8_e4m3, __nv_fp8_e4m3)
FASTS(f8e4m3, __nv_fp8_e4m3)

#define SUM(SUFFIX, T)                                                                                       \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)                                             \
      sum_##SUFFIX(const size_t numel, const size_t num_dims, const size_t num_sum_dims, const size_t* info, \
                   const T* inp, T* out) {                                                                   \
    SumDims<T>{numel, num_dims, num_sum_dims, info, inp, out}.run();                                         \
  }

SUM(bf16, __nv_bfloat16)
SUM(f16, __half)
SUM(f32, float)
SUM(f64, double)
SUM(u32, uint32_t)

// `block_size` is a parameter of the ABI that is not used, because blocks may have any size. In the rope kernels, each
// batch has its own tables of `stride_b` elements; if `stride_b` is 0, all batches share the same tables.
#define FLOATS(SUFFIX, T)                                                                                             \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)                                                      \
      softmax_##SUFFIX(const T* src, T* dst, const int n_cols) {                                                      \
    Softmax<T>::of_row(src, dst, n_cols).run();                                                                       \
  }                                                                                                                   \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads) rmsnorm_##SUFFIX(                                    \
      const T* src, T* dst, const T* alpha, const int n_cols, const int block_size, const float eps) {                \
    static_cast<void>(block_size);                                                                                    \
    rms_norm(src, dst, alpha, n_cols, eps);                                                                           \
  }                                                                                                                   \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads) layernorm_##SUFFIX(                                  \
      const T* src, T* dst, const T* alpha, const T* beta, const int n_cols, const int block_size, const float eps) { \
    static_cast<void>(block_size);                                                                                    \
    layer_norm(src, dst, alpha, beta, n_cols, eps);                                                                   \
  }                                                                                                                   \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)                                                      \
      rope_i_##SUFFIX(const T* src, const T* cos, const T* sin, T* dst, const uint32_t bh, const uint32_t td,         \
                      const uint32_t stride_b) {                                                                      \
    const size_t table = td / 2;                                                                                      \
    Rotary<T>{src, cos, sin, dst}.rotate_interleaved(bh* table, table, stride_b);                                     \
  }                                                                                                                   \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)                                                      \
      rope_##SUFFIX(const T* src, const T* cos, const T* sin, T* dst, const uint32_t bh, const uint32_t td,           \
                    const uint32_t d, const uint32_t stride_b) {                                                      \
    Rotary<T>{src, cos, sin, dst}.rotate_heads(bh, td, d, stride_b);                                                  \
  }                                                                                                                   \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)                                                      \
      rope_thd_##SUFFIX(const T* src, const T* cos, const T* sin, T* dst, const uint32_t b, const uint32_t t,         \
                        const uint32_t h, const uint32_t d, const uint32_t stride_b) {                                \
    Rotary<T>{src, cos, sin, dst}.rotate_steps(b, t, h, d, stride_b);                                                 \
  }

FLOATS(bf16, __nv_bfloat16)
FLOATS(f16, __half)
FLOATS(f32, float)
FLOATS(f64, double)
