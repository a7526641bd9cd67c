// Matrices of quantized weights times matrices of 16-bit floats, by matrix units where there are such. What ops launch:
// blocks of 512 threads, one for each tile of the result.
#include "dequantizing_mat_mul.cuh"

#define VIEW_MAT_MUL(SUFFIX, T, NAME, FORMAT)                                                                        \
  extern "C" __global__ void __launch_bounds__(512) view_mat_mul_##NAME##_##SUFFIX(                                  \
      const void* weights, const T* in, float* out, const size_t columns, const size_t rows, const size_t vectors) { \
    DequantizingMatMul<FORMAT, T>{static_cast<const uint8_t*>(weights), in, out, columns, rows, vectors}.run();      \
  }
#define VIEW_MAT_MULS(NAME, FORMAT)       \
  VIEW_MAT_MUL(f16, __half, NAME, FORMAT) \
  VIEW_MAT_MUL(bf16, __nv_bfloat16, NAME, FORMAT)

VIEW_MAT_MULS(q4_0, Q4_0)
VIEW_MAT_MULS(q4_1, Q4_1)
VIEW_MAT_MULS(q5_0, Q5_0)
VIEW_MAT_MULS(q5_1, Q5_1)
VIEW_MAT_MULS(q8_0, Q8_0)
VIEW_MAT_MULS(q2_K, Q2_K)
VIEW_MAT_MULS(q3_K, Q3_K)
VIEW_MAT_MULS(q4_K, Q4_K)
VIEW_MAT_MULS(q5_K, Q5_K)
VIEW_MAT_MULS(q6_K, Q6_K)
