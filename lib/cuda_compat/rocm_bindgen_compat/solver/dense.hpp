// Declarations of hipSOLVER's functions on dense matrices in the form that cuSOLVER's users call: one function returns
// the size of the buffer, another one gets the buffer.
#pragma once

#include "hip/hip_complex.h"
#include "hip/hip_runtime.h"
#include "hip/library_types.h"
#include "hipblas/hipblas.h"

// hipSOLVER's include guard, which programs may test: hipify writes it for the guards of cuSOLVER.
#define HIPSOLVER_H

typedef void* hipsolverHandle_t;
typedef hipsolverHandle_t hipsolverDnHandle_t;
typedef void* hipsolverGesvdjInfo_t;
typedef void* hipsolverSyevjInfo_t;
typedef hipblasOperation_t hipsolverOperation_t;
typedef hipblasFillMode_t hipsolverFillMode_t;
typedef hipblasSideMode_t hipsolverSideMode_t;

typedef enum hipsolverStatus_t {
  HIPSOLVER_STATUS_SUCCESS,
  HIPSOLVER_STATUS_NOT_INITIALIZED,
  HIPSOLVER_STATUS_ALLOC_FAILED,
  HIPSOLVER_STATUS_INVALID_VALUE,
  HIPSOLVER_STATUS_MAPPING_ERROR,
  HIPSOLVER_STATUS_EXECUTION_FAILED,
  HIPSOLVER_STATUS_INTERNAL_ERROR,
  HIPSOLVER_STATUS_NOT_SUPPORTED,
  HIPSOLVER_STATUS_ARCH_MISMATCH,
  HIPSOLVER_STATUS_HANDLE_IS_NULLPTR,
  HIPSOLVER_STATUS_INVALID_ENUM,
  HIPSOLVER_STATUS_UNKNOWN,
  HIPSOLVER_STATUS_ZERO_PIVOT,
  HIPSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED
} hipsolverStatus_t;

typedef enum hipsolverEigMode_t {
  HIPSOLVER_EIG_MODE_NOVECTOR = 201,
  HIPSOLVER_EIG_MODE_VECTOR = 202
} hipsolverEigMode_t;
typedef enum hipsolverEigType_t {
  HIPSOLVER_EIG_TYPE_1 = 211,
  HIPSOLVER_EIG_TYPE_2 = 212,
  HIPSOLVER_EIG_TYPE_3 = 213
} hipsolverEigType_t;
typedef enum hipsolverEigRange_t {
  HIPSOLVER_EIG_RANGE_ALL = 221,
  HIPSOLVER_EIG_RANGE_V = 222,
  HIPSOLVER_EIG_RANGE_I = 223
} hipsolverEigRange_t;

/// Declares a function of the interface for one element type.
#define ROCM_BINDGEN_SOLVER(name, ...) hipsolverStatus_t hipsolverDn##name(hipsolverHandle_t handle, __VA_ARGS__);

// U is the type of the real numbers that correspond to T.
#define ROCM_BINDGEN_SOLVER_TYPE(X, T, U)                                                                             \
  ROCM_BINDGEN_SOLVER(X##getrf_bufferSize, int m, int n, T* a, int lda, int* size)                                    \
  ROCM_BINDGEN_SOLVER(X##getrf, int m, int n, T* a, int lda, T* work, int* pivots, int* info)                         \
  ROCM_BINDGEN_SOLVER(X##getrs, hipblasOperation_t op, int n, int nrhs, const T* a, int lda, const int* pivots, T* b, \
                      int ldb, int* info)                                                                             \
  ROCM_BINDGEN_SOLVER(X##potrf_bufferSize, hipblasFillMode_t uplo, int n, T* a, int lda, int* size)                   \
  ROCM_BINDGEN_SOLVER(X##potrf, hipblasFillMode_t uplo, int n, T* a, int lda, T* work, int size, int* info)           \
  ROCM_BINDGEN_SOLVER(X##potrs, hipblasFillMode_t uplo, int n, int nrhs, const T* a, int lda, T* b, int ldb,          \
                      int* info)                                                                                      \
  ROCM_BINDGEN_SOLVER(X##potri_bufferSize, hipblasFillMode_t uplo, int n, T* a, int lda, int* size)                   \
  ROCM_BINDGEN_SOLVER(X##potri, hipblasFillMode_t uplo, int n, T* a, int lda, T* work, int size, int* info)           \
  ROCM_BINDGEN_SOLVER(X##potrfBatched, hipblasFillMode_t uplo, int n, T* a[], int lda, int* info, int batches)        \
  ROCM_BINDGEN_SOLVER(X##geqrf_bufferSize, int m, int n, T* a, int lda, int* size)                                    \
  ROCM_BINDGEN_SOLVER(X##geqrf, int m, int n, T* a, int lda, T* tau, T* work, int size, int* info)                    \
  ROCM_BINDGEN_SOLVER(X##gesvd_bufferSize, int m, int n, int* size)                                                   \
  ROCM_BINDGEN_SOLVER(X##gesvd, signed char job_u, signed char job_v, int m, int n, T* a, int lda, U* s, T* u,        \
                      int ldu, T* v, int ldv, T* work, int size, U* real_work, int* info)                             \
  ROCM_BINDGEN_SOLVER(X##gesvdj_bufferSize, hipsolverEigMode_t job, int economic, int m, int n, const T* a, int lda,  \
                      const U* s, const T* u, int ldu, const T* v, int ldv, int* size,                                \
                      hipsolverGesvdjInfo_t parameters)                                                               \
  ROCM_BINDGEN_SOLVER(X##gesvdj, hipsolverEigMode_t job, int economic, int m, int n, T* a, int lda, U* s, T* u,       \
                      int ldu, T* v, int ldv, T* work, int size, int* info, hipsolverGesvdjInfo_t parameters)

// Names distinguish orthogonal from unitary, and symmetric from Hermitian: Dorgqr, Zungqr, Dsyevd, Zheevd.
#define ROCM_BINDGEN_SOLVER_NAMED(X, orthogonal, symmetric, T, U)                                                      \
  ROCM_BINDGEN_SOLVER(X##orthogonal##gqr_bufferSize, int m, int n, int k, const T* a, int lda, const T* tau,           \
                      int* size)                                                                                       \
  ROCM_BINDGEN_SOLVER(X##orthogonal##gqr, int m, int n, int k, T* a, int lda, const T* tau, T* work, int size,         \
                      int* info)                                                                                       \
  ROCM_BINDGEN_SOLVER(X##orthogonal##mqr_bufferSize, hipblasSideMode_t side, hipblasOperation_t op, int m, int n,      \
                      int k, const T* a, int lda, const T* tau, const T* c, int ldc, int* size)                        \
  ROCM_BINDGEN_SOLVER(X##orthogonal##mqr, hipblasSideMode_t side, hipblasOperation_t op, int m, int n, int k,          \
                      const T* a, int lda, const T* tau, T* c, int ldc, T* work, int size, int* info)                  \
  ROCM_BINDGEN_SOLVER(X##symmetric##evd_bufferSize, hipsolverEigMode_t job, hipblasFillMode_t uplo, int n, const T* a, \
                      int lda, const U* w, int* size)                                                                  \
  ROCM_BINDGEN_SOLVER(X##symmetric##evd, hipsolverEigMode_t job, hipblasFillMode_t uplo, int n, T* a, int lda, U* w,   \
                      T* work, int size, int* info)                                                                    \
  ROCM_BINDGEN_SOLVER(X##symmetric##evj_bufferSize, hipsolverEigMode_t job, hipblasFillMode_t uplo, int n, const T* a, \
                      int lda, const U* w, int* size, hipsolverSyevjInfo_t parameters)                                 \
  ROCM_BINDGEN_SOLVER(X##symmetric##evj, hipsolverEigMode_t job, hipblasFillMode_t uplo, int n, T* a, int lda, U* w,   \
                      T* work, int size, int* info, hipsolverSyevjInfo_t parameters)

#ifdef __cplusplus
extern "C" {
#endif
hipsolverStatus_t hipsolverDnCreate(hipsolverHandle_t* handle);
hipsolverStatus_t hipsolverDnDestroy(hipsolverHandle_t handle);
hipsolverStatus_t hipsolverDnSetStream(hipsolverHandle_t handle, hipStream_t stream);
hipsolverStatus_t hipsolverDnGetStream(hipsolverHandle_t handle, hipStream_t* stream);
hipsolverStatus_t hipsolverDnCreateGesvdjInfo(hipsolverGesvdjInfo_t* parameters);
hipsolverStatus_t hipsolverDnDestroyGesvdjInfo(hipsolverGesvdjInfo_t parameters);
hipsolverStatus_t hipsolverDnXgesvdjSetTolerance(hipsolverGesvdjInfo_t parameters, double tolerance);
hipsolverStatus_t hipsolverDnXgesvdjSetMaxSweeps(hipsolverGesvdjInfo_t parameters, int sweeps);
hipsolverStatus_t hipsolverDnCreateSyevjInfo(hipsolverSyevjInfo_t* parameters);
hipsolverStatus_t hipsolverDnDestroySyevjInfo(hipsolverSyevjInfo_t parameters);
hipsolverStatus_t hipsolverDnXsyevjSetTolerance(hipsolverSyevjInfo_t parameters, double tolerance);
hipsolverStatus_t hipsolverDnXsyevjSetMaxSweeps(hipsolverSyevjInfo_t parameters, int sweeps);

ROCM_BINDGEN_SOLVER_TYPE(S, float, float)
ROCM_BINDGEN_SOLVER_TYPE(D, double, double)
ROCM_BINDGEN_SOLVER_TYPE(C, hipComplex, float)
ROCM_BINDGEN_SOLVER_TYPE(Z, hipDoubleComplex, double)
ROCM_BINDGEN_SOLVER_NAMED(S, or, sy, float, float)
ROCM_BINDGEN_SOLVER_NAMED(D, or, sy, double, double)
ROCM_BINDGEN_SOLVER_NAMED(C, un, he, hipComplex, float)
ROCM_BINDGEN_SOLVER_NAMED(Z, un, he, hipDoubleComplex, double)
#ifdef __cplusplus
}
#endif
