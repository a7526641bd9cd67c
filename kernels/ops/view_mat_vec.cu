// Matrices of quantized weights, read through LDS, times one vector: of Q8_1 blocks or of floats. What ops launch for
// weights that begin at a multiple of 16 bytes and are a multiple of 16 long; a workgroup makes 16 elements.
#include "staged_mat_vec.cuh"

// NVIDIA's compiler is told how many workgroups are to fit on a multiprocessor; AMD's finds the registers by itself.
#ifdef __AMDGCN__
#define STAGED(WORKGROUPS) extern "C" __global__ void __launch_bounds__(kStagedThreads)
#else
#define STAGED(WORKGROUPS) extern "C" __global__ void __launch_bounds__(kStagedThreads, WORKGROUPS)
#endif

#define VIEW_MAT_VEC_OF(SUFFIX, T, NAME, FORMAT)                                                                \
  STAGED(4)                                                                                                     \
  view_staged_mat_vec_##NAME##_##SUFFIX(const void* weights, const T* vector, float* out, const size_t columns, \
                                        const size_t rows) {                                                    \
    staged_mat_vec_of_floats<FORMAT>(weights, vector, out, columns, rows);                                      \
  }

#define VIEW_MAT_VEC(NAME, FORMAT, WORKGROUPS)                                                                 \
  STAGED(WORKGROUPS)                                                                                           \
  view_staged_mat_vec_##NAME##_q8_1(const void* weights, const void* vector, float* out, const size_t columns, \
                                    const size_t rows) {                                                       \
    staged_mat_vec_of_bytes<FORMAT>(weights, vector, out, columns, rows);                                      \
  }                                                                                                            \
  VIEW_MAT_VEC_OF(f32, float, NAME, FORMAT)                                                                    \
  VIEW_MAT_VEC_OF(f16, __half, NAME, FORMAT)                                                                   \
  VIEW_MAT_VEC_OF(bf16, __nv_bfloat16, NAME, FORMAT)

VIEW_MAT_VEC(q4_0, Q4_0, 8)
VIEW_MAT_VEC(q4_1, Q4_1, 4)
VIEW_MAT_VEC(q5_0, Q5_0, 8)
VIEW_MAT_VEC(q5_1, Q5_1, 4)
VIEW_MAT_VEC(q8_0, Q8_0, 4)
VIEW_MAT_VEC(q2_K, Q2_K, 4)
VIEW_MAT_VEC(q3_K, Q3_K, 4)
VIEW_MAT_VEC(q4_K, Q4_K, 8)
VIEW_MAT_VEC(q5_K, Q5_K, 4)
VIEW_MAT_VEC(q6_K, Q6_K, 4)
