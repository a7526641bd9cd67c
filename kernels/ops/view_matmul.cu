// Products of quantized matrices with matrices of 16-bit floats, which ops launch. They use matrix units on targets
// that have them. Blocks have 512 threads (DequantizingMatMul::kThreads), and each block computes one tile of the
// result.
#include "../tables/quantized.def"
#include "dequantizing_mat_mul.cuh"

#define VIEW_MAT_MUL(SUFFIX, T, NAME, FORMAT, SYMBOL)                                                                \
  extern "C" __global__ void __launch_bounds__(512) view_##SYMBOL(                                                   \
      const void* weights, const T* in, float* out, const size_t columns, const size_t rows, const size_t vectors) { \
    DequantizingMatMul<FORMAT, T>{static_cast<const uint8_t*>(weights), in, out, columns, rows, vectors}.run();      \
  }
#define VIEW_MAT_MULS(NAME, FORMAT) ROCM_BINDGEN_MAT_MULS(VIEW_MAT_MUL, NAME, FORMAT)
ROCM_BINDGEN_WEIGHT_FORMATS(VIEW_MAT_MULS)
