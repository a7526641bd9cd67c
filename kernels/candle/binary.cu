// Operations on two operands of one type, which are broadcast through their strides. Arithmetic operations return that
// type; comparisons return a byte, 1 or 0.
#include "../common/binary_ops.cuh"
#include "../common/numeric.cuh"
#include "../tables/rocm_bindgen/ops/binary.def"
#include "elementwise.cuh"

#define BINARY(NAME, T, OUT, OP)                                                                                \
  extern "C" __global__ void TWO_BLOCKS_BOUNDS NAME(const size_t numel, const size_t num_dims,                  \
                                                    const size_t* dims_and_strides, const T* lhs, const T* rhs, \
                                                    OUT* out) {                                                 \
    zip(numel, num_dims, dims_and_strides, lhs, rhs, out, OP);                                                  \
  }

#define ARITHMETIC(SUFFIX, T, NAME, FUNCTOR, SYMBOL) BINARY(SYMBOL, T, T, (Rounded<T, FUNCTOR>{}))
#define COMPARISON(SUFFIX, T, NAME, FUNCTOR, SYMBOL) BINARY(SYMBOL, T, uint8_t, (Truth<T, FUNCTOR>{}))
#define BINARIES(SUFFIX, T)                      \
  ROCM_BINDGEN_BINARY_OPS(ARITHMETIC, SUFFIX, T) \
  ROCM_BINDGEN_COMPARE_OPS(COMPARISON, SUFFIX, T)

BINARIES(bf16, __nv_bfloat16)
BINARIES(f16, __half)
BINARIES(f32, float)
BINARIES(f64, double)
BINARIES(u8, uint8_t)
BINARIES(u32, uint32_t)
BINARIES(i64, int64_t)
// Each e4m3 kernel exists under the reference's name and under the one that candle asks for (docs/kernels.md).
BINARIES(f8_e4m3, __nv_fp8_e4m3)
BINARIES(f8e4m3, __nv_fp8_e4m3)
