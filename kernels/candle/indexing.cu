// Reading and writing by ids: index_select (is), gather, index_add (ia), scatter (s), scatter_add (sa).
#include "../common/numeric.cuh"
#include "gathering.cuh"
#include "scattering.cuh"

template <class T>
using Sum = Rounded<T, Add>;

#define SELECT(NAME, ID, T)                                                                                    \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads) is_##NAME(                                    \
      const size_t numel, const size_t num_dims, const size_t* info, const ID* ids, const T* inp, T* out,      \
      const size_t left_size, const size_t src_dim_size, const size_t ids_dim_size, const size_t right_size) { \
    static_cast<void>(left_size);                                                                              \
    IndexSelect<ID, T>{numel, num_dims, info, ids, inp, out, src_dim_size, ids_dim_size, right_size}.run();    \
  }
#define GATHER(NAME, ID, T)                                                                          \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)                                     \
      gather_##NAME(const size_t numel, const ID* ids, const T* inp, T* out, const size_t left_size, \
                    const size_t src_dim_size, const size_t ids_dim_size, const size_t right_size) { \
    Gather<ID, T>{numel, ids, inp, out, left_size, src_dim_size, ids_dim_size, right_size}.run();    \
  }
#define INDEX_ADD(NAME, ID, T)                                                                                 \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)                                               \
      ia_##NAME(const ID* ids, const size_t ids_dim_size, const T* inp, T* out, const size_t left_size,        \
                const size_t src_dim_size, const size_t dst_dim_size, const size_t right_size) {               \
    static_cast<void>(src_dim_size);                                                                           \
    Scatter<ID, T, Sum<T>>{ids, inp, out, left_size, ids_dim_size, dst_dim_size, right_size, false, {}}.run(); \
  }
#define SCATTER(NAME, ID, T, UPDATE)                                                                          \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)                                              \
      NAME(const ID* ids, const T* inp, T* out, const size_t left_size, const size_t src_dim_size,            \
           const size_t dst_dim_size, const size_t right_size) {                                              \
    Scatter<ID, T, UPDATE>{ids, inp, out, left_size, src_dim_size, dst_dim_size, right_size, true, {}}.run(); \
  }

#define READS_AND_SUMS(NAME, ID, T) \
  SELECT(NAME, ID, T)               \
  GATHER(NAME, ID, T)               \
  INDEX_ADD(NAME, ID, T)            \
  SCATTER(sa_##NAME, ID, T, Sum<T>)
#define ALL(NAME, ID, T)      \
  READS_AND_SUMS(NAME, ID, T) \
  SCATTER(s_##NAME, ID, T, Replace)
#define BY_EVERY_ID(SUFFIX, T)   \
  ALL(u8_##SUFFIX, uint8_t, T)   \
  ALL(u32_##SUFFIX, uint32_t, T) \
  ALL(i64_##SUFFIX, int64_t, T)
// The ABI has ids of 16 and 32 bits with e4m3 elements only, and no scatter for them.
#define BY_NARROW_ID(SUFFIX, T)            \
  READS_AND_SUMS(i16_##SUFFIX, int16_t, T) \
  READS_AND_SUMS(i32_##SUFFIX, int32_t, T)

BY_EVERY_ID(bf16, __nv_bfloat16)
BY_EVERY_ID(f16, __half)
BY_EVERY_ID(f32, float)
BY_EVERY_ID(f64, double)
BY_EVERY_ID(u8, uint8_t)
BY_EVERY_ID(u32, uint32_t)
BY_EVERY_ID(i16, int16_t)
BY_EVERY_ID(i32, int32_t)
BY_EVERY_ID(i64, int64_t)
// Each e4m3 kernel exists under the reference's name and under the one that candle asks for (docs/kernels.md).
BY_EVERY_ID(f8_e4m3, __nv_fp8_e4m3)
BY_NARROW_ID(f8_e4m3, __nv_fp8_e4m3)
BY_EVERY_ID(f8e4m3, __nv_fp8_e4m3)
BY_NARROW_ID(f8e4m3, __nv_fp8_e4m3)

// Writes 1 to `*out` if a launch of this module has found an id out of range since the last call, otherwise 0.
extern "C" __global__ void __launch_bounds__(kMaxBlockThreads) take_id_out_of_range(uint32_t* out) {
  if (this_thread_in_grid().thread() == 0) *out = atomicExch(&id_out_of_range, 0u);
}
