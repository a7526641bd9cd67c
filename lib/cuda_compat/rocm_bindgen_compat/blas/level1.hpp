// Declarations of hipBLAS' functions of levels 1 (vectors) and 2 (a matrix and a vector).
#pragma once

#include "rocm_bindgen_compat/blas/types.hpp"

#define ROCM_BINDGEN_BLAS_VECTORS(X, T)                                                                                \
  ROCM_BINDGEN_BLAS(X##axpy, Index n, const T* alpha, const T* x, Index incx, T* y, Index incy)                        \
  ROCM_BINDGEN_BLAS(X##copy, Index n, const T* x, Index incx, T* y, Index incy)                                        \
  ROCM_BINDGEN_BLAS(X##swap, Index n, T* x, Index incx, T* y, Index incy)                                              \
  ROCM_BINDGEN_BLAS(X##scal, Index n, const T* alpha, T* x, Index incx)                                                \
  ROCM_BINDGEN_BLAS(X##gemv, hipblasOperation_t op, Index m, Index n, const T* alpha, const T* a, Index lda,           \
                    const T* x, Index incx, const T* beta, T* y, Index incy)                                           \
  ROCM_BINDGEN_BLAS(X##gemvBatched, hipblasOperation_t op, Index m, Index n, const T* alpha, const T* const a[],       \
                    Index lda, const T* const x[], Index incx, const T* beta, T* const y[], Index incy, Index batches) \
  ROCM_BINDGEN_BLAS(X##gemvStridedBatched, hipblasOperation_t op, Index m, Index n, const T* alpha, const T* a,        \
                    Index lda, hipblasStride stride_a, const T* x, Index incx, hipblasStride stride_x, const T* beta,  \
                    T* y, Index incy, hipblasStride stride_y, Index batches)                                           \
  ROCM_BINDGEN_BLAS(X##gbmv, hipblasOperation_t op, Index m, Index n, Index kl, Index ku, const T* alpha, const T* a,  \
                    Index lda, const T* x, Index incx, const T* beta, T* y, Index incy)                                \
  ROCM_BINDGEN_BLAS(X##symv, hipblasFillMode_t uplo, Index n, const T* alpha, const T* a, Index lda, const T* x,       \
                    Index incx, const T* beta, T* y, Index incy)                                                       \
  ROCM_BINDGEN_BLAS(X##syr, hipblasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx, T* a, Index lda)  \
  ROCM_BINDGEN_BLAS(X##syr2, hipblasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx, const T* y,      \
                    Index incy, T* a, Index lda)                                                                       \
  ROCM_BINDGEN_BLAS_TRIANGLE(X##trmv, T, Index lda)                                                                    \
  ROCM_BINDGEN_BLAS_TRIANGLE(X##trsv, T, Index lda)                                                                    \
  ROCM_BINDGEN_BLAS_BAND(X##tbmv, T)                                                                                   \
  ROCM_BINDGEN_BLAS_BAND(X##tbsv, T)                                                                                   \
  ROCM_BINDGEN_BLAS_PACKED(X##tpmv, T)                                                                                 \
  ROCM_BINDGEN_BLAS_PACKED(X##tpsv, T)

#define ROCM_BINDGEN_BLAS_TRIANGLE(name, T, ...)                                                              \
  ROCM_BINDGEN_BLAS(name, hipblasFillMode_t uplo, hipblasOperation_t op, hipblasDiagType_t diagonal, Index n, \
                    const T* a, __VA_ARGS__, T* x, Index incx)
#define ROCM_BINDGEN_BLAS_BAND(name, T)                                                                                \
  ROCM_BINDGEN_BLAS(name, hipblasFillMode_t uplo, hipblasOperation_t op, hipblasDiagType_t diagonal, Index n, Index k, \
                    const T* a, Index lda, T* x, Index incx)
#define ROCM_BINDGEN_BLAS_PACKED(name, T)                                                                     \
  ROCM_BINDGEN_BLAS(name, hipblasFillMode_t uplo, hipblasOperation_t op, hipblasDiagType_t diagonal, Index n, \
                    const T* a, T* x, Index incx)

#define ROCM_BINDGEN_BLAS_REAL_VECTORS(X, T)                                                                        \
  ROCM_BINDGEN_BLAS(X##dot, Index n, const T* x, Index incx, const T* y, Index incy, T* result)                     \
  ROCM_BINDGEN_BLAS(X##ger, Index m, Index n, const T* alpha, const T* x, Index incx, const T* y, Index incy, T* a, \
                    Index lda)                                                                                      \
  ROCM_BINDGEN_BLAS(X##rot, Index n, T* x, Index incx, T* y, Index incy, const T* c, const T* s)                    \
  ROCM_BINDGEN_BLAS(X##rotg, T* a, T* b, T* c, T* s)                                                                \
  ROCM_BINDGEN_BLAS(X##rotm, Index n, T* x, Index incx, T* y, Index incy, const T* parameters)                      \
  ROCM_BINDGEN_BLAS(X##rotmg, T* d1, T* d2, T* x, const T* y, T* parameters)                                        \
  ROCM_BINDGEN_BLAS(X##sbmv, hipblasFillMode_t uplo, Index n, Index k, const T* alpha, const T* a, Index lda,       \
                    const T* x, Index incx, const T* beta, T* y, Index incy)                                        \
  ROCM_BINDGEN_BLAS(X##spmv, hipblasFillMode_t uplo, Index n, const T* alpha, const T* a, const T* x, Index incx,   \
                    const T* beta, T* y, Index incy)                                                                \
  ROCM_BINDGEN_BLAS(X##spr, hipblasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx, T* a)          \
  ROCM_BINDGEN_BLAS(X##spr2, hipblasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx, const T* y,   \
                    Index incy, T* a)

// U is the type of the real numbers that correspond to the complex type, and R their letter, which is not used here.
#define ROCM_BINDGEN_BLAS_COMPLEX_VECTORS(X, T, R, U)                                                                 \
  ROCM_BINDGEN_BLAS(X##dotu, Index n, const T* x, Index incx, const T* y, Index incy, T* result)                      \
  ROCM_BINDGEN_BLAS(X##dotc, Index n, const T* x, Index incx, const T* y, Index incy, T* result)                      \
  ROCM_BINDGEN_BLAS(X##geru, Index m, Index n, const T* alpha, const T* x, Index incx, const T* y, Index incy, T* a,  \
                    Index lda)                                                                                        \
  ROCM_BINDGEN_BLAS(X##gerc, Index m, Index n, const T* alpha, const T* x, Index incx, const T* y, Index incy, T* a,  \
                    Index lda)                                                                                        \
  ROCM_BINDGEN_BLAS(X##rot, Index n, T* x, Index incx, T* y, Index incy, const U* c, const T* s)                      \
  ROCM_BINDGEN_BLAS(X##rotg, T* a, T* b, U* c, T* s)                                                                  \
  ROCM_BINDGEN_BLAS(X##hemv, hipblasFillMode_t uplo, Index n, const T* alpha, const T* a, Index lda, const T* x,      \
                    Index incx, const T* beta, T* y, Index incy)                                                      \
  ROCM_BINDGEN_BLAS(X##her, hipblasFillMode_t uplo, Index n, const U* alpha, const T* x, Index incx, T* a, Index lda) \
  ROCM_BINDGEN_BLAS(X##her2, hipblasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx, const T* y,     \
                    Index incy, T* a, Index lda)                                                                      \
  ROCM_BINDGEN_BLAS(X##hbmv, hipblasFillMode_t uplo, Index n, Index k, const T* alpha, const T* a, Index lda,         \
                    const T* x, Index incx, const T* beta, T* y, Index incy)                                          \
  ROCM_BINDGEN_BLAS(X##hpmv, hipblasFillMode_t uplo, Index n, const T* alpha, const T* a, const T* x, Index incx,     \
                    const T* beta, T* y, Index incy)                                                                  \
  ROCM_BINDGEN_BLAS(X##hpr, hipblasFillMode_t uplo, Index n, const U* alpha, const T* x, Index incx, T* a)            \
  ROCM_BINDGEN_BLAS(X##hpr2, hipblasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx, const T* y,     \
                    Index incy, T* a)

// X and I are the prefixes of the names: Sc in Scnrm2 and Ic in Icamax. T is the element type and U the type of the
// results.
#define ROCM_BINDGEN_BLAS_NORMS(X, I, T, U)                                  \
  ROCM_BINDGEN_BLAS(X##nrm2, Index n, const T* x, Index incx, U* result)     \
  ROCM_BINDGEN_BLAS(X##asum, Index n, const T* x, Index incx, U* result)     \
  ROCM_BINDGEN_BLAS(I##amax, Index n, const T* x, Index incx, Index* result) \
  ROCM_BINDGEN_BLAS(I##amin, Index n, const T* x, Index incx, Index* result)

ROCM_BINDGEN_BLAS_TYPES(ROCM_BINDGEN_BLAS_VECTORS)
ROCM_BINDGEN_BLAS_REAL_TYPES(ROCM_BINDGEN_BLAS_REAL_VECTORS)
ROCM_BINDGEN_BLAS_COMPLEX_TYPES(ROCM_BINDGEN_BLAS_COMPLEX_VECTORS)
ROCM_BINDGEN_BLAS_NORMS(S, Is, float, float)
ROCM_BINDGEN_BLAS_NORMS(D, Id, double, double)
ROCM_BINDGEN_BLAS_NORMS(Sc, Ic, hipComplex, float)
ROCM_BINDGEN_BLAS_NORMS(Dz, Iz, hipDoubleComplex, double)
ROCM_BINDGEN_BLAS(Csscal, Index n, const float* alpha, hipComplex* x, Index incx)
ROCM_BINDGEN_BLAS(Zdscal, Index n, const double* alpha, hipDoubleComplex* x, Index incx)
ROCM_BINDGEN_BLAS(Csrot, Index n, hipComplex* x, Index incx, hipComplex* y, Index incy, const float* c, const float* s)
ROCM_BINDGEN_BLAS(Zdrot, Index n, hipDoubleComplex* x, Index incx, hipDoubleComplex* y, Index incy, const double* c,
                  const double* s)
ROCM_BINDGEN_BLAS(AxpyEx, Index n, const void* alpha, hipDataType alpha_type, const void* x, hipDataType x_type,
                  Index incx, void* y, hipDataType y_type, Index incy, hipDataType execution)
ROCM_BINDGEN_BLAS(ScalEx, Index n, const void* alpha, hipDataType alpha_type, void* x, hipDataType x_type, Index incx,
                  hipDataType execution)
ROCM_BINDGEN_BLAS(DotEx, Index n, const void* x, hipDataType x_type, Index incx, const void* y, hipDataType y_type,
                  Index incy, void* result, hipDataType result_type, hipDataType execution)
ROCM_BINDGEN_BLAS(DotcEx, Index n, const void* x, hipDataType x_type, Index incx, const void* y, hipDataType y_type,
                  Index incy, void* result, hipDataType result_type, hipDataType execution)
ROCM_BINDGEN_BLAS(Nrm2Ex, Index n, const void* x, hipDataType x_type, Index incx, void* result, hipDataType result_type,
                  hipDataType execution)
ROCM_BINDGEN_BLAS(RotEx, Index n, void* x, hipDataType x_type, Index incx, void* y, hipDataType y_type, Index incy,
                  const void* c, const void* s, hipDataType cs_type, hipDataType execution)
