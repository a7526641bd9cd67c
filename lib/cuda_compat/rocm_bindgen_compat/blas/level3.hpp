// Declarations of hipBLAS' functions on matrices.
#pragma once

#include "rocm_bindgen_compat/blas/level1.hpp"

// In hipBLAS, the strides of these functions are long long, and those of the others are hipblasStride.
#define ROCM_BINDGEN_BLAS_PRODUCTS(X, T)                                                                          \
  ROCM_BINDGEN_BLAS(X##gemm, hipblasOperation_t op_a, hipblasOperation_t op_b, Index m, Index n, Index k,         \
                    const T* alpha, const T* a, Index lda, const T* b, Index ldb, const T* beta, T* c, Index ldc) \
  ROCM_BINDGEN_BLAS(X##gemmBatched, hipblasOperation_t op_a, hipblasOperation_t op_b, Index m, Index n, Index k,  \
                    const T* alpha, const T* const a[], Index lda, const T* const b[], Index ldb, const T* beta,  \
                    T* const c[], Index ldc, Index batches)                                                       \
  ROCM_BINDGEN_BLAS(X##gemmStridedBatched, hipblasOperation_t op_a, hipblasOperation_t op_b, Index m, Index n,    \
                    Index k, const T* alpha, const T* a, Index lda, long long stride_a, const T* b, Index ldb,    \
                    long long stride_b, const T* beta, T* c, Index ldc, long long stride_c, Index batches)

#define ROCM_BINDGEN_BLAS_MATRICES(X, T)                                                                              \
  ROCM_BINDGEN_BLAS(X##geam, hipblasOperation_t op_a, hipblasOperation_t op_b, Index m, Index n, const T* alpha,      \
                    const T* a, Index lda, const T* beta, const T* b, Index ldb, T* c, Index ldc)                     \
  ROCM_BINDGEN_BLAS(X##dgmm, hipblasSideMode_t side, Index m, Index n, const T* a, Index lda, const T* x, Index incx, \
                    T* c, Index ldc)                                                                                  \
  ROCM_BINDGEN_BLAS(X##symm, hipblasSideMode_t side, hipblasFillMode_t uplo, Index m, Index n, const T* alpha,        \
                    const T* a, Index lda, const T* b, Index ldb, const T* beta, T* c, Index ldc)                     \
  ROCM_BINDGEN_BLAS(X##syrk, hipblasFillMode_t uplo, hipblasOperation_t op, Index n, Index k, const T* alpha,         \
                    const T* a, Index lda, const T* beta, T* c, Index ldc)                                            \
  ROCM_BINDGEN_BLAS(X##syr2k, hipblasFillMode_t uplo, hipblasOperation_t op, Index n, Index k, const T* alpha,        \
                    const T* a, Index lda, const T* b, Index ldb, const T* beta, T* c, Index ldc)                     \
  ROCM_BINDGEN_BLAS(X##syrkx, hipblasFillMode_t uplo, hipblasOperation_t op, Index n, Index k, const T* alpha,        \
                    const T* a, Index lda, const T* b, Index ldb, const T* beta, T* c, Index ldc)                     \
  ROCM_BINDGEN_BLAS(X##trmm, hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t op,                   \
                    hipblasDiagType_t diagonal, Index m, Index n, const T* alpha, const T* a, Index lda, const T* b,  \
                    Index ldb, T* c, Index ldc)                                                                       \
  ROCM_BINDGEN_BLAS(X##trsm, hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t op,                   \
                    hipblasDiagType_t diagonal, Index m, Index n, const T* alpha, const T* a, Index lda, T* b,        \
                    Index ldb)                                                                                        \
  ROCM_BINDGEN_BLAS(X##trsmBatched, hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t op,            \
                    hipblasDiagType_t diagonal, Index m, Index n, const T* alpha, const T* const a[], Index lda,      \
                    T* const b[], Index ldb, Index batches)                                                           \
  ROCM_BINDGEN_BLAS_SOLVERS(X, T)

// LAPACK functions on batches of small matrices. hipBLAS has no forms of them with 64-bit sizes.
#define ROCM_BINDGEN_BLAS_SOLVERS(X, T)                                                                               \
  ROCM_BINDGEN_BLAS_C hipblasStatus_t hipblas##X##getrfBatched(hipblasHandle_t handle, int n, T* const a[], int lda,  \
                                                               int* pivots, int* info, int batches);                  \
  ROCM_BINDGEN_BLAS_C hipblasStatus_t hipblas##X##getriBatched(hipblasHandle_t handle, int n, const T* const a[],     \
                                                               int lda, const int* pivots, T* const c[], int ldc,     \
                                                               int* info, int batches);                               \
  ROCM_BINDGEN_BLAS_C hipblasStatus_t hipblas##X##getrsBatched(                                                       \
      hipblasHandle_t handle, hipblasOperation_t op, int n, int nrhs, const T* const a[], int lda, const int* pivots, \
      T* const b[], int ldb, int* info, int batches);                                                                 \
  ROCM_BINDGEN_BLAS_C hipblasStatus_t hipblas##X##geqrfBatched(hipblasHandle_t handle, int m, int n, T* const a[],    \
                                                               int lda, T* const tau[], int* info, int batches);      \
  ROCM_BINDGEN_BLAS_C hipblasStatus_t hipblas##X##gelsBatched(hipblasHandle_t handle, hipblasOperation_t op, int m,   \
                                                              int n, int nrhs, T* const a[], int lda, T* const c[],   \
                                                              int ldc, int* info, int* infos, int batches);

// U is the type of the real numbers that correspond to the complex type, and R their letter, which is not used here.
#define ROCM_BINDGEN_BLAS_HERMITIAN(X, T, R, U)                                                                \
  ROCM_BINDGEN_BLAS(X##hemm, hipblasSideMode_t side, hipblasFillMode_t uplo, Index m, Index n, const T* alpha, \
                    const T* a, Index lda, const T* b, Index ldb, const T* beta, T* c, Index ldc)              \
  ROCM_BINDGEN_BLAS(X##herk, hipblasFillMode_t uplo, hipblasOperation_t op, Index n, Index k, const U* alpha,  \
                    const T* a, Index lda, const U* beta, T* c, Index ldc)                                     \
  ROCM_BINDGEN_BLAS(X##her2k, hipblasFillMode_t uplo, hipblasOperation_t op, Index n, Index k, const T* alpha, \
                    const T* a, Index lda, const T* b, Index ldb, const U* beta, T* c, Index ldc)              \
  ROCM_BINDGEN_BLAS(X##herkx, hipblasFillMode_t uplo, hipblasOperation_t op, Index n, Index k, const T* alpha, \
                    const T* a, Index lda, const T* b, Index ldb, const U* beta, T* c, Index ldc)

ROCM_BINDGEN_BLAS_TYPES(ROCM_BINDGEN_BLAS_PRODUCTS)
#ifdef __cplusplus
ROCM_BINDGEN_BLAS_PRODUCTS(H, __half)
#endif
ROCM_BINDGEN_BLAS_TYPES(ROCM_BINDGEN_BLAS_MATRICES)
ROCM_BINDGEN_BLAS_COMPLEX_TYPES(ROCM_BINDGEN_BLAS_HERMITIAN)

ROCM_BINDGEN_BLAS(GemmEx, hipblasOperation_t op_a, hipblasOperation_t op_b, Index m, Index n, Index k,
                  const void* alpha, const void* a, hipDataType a_type, Index lda, const void* b, hipDataType b_type,
                  Index ldb, const void* beta, void* c, hipDataType c_type, Index ldc, hipblasComputeType_t compute,
                  hipblasGemmAlgo_t algorithm)
ROCM_BINDGEN_BLAS(GemmBatchedEx, hipblasOperation_t op_a, hipblasOperation_t op_b, Index m, Index n, Index k,
                  const void* alpha, const void* const a[], hipDataType a_type, Index lda, const void* const b[],
                  hipDataType b_type, Index ldb, const void* beta, void* const c[], hipDataType c_type, Index ldc,
                  Index batches, hipblasComputeType_t compute, hipblasGemmAlgo_t algorithm)
ROCM_BINDGEN_BLAS(GemmStridedBatchedEx, hipblasOperation_t op_a, hipblasOperation_t op_b, Index m, Index n, Index k,
                  const void* alpha, const void* a, hipDataType a_type, Index lda, hipblasStride stride_a,
                  const void* b, hipDataType b_type, Index ldb, hipblasStride stride_b, const void* beta, void* c,
                  hipDataType c_type, Index ldc, hipblasStride stride_c, Index batches, hipblasComputeType_t compute,
                  hipblasGemmAlgo_t algorithm)

#ifndef __cplusplus
#undef Index
#endif
