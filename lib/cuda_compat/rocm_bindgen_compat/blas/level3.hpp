// Declarations of hipBLAS' functions on matrices.
#pragma once

#include "rocm_bindgen_compat/blas/level1.hpp"

// In hipBLAS, the strides of these functions are long long, and those of the others are hipblasStride.
#define ROCM_BINDGEN_BLAS_PRODUCTS(X, T)                                                                          \
  ROCM_BINDGEN_BLAS(X##gemm, hipblasOperation_t op_a, hipblasOperation_t op_b, index m, index n, index k,         \
                    const T* alpha, const T* a, index lda, const T* b, index ldb, const T* beta, T* c, index ldc) \
  ROCM_BINDGEN_BLAS(X##gemmBatched, hipblasOperation_t op_a, hipblasOperation_t op_b, index m, index n, index k,  \
                    const T* alpha, const T* const a[], index lda, const T* const b[], index ldb, const T* beta,  \
                    T* const c[], index ldc, index batches)                                                       \
  ROCM_BINDGEN_BLAS(X##gemmStridedBatched, hipblasOperation_t op_a, hipblasOperation_t op_b, index m, index n,    \
                    index k, const T* alpha, const T* a, index lda, long long stride_a, const T* b, index ldb,    \
                    long long stride_b, const T* beta, T* c, index ldc, long long stride_c, index batches)

#define ROCM_BINDGEN_BLAS_MATRICES(X, T)                                                                              \
  ROCM_BINDGEN_BLAS(X##geam, hipblasOperation_t op_a, hipblasOperation_t op_b, index m, index n, const T* alpha,      \
                    const T* a, index lda, const T* beta, const T* b, index ldb, T* c, index ldc)                     \
  ROCM_BINDGEN_BLAS(X##dgmm, hipblasSideMode_t side, index m, index n, const T* a, index lda, const T* x, index incx, \
                    T* c, index ldc)                                                                                  \
  ROCM_BINDGEN_BLAS(X##symm, hipblasSideMode_t side, hipblasFillMode_t uplo, index m, index n, const T* alpha,        \
                    const T* a, index lda, const T* b, index ldb, const T* beta, T* c, index ldc)                     \
  ROCM_BINDGEN_BLAS(X##syrk, hipblasFillMode_t uplo, hipblasOperation_t op, index n, index k, const T* alpha,         \
                    const T* a, index lda, const T* beta, T* c, index ldc)                                            \
  ROCM_BINDGEN_BLAS(X##syr2k, hipblasFillMode_t uplo, hipblasOperation_t op, index n, index k, const T* alpha,        \
                    const T* a, index lda, const T* b, index ldb, const T* beta, T* c, index ldc)                     \
  ROCM_BINDGEN_BLAS(X##syrkx, hipblasFillMode_t uplo, hipblasOperation_t op, index n, index k, const T* alpha,        \
                    const T* a, index lda, const T* b, index ldb, const T* beta, T* c, index ldc)                     \
  ROCM_BINDGEN_BLAS(X##trmm, hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t op,                   \
                    hipblasDiagType_t diagonal, index m, index n, const T* alpha, const T* a, index lda, const T* b,  \
                    index ldb, T* c, index ldc)                                                                       \
  ROCM_BINDGEN_BLAS(X##trsm, hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t op,                   \
                    hipblasDiagType_t diagonal, index m, index n, const T* alpha, const T* a, index lda, T* b,        \
                    index ldb)                                                                                        \
  ROCM_BINDGEN_BLAS(X##trsmBatched, hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t op,            \
                    hipblasDiagType_t diagonal, index m, index n, const T* alpha, const T* const a[], index lda,      \
                    T* const b[], index ldb, index batches)                                                           \
  ROCM_BINDGEN_BLAS_SOLVERS(X, T)

// LAPACK functions on batches of small matrices. hipBLAS has no forms of them with 64-bit sizes.
#define ROCM_BINDGEN_BLAS_SOLVERS(X, T)                                                                               \
  extern "C" hipblasStatus_t hipblas##X##getrfBatched(hipblasHandle_t handle, int n, T* const a[], int lda,           \
                                                      int* pivots, int* info, int batches);                           \
  extern "C" hipblasStatus_t hipblas##X##getriBatched(hipblasHandle_t handle, int n, const T* const a[], int lda,     \
                                                      const int* pivots, T* const c[], int ldc, int* info,            \
                                                      int batches);                                                   \
  extern "C" hipblasStatus_t hipblas##X##getrsBatched(hipblasHandle_t handle, hipblasOperation_t op, int n, int nrhs, \
                                                      const T* const a[], int lda, const int* pivots, T* const b[],   \
                                                      int ldb, int* info, int batches);                               \
  extern "C" hipblasStatus_t hipblas##X##geqrfBatched(hipblasHandle_t handle, int m, int n, T* const a[], int lda,    \
                                                      T* const tau[], int* info, int batches);                        \
  extern "C" hipblasStatus_t hipblas##X##gelsBatched(hipblasHandle_t handle, hipblasOperation_t op, int m, int n,     \
                                                     int nrhs, T* const a[], int lda, T* const c[], int ldc,          \
                                                     int* info, int* infos, int batches);

// U is the type of the real numbers that correspond to the complex type, and R their letter, which is not used here.
#define ROCM_BINDGEN_BLAS_HERMITIAN(X, T, R, U)                                                                \
  ROCM_BINDGEN_BLAS(X##hemm, hipblasSideMode_t side, hipblasFillMode_t uplo, index m, index n, const T* alpha, \
                    const T* a, index lda, const T* b, index ldb, const T* beta, T* c, index ldc)              \
  ROCM_BINDGEN_BLAS(X##herk, hipblasFillMode_t uplo, hipblasOperation_t op, index n, index k, const U* alpha,  \
                    const T* a, index lda, const U* beta, T* c, index ldc)                                     \
  ROCM_BINDGEN_BLAS(X##her2k, hipblasFillMode_t uplo, hipblasOperation_t op, index n, index k, const T* alpha, \
                    const T* a, index lda, const T* b, index ldb, const U* beta, T* c, index ldc)              \
  ROCM_BINDGEN_BLAS(X##herkx, hipblasFillMode_t uplo, hipblasOperation_t op, index n, index k, const T* alpha, \
                    const T* a, index lda, const T* b, index ldb, const U* beta, T* c, index ldc)

ROCM_BINDGEN_BLAS_TYPES(ROCM_BINDGEN_BLAS_PRODUCTS)
ROCM_BINDGEN_BLAS_PRODUCTS(H, __half)
ROCM_BINDGEN_BLAS_TYPES(ROCM_BINDGEN_BLAS_MATRICES)
ROCM_BINDGEN_BLAS_COMPLEX_TYPES(ROCM_BINDGEN_BLAS_HERMITIAN)

ROCM_BINDGEN_BLAS(GemmEx, hipblasOperation_t op_a, hipblasOperation_t op_b, index m, index n, index k,
                  const void* alpha, const void* a, hipDataType a_type, index lda, const void* b, hipDataType b_type,
                  index ldb, const void* beta, void* c, hipDataType c_type, index ldc, hipblasComputeType_t compute,
                  hipblasGemmAlgo_t algorithm)
ROCM_BINDGEN_BLAS(GemmBatchedEx, hipblasOperation_t op_a, hipblasOperation_t op_b, index m, index n, index k,
                  const void* alpha, const void* const a[], hipDataType a_type, index lda, const void* const b[],
                  hipDataType b_type, index ldb, const void* beta, void* const c[], hipDataType c_type, index ldc,
                  index batches, hipblasComputeType_t compute, hipblasGemmAlgo_t algorithm)
ROCM_BINDGEN_BLAS(GemmStridedBatchedEx, hipblasOperation_t op_a, hipblasOperation_t op_b, index m, index n, index k,
                  const void* alpha, const void* a, hipDataType a_type, index lda, hipblasStride stride_a,
                  const void* b, hipDataType b_type, index ldb, hipblasStride stride_b, const void* beta, void* c,
                  hipDataType c_type, index ldc, hipblasStride stride_c, index batches, hipblasComputeType_t compute,
                  hipblasGemmAlgo_t algorithm)
