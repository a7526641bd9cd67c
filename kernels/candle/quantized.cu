// Kernels for GGML's quantized formats: conversion to floats (dequantize_block, get_rows), quantization of activations
// to Q8_1, and products of weights with floats (dequantize_mul_mat_vec) and with Q8_1 activations (mul_mat_vec,
// mul_mat, indexed_moe_forward).
#include "../common/dequantize.cuh"
#include "../common/quantize.cuh"
#include "../common/quantized_experts.cuh"
#include "../common/quantized_mat_vec.cuh"
#include "quantized_mat_mul.cuh"

#define KERNEL extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)
// Products keep many sums in registers, so the bound on their block size is lower. Hosts launch at most 128 threads.
constexpr int kMaxProductThreads = 256;
#define PRODUCT extern "C" __global__ void __launch_bounds__(kMaxProductThreads)

// Negative counts are treated as 0.
__device__ __forceinline__ size_t as_size(long long count) {
  return count < 0 ? 0 : static_cast<size_t>(count);
}

// The number of elements of a launch. The ABI passes the number of blocks for some formats, the number of elements for
// others, and nothing for formats of 256 elements.
struct CountOfBlocks {
  template <class Format>
  __device__ __forceinline__ static size_t elements(int k) {
    return as_size(k) * Format::kElements;
  }
};
struct CountOfElements {
  template <class Format>
  __device__ __forceinline__ static size_t elements(int k) {
    return as_size(k);
  }
};
template <class Format>
__device__ __forceinline__ size_t elements_of_launch() {
  return this_thread_in_grid().blocks * Format::kElements;
}

#define DEQUANTIZE_COUNTED(NAME, FORMAT, COUNT)                                  \
  KERNEL dequantize_block_##NAME##_f32(const void* vx, float* y, const int k) {  \
    dequantize<FORMAT>(vx, y, COUNT::elements<FORMAT>(k));                       \
  }                                                                              \
  KERNEL dequantize_block_##NAME##_f16(const void* vx, __half* y, const int k) { \
    dequantize<FORMAT>(vx, y, COUNT::elements<FORMAT>(k));                       \
  }
#define DEQUANTIZE_BY_GRID(NAME, FORMAT)                            \
  KERNEL dequantize_block_##NAME##_f32(const void* vx, float* y) {  \
    dequantize<FORMAT>(vx, y, elements_of_launch<FORMAT>());        \
  }                                                                 \
  KERNEL dequantize_block_##NAME##_f16(const void* vx, __half* y) { \
    dequantize<FORMAT>(vx, y, elements_of_launch<FORMAT>());        \
  }

DEQUANTIZE_COUNTED(q4_0, Q4_0, CountOfBlocks)
DEQUANTIZE_COUNTED(q4_1, Q4_1, CountOfBlocks)
DEQUANTIZE_COUNTED(q5_0, Q5_0, CountOfElements)
DEQUANTIZE_COUNTED(q5_1, Q5_1, CountOfElements)
DEQUANTIZE_COUNTED(q8_0, Q8_0, CountOfBlocks)
DEQUANTIZE_BY_GRID(q2_K, Q2_K)
DEQUANTIZE_BY_GRID(q3_K, Q3_K)
DEQUANTIZE_BY_GRID(q4_K, Q4_K)
DEQUANTIZE_BY_GRID(q5_K, Q5_K)
DEQUANTIZE_BY_GRID(q6_K, Q6_K)
DEQUANTIZE_BY_GRID(q8_K, Q8_K)

#define GET_ROWS(NAME, SOURCE, GET)                                                                \
  KERNEL get_rows_##NAME(const SOURCE* src0, const uint32_t* src1, float* dst, const int64_t ne00, \
                         const size_t nb01) {                                                      \
    GET(src0, src1, dst, as_size(ne00), nb01);                                                     \
  }
#define GET_QUANTIZED_ROWS(NAME, FORMAT) GET_ROWS(NAME, void, get_quantized_row<FORMAT>)

GET_ROWS(f32, float, get_float_row)
GET_ROWS(f16, __half, get_float_row)
GET_ROWS(bf16, __nv_bfloat16, get_float_row)
GET_QUANTIZED_ROWS(q4_0, Q4_0)
GET_QUANTIZED_ROWS(q4_1, Q4_1)
GET_QUANTIZED_ROWS(q5_0, Q5_0)
GET_QUANTIZED_ROWS(q5_1, Q5_1)
GET_QUANTIZED_ROWS(q8_0, Q8_0)
GET_QUANTIZED_ROWS(q2_K, Q2_K)
GET_QUANTIZED_ROWS(q3_K, Q3_K)
GET_QUANTIZED_ROWS(q4_K, Q4_K)
GET_QUANTIZED_ROWS(q5_K, Q5_K)
GET_QUANTIZED_ROWS(q6_K, Q6_K)

KERNEL quantize_q8_1(const float* x, void* vy, const int kx, const int kx_padded) {
  QuantizeQ8_1<float>{x, static_cast<uint8_t*>(vy), as_size(kx), as_size(kx_padded)}.run();
}

#define DEQUANTIZING_MAT_VEC(NAME, FORMAT)                                                                 \
  KERNEL dequantize_mul_mat_vec_##NAME##_cuda(const void* vx, const float* y, float* dst, const int ncols, \
                                              const int nrows) {                                           \
    DequantizingMatVec<FORMAT, float>{{vx, as_size(ncols)}, y, dst}.run(as_size(nrows));                   \
  }
#define DEQUANTIZING_MAT_VEC_OF_256(NAME, FORMAT)                                                                 \
  KERNEL dequantize_mul_mat_vec_##NAME(const void* vx, const float* yy, float* dst, const int ncols, int nrows) { \
    DequantizingMatVec<FORMAT, float>{{vx, as_size(ncols)}, yy, dst}.run(as_size(nrows));                         \
  }

DEQUANTIZING_MAT_VEC(q4_0, Q4_0)
DEQUANTIZING_MAT_VEC(q4_1, Q4_1)
DEQUANTIZING_MAT_VEC(q5_0, Q5_0)
DEQUANTIZING_MAT_VEC(q5_1, Q5_1)
DEQUANTIZING_MAT_VEC(q8_0, Q8_0)
DEQUANTIZING_MAT_VEC_OF_256(q2_k, Q2_K)
DEQUANTIZING_MAT_VEC_OF_256(q3_k, Q3_K)
DEQUANTIZING_MAT_VEC_OF_256(q4_k, Q4_K)
DEQUANTIZING_MAT_VEC_OF_256(q6_k, Q6_K)
// The ABI of this kernel has no parameter for the number of rows. Each block computes one row.
KERNEL dequantize_mul_mat_vec_q5_k(const void* vx, const float* yy, float* dst, const int ncols) {
  DequantizingMatVec<Q5_K, float>{{vx, as_size(ncols)}, yy, dst}.run(this_thread_in_grid().blocks);
}

// Returns the number of bytes of a row of `elements` Q8_1 elements.
__device__ __forceinline__ size_t bytes_of_activations(int elements) {
  return as_size(elements) / Q8Block::kElements * Q8Block::kBytes;
}

// The results of one vector are nrows_dst elements apart from those of the next.
#define MAT_VEC(NAME, FORMAT, VECTORS)                                                                                 \
  PRODUCT mul_mat_vec_##NAME##_q8_1_cuda##VECTORS(const void* vx, const void* vy, float* dst, const int ncols_x,       \
                                                  const int nrows_x, const int nrows_y, const int nrows_dst) {         \
    QuantizedMatVec<FORMAT, VECTORS>{                                                                                  \
        {vx, as_size(ncols_x)}, static_cast<const uint8_t*>(vy), bytes_of_activations(nrows_y), dst, as_size(nrows_x), \
        as_size(nrows_dst)}                                                                                            \
        .run();                                                                                                        \
  }
#define MAT_VECS(NAME, FORMAT) \
  MAT_VEC(NAME, FORMAT, 1)     \
  MAT_VEC(NAME, FORMAT, 2)     \
  MAT_VEC(NAME, FORMAT, 3)     \
  MAT_VEC(NAME, FORMAT, 4)     \
  MAT_VEC(NAME, FORMAT, 5)     \
  MAT_VEC(NAME, FORMAT, 6)     \
  MAT_VEC(NAME, FORMAT, 7)     \
  MAT_VEC(NAME, FORMAT, 8)

MAT_VECS(q4_0, Q4_0)
MAT_VECS(q4_1, Q4_1)
MAT_VECS(q5_0, Q5_0)
MAT_VECS(q5_1, Q5_1)
MAT_VECS(q8_0, Q8_0)
MAT_VECS(q2_K, Q2_K)
MAT_VECS(q3_K, Q3_K)
MAT_VECS(q4_K, Q4_K)
MAT_VECS(q5_K, Q5_K)
MAT_VECS(q6_K, Q6_K)

#define MAT_MUL(NAME, FORMAT, SUM)                                                                         \
  PRODUCT mul_mat_##NAME(const void* vx, const void* vy, float* dst, const int ncols_x, const int nrows_x, \
                         const int ncols_y, const int nrows_y, const int nrows_dst) {                      \
    QuantizedMatMul<FORMAT, SUM>{{vx, as_size(ncols_x)},                                                   \
                                 static_cast<const uint8_t*>(vy),                                          \
                                 bytes_of_activations(nrows_y),                                            \
                                 dst,                                                                      \
                                 as_size(nrows_x),                                                         \
                                 as_size(nrows_dst),                                                       \
                                 as_size(ncols_y)}                                                         \
        .run();                                                                                            \
  }

// docs/quantized.md has the formula of each format, and the sum that it uses.
MAT_MUL(q4_0, Q4_0, SumOf::kStored)
MAT_MUL(q4_1, Q4_1, SumOf::kStored)
MAT_MUL(q5_0, Q5_0, SumOf::kCodes)
MAT_MUL(q5_1, Q5_1, SumOf::kStored)
MAT_MUL(q8_0, Q8_0, SumOf::kCodes)
MAT_MUL(q2_K, Q2_K, SumOf::kCodes)
MAT_MUL(q3_K, Q3_K, SumOf::kCodes)
MAT_MUL(q4_K, Q4_K, SumOf::kStored)
MAT_MUL(q5_K, Q5_K, SumOf::kStored)
MAT_MUL(q6_K, Q6_K, SumOf::kCodes)

#define EXPERTS_MAT_VEC(NAME, FORMAT)                                                                                \
  PRODUCT indexed_moe_forward_##NAME##_q8_1(                                                                         \
      const void* all_weights, const void* all_inputs, const unsigned int* indices, float* all_outputs, const int n, \
      const int k, const int batch, const int topk, const int k_padded, const int input_dim1) {                      \
    ExpertsMatVec<FORMAT, AnyExpert>{{all_weights, as_size(k)},                                                      \
                                     {},                                                                             \
                                     static_cast<const uint8_t*>(all_inputs),                                        \
                                     indices,                                                                        \
                                     all_outputs,                                                                    \
                                     as_size(n),                                                                     \
                                     as_size(batch),                                                                 \
                                     as_size(topk),                                                                  \
                                     bytes_of_activations(k_padded),                                                 \
                                     input_dim1 == 1}                                                                \
        .run();                                                                                                      \
  }

EXPERTS_MAT_VEC(q2k, Q2_K)
EXPERTS_MAT_VEC(q3k, Q3_K)
EXPERTS_MAT_VEC(q4k, Q4_K)
EXPERTS_MAT_VEC(q5k, Q5_K)
EXPERTS_MAT_VEC(q6k, Q6_K)
EXPERTS_MAT_VEC(q8_0, Q8_0)
