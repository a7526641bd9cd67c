// Declarations of hipBLAS' functions of levels 1 (vectors) and 2 (a matrix and a vector).
#pragma once

#include "rocm_bindgen_compat/blas/types.hpp"

#define ROCM_BINDGEN_BLAS_VECTORS(X, T)                                                                                \
  ROCM_BINDGEN_BLAS(X##axpy, index n, const T* alpha, const T* x, index incx, T* y, index incy)                        \
  ROCM_BINDGEN_BLAS(X##copy, index n, const T* x, index incx, T* y, index incy)                                        \
  ROCM_BINDGEN_BLAS(X##swap, index n, T* x, index incx, T* y, index incy)                                              \
  ROCM_BINDGEN_BLAS(X##scal, index n, const T* alpha, T* x, index incx)                                                \
  ROCM_BINDGEN_BLAS(X##gemv, hipblasOperation_t op, index m, index n, const T* alpha, const T* a, index lda,           \
                    const T* x, index incx, const T* beta, T* y, index incy)                                           \
  ROCM_BINDGEN_BLAS(X##gemvBatched, hipblasOperation_t op, index m, index n, const T* alpha, const T* const a[],       \
                    index lda, const T* const x[], index incx, const T* beta, T* const y[], index incy, index batches) \
  ROCM_BINDGEN_BLAS(X##gemvStridedBatched, hipblasOperation_t op, index m, index n, const T* alpha, const T* a,        \
                    index lda, hipblasStride stride_a, const T* x, index incx, hipblasStride stride_x, const T* beta,  \
                    T* y, index incy, hipblasStride stride_y, index batches)                                           \
  ROCM_BINDGEN_BLAS(X##gbmv, hipblasOperation_t op, index m, index n, index kl, index ku, const T* alpha, const T* a,  \
                    index lda, const T* x, index incx, const T* beta, T* y, index incy)                                \
  ROCM_BINDGEN_BLAS(X##symv, hipblasFillMode_t uplo, index n, const T* alpha, const T* a, index lda, const T* x,       \
                    index incx, const T* beta, T* y, index incy)                                                       \
  ROCM_BINDGEN_BLAS(X##syr, hipblasFillMode_t uplo, index n, const T* alpha, const T* x, index incx, T* a, index lda)  \
  ROCM_BINDGEN_BLAS(X##syr2, hipblasFillMode_t uplo, index n, const T* alpha, const T* x, index incx, const T* y,      \
                    index incy, T* a, index lda)                                                                       \
  ROCM_BINDGEN_BLAS_TRIANGLE(X##trmv, T, index lda)                                                                    \
  ROCM_BINDGEN_BLAS_TRIANGLE(X##trsv, T, index lda)                                                                    \
  ROCM_BINDGEN_BLAS_BAND(X##tbmv, T)                                                                                   \
  ROCM_BINDGEN_BLAS_BAND(X##tbsv, T)                                                                                   \
  ROCM_BINDGEN_BLAS_PACKED(X##tpmv, T)                                                                                 \
  ROCM_BINDGEN_BLAS_PACKED(X##tpsv, T)

#define ROCM_BINDGEN_BLAS_TRIANGLE(name, T, ...)                                                              \
  ROCM_BINDGEN_BLAS(name, hipblasFillMode_t uplo, hipblasOperation_t op, hipblasDiagType_t diagonal, index n, \
                    const T* a, __VA_ARGS__, T* x, index incx)
#define ROCM_BINDGEN_BLAS_BAND(name, T)                                                                                \
  ROCM_BINDGEN_BLAS(name, hipblasFillMode_t uplo, hipblasOperation_t op, hipblasDiagType_t diagonal, index n, index k, \
                    const T* a, index lda, T* x, index incx)
#define ROCM_BINDGEN_BLAS_PACKED(name, T)                                                                     \
  ROCM_BINDGEN_BLAS(name, hipblasFillMode_t uplo, hipblasOperation_t op, hipblasDiagType_t diagonal, index n, \
                    const T* a, T* x, index incx)

#define ROCM_BINDGEN_BLAS_REAL_VECTORS(X, T)                                                                        \
  ROCM_BINDGEN_BLAS(X##dot, index n, const T* x, index incx, const T* y, index incy, T* result)                     \
  ROCM_BINDGEN_BLAS(X##ger, index m, index n, const T* alpha, const T* x, index incx, const T* y, index incy, T* a, \
                    index lda)                                                                                      \
  ROCM_BINDGEN_BLAS(X##rot, index n, T* x, index incx, T* y, index incy, const T* c, const T* s)                    \
  ROCM_BINDGEN_BLAS(X##rotg, T* a, T* b, T* c, T* s)                                                                \
  ROCM_BINDGEN_BLAS(X##rotm, index n, T* x, index incx, T* y, index incy, const T* parameters)                      \
  ROCM_BINDGEN_BLAS(X##rotmg, T* d1, T* d2, T* x, const T* y, T* parameters)                                        \
  ROCM_BINDGEN_BLAS(X##sbmv, hipblasFillMode_t uplo, index n, index k, const T* alpha, const T* a, index lda,       \
                    const T* x, index incx, const T* beta, T* y, index incy)                                        \
  ROCM_BINDGEN_BLAS(X##spmv, hipblasFillMode_t uplo, index n, const T* alpha, const T* a, const T* x, index incx,   \
                    const T* beta, T* y, index incy)                                                                \
  ROCM_BINDGEN_BLAS(X##spr, hipblasFillMode_t uplo, index n, const T* alpha, const T* x, index incx, T* a)          \
  ROCM_BINDGEN_BLAS(X##spr2, hipblasFillMode_t uplo, index n, const T* alpha, const T* x, index incx, const T* y,   \
                    index incy, T* a)

// U is the type of the real numbers that correspond to the complex type, and R their letter, which is not used here.
#define ROCM_BINDGEN_BLAS_COMPLEX_VECTORS(X, T, R, U)                                                                 \
  ROCM_BINDGEN_BLAS(X##dotu, index n, const T* x, index incx, const T* y, index incy, T* result)                      \
  ROCM_BINDGEN_BLAS(X##dotc, index n, const T* x, index incx, const T* y, index incy, T* result)                      \
  ROCM_BINDGEN_BLAS(X##geru, index m, index n, const T* alpha, const T* x, index incx, const T* y, index incy, T* a,  \
                    index lda)                                                                                        \
  ROCM_BINDGEN_BLAS(X##gerc, index m, index n, const T* alpha, const T* x, index incx, const T* y, index incy, T* a,  \
                    index lda)                                                                                        \
  ROCM_BINDGEN_BLAS(X##rot, index n, T* x, index incx, T* y, index incy, const U* c, const T* s)                      \
  ROCM_BINDGEN_BLAS(X##rotg, T* a, T* b, U* c, T* s)                                                                  \
  ROCM_BINDGEN_BLAS(X##hemv, hipblasFillMode_t uplo, index n, const T* alpha, const T* a, index lda, const T* x,      \
                    index incx, const T* beta, T* y, index incy)                                                      \
  ROCM_BINDGEN_BLAS(X##her, hipblasFillMode_t uplo, index n, const U* alpha, const T* x, index incx, T* a, index lda) \
  ROCM_BINDGEN_BLAS(X##her2, hipblasFillMode_t uplo, index n, const T* alpha, const T* x, index incx, const T* y,     \
                    index incy, T* a, index lda)                                                                      \
  ROCM_BINDGEN_BLAS(X##hbmv, hipblasFillMode_t uplo, index n, index k, const T* alpha, const T* a, index lda,         \
                    const T* x, index incx, const T* beta, T* y, index incy)                                          \
  ROCM_BINDGEN_BLAS(X##hpmv, hipblasFillMode_t uplo, index n, const T* alpha, const T* a, const T* x, index incx,     \
                    const T* beta, T* y, index incy)                                                                  \
  ROCM_BINDGEN_BLAS(X##hpr, hipblasFillMode_t uplo, index n, const U* alpha, const T* x, index incx, T* a)            \
  ROCM_BINDGEN_BLAS(X##hpr2, hipblasFillMode_t uplo, index n, const T* alpha, const T* x, index incx, const T* y,     \
                    index incy, T* a)

// X and I are the prefixes of the names: Sc in Scnrm2 and Ic in Icamax. T is the element type and U the type of the
// results.
#define ROCM_BINDGEN_BLAS_NORMS(X, I, T, U)                                  \
  ROCM_BINDGEN_BLAS(X##nrm2, index n, const T* x, index incx, U* result)     \
  ROCM_BINDGEN_BLAS(X##asum, index n, const T* x, index incx, U* result)     \
  ROCM_BINDGEN_BLAS(I##amax, index n, const T* x, index incx, index* result) \
  ROCM_BINDGEN_BLAS(I##amin, index n, const T* x, index incx, index* result)

ROCM_BINDGEN_BLAS_TYPES(ROCM_BINDGEN_BLAS_VECTORS)
ROCM_BINDGEN_BLAS_REAL_TYPES(ROCM_BINDGEN_BLAS_REAL_VECTORS)
ROCM_BINDGEN_BLAS_COMPLEX_TYPES(ROCM_BINDGEN_BLAS_COMPLEX_VECTORS)
ROCM_BINDGEN_BLAS_NORMS(S, Is, float, float)
ROCM_BINDGEN_BLAS_NORMS(D, Id, double, double)
ROCM_BINDGEN_BLAS_NORMS(Sc, Ic, hipComplex, float)
ROCM_BINDGEN_BLAS_NORMS(Dz, Iz, hipDoubleComplex, double)
ROCM_BINDGEN_BLAS(Csscal, index n, const float* alpha, hipComplex* x, index incx)
ROCM_BINDGEN_BLAS(Zdscal, index n, const double* alpha, hipDoubleComplex* x, index incx)
ROCM_BINDGEN_BLAS(Csrot, index n, hipComplex* x, index incx, hipComplex* y, index incy, const float* c, const float* s)
ROCM_BINDGEN_BLAS(Zdrot, index n, hipDoubleComplex* x, index incx, hipDoubleComplex* y, index incy, const double* c,
                  const double* s)
ROCM_BINDGEN_BLAS(AxpyEx, index n, const void* alpha, hipDataType alpha_type, const void* x, hipDataType x_type,
                  index incx, void* y, hipDataType y_type, index incy, hipDataType execution)
ROCM_BINDGEN_BLAS(ScalEx, index n, const void* alpha, hipDataType alpha_type, void* x, hipDataType x_type, index incx,
                  hipDataType execution)
ROCM_BINDGEN_BLAS(DotEx, index n, const void* x, hipDataType x_type, index incx, const void* y, hipDataType y_type,
                  index incy, void* result, hipDataType result_type, hipDataType execution)
ROCM_BINDGEN_BLAS(DotcEx, index n, const void* x, hipDataType x_type, index incx, const void* y, hipDataType y_type,
                  index incy, void* result, hipDataType result_type, hipDataType execution)
ROCM_BINDGEN_BLAS(Nrm2Ex, index n, const void* x, hipDataType x_type, index incx, void* result, hipDataType result_type,
                  hipDataType execution)
ROCM_BINDGEN_BLAS(RotEx, index n, void* x, hipDataType x_type, index incx, void* y, hipDataType y_type, index incy,
                  const void* c, const void* s, hipDataType cs_type, hipDataType execution)
