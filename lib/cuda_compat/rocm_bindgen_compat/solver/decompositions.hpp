// Declarations of hipSOLVER's further functions on dense matrices: generalized and partial eigenvalue problems,
// reductions, batches, least squares. U is the type of the real numbers that correspond to T. The parameters are those
// of the cuSOLVER functions whose names differ only in the prefix (cusolverDn).
#pragma once

#include "rocm_bindgen_compat/solver/dense.hpp"

typedef void* hipsolverDnParams_t;

typedef enum hipsolverAlgMode_t { HIPSOLVER_ALG_0 = 231, HIPSOLVER_ALG_1 = 232 } hipsolverAlgMode_t;
typedef enum hipsolverDeterministicMode_t {
  HIPSOLVER_DETERMINISTIC_RESULTS = 241,
  HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS = 242
} hipsolverDeterministicMode_t;
typedef enum hipsolverDnFunction_t { HIPSOLVERDN_GETRF } hipsolverDnFunction_t;

/// Declares a function of the interface. It differs from ROCM_BINDGEN_SOLVER in that the handle has no name.
#define ROCM_BINDGEN_SOLVER_OF(name, ...) hipsolverStatus_t hipsolverDn##name(hipsolverHandle_t, __VA_ARGS__);

#define ROCM_BINDGEN_SOLVER_MORE(X, T, U)                                                                              \
  ROCM_BINDGEN_SOLVER_OF(X##gebrd_bufferSize, int, int, int*)                                                          \
  ROCM_BINDGEN_SOLVER_OF(X##gebrd, int, int, T*, int, U*, U*, T*, T*, T*, int, int*)                                   \
  ROCM_BINDGEN_SOLVER_OF(X##X##gels_bufferSize, int, int, int, T*, int, T*, int, T*, int, void*, size_t*)              \
  ROCM_BINDGEN_SOLVER_OF(X##X##gels, int, int, int, T*, int, T*, int, T*, int, void*, size_t, int*, int*)              \
  ROCM_BINDGEN_SOLVER_OF(X##X##gesv_bufferSize, int, int, T*, int, int*, T*, int, T*, int, void*, size_t*)             \
  ROCM_BINDGEN_SOLVER_OF(X##X##gesv, int, int, T*, int, int*, T*, int, T*, int, void*, size_t, int*, int*)             \
  ROCM_BINDGEN_SOLVER_OF(X##gesvdjBatched_bufferSize, hipsolverEigMode_t, int, int, const T*, int, const U*, const T*, \
                         int, const T*, int, int*, hipsolverGesvdjInfo_t, int)                                         \
  ROCM_BINDGEN_SOLVER_OF(X##gesvdjBatched, hipsolverEigMode_t, int, int, T*, int, U*, T*, int, T*, int, T*, int, int*, \
                         hipsolverGesvdjInfo_t, int)                                                                   \
  ROCM_BINDGEN_SOLVER_OF(X##gesvdaStridedBatched_bufferSize, hipsolverEigMode_t, int, int, int, const T*, int,         \
                         long long, const U*, long long, const T*, int, long long, const T*, int, long long, int*,     \
                         int)                                                                                          \
  ROCM_BINDGEN_SOLVER_OF(X##gesvdaStridedBatched, hipsolverEigMode_t, int, int, int, const T*, int, long long, U*,     \
                         long long, T*, int, long long, T*, int, long long, T*, int, int*, double*, int)               \
  ROCM_BINDGEN_SOLVER_OF(X##potrsBatched, hipblasFillMode_t, int, int, T**, int, T**, int, int*, int)                  \
  ROCM_BINDGEN_SOLVER_OF(X##sytrf_bufferSize, int, T*, int, int*)                                                      \
  ROCM_BINDGEN_SOLVER_OF(X##sytrf, hipblasFillMode_t, int, T*, int, int*, T*, int, int*)

// Names distinguish orthogonal from unitary, and symmetric from Hermitian.
#define ROCM_BINDGEN_SOLVER_MORE_NAMED(X, orthogonal, symmetric, T, U)                                                 \
  ROCM_BINDGEN_SOLVER_OF(X##orthogonal##gbr_bufferSize, hipblasSideMode_t, int, int, int, const T*, int, const T*,     \
                         int*)                                                                                         \
  ROCM_BINDGEN_SOLVER_OF(X##orthogonal##gbr, hipblasSideMode_t, int, int, int, T*, int, const T*, T*, int, int*)       \
  ROCM_BINDGEN_SOLVER_OF(X##orthogonal##gtr_bufferSize, hipblasFillMode_t, int, const T*, int, const T*, int*)         \
  ROCM_BINDGEN_SOLVER_OF(X##orthogonal##gtr, hipblasFillMode_t, int, T*, int, const T*, T*, int, int*)                 \
  ROCM_BINDGEN_SOLVER_OF(X##orthogonal##mtr_bufferSize, hipblasSideMode_t, hipblasFillMode_t, hipblasOperation_t, int, \
                         int, const T*, int, const T*, const T*, int, int*)                                            \
  ROCM_BINDGEN_SOLVER_OF(X##orthogonal##mtr, hipblasSideMode_t, hipblasFillMode_t, hipblasOperation_t, int, int, T*,   \
                         int, T*, T*, int, T*, int, int*)                                                              \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##evdx_bufferSize, hipsolverEigMode_t, hipsolverEigRange_t, hipblasFillMode_t,    \
                         int, const T*, int, U, U, int, int, int*, const U*, int*)                                     \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##evdx, hipsolverEigMode_t, hipsolverEigRange_t, hipblasFillMode_t, int, T*, int, \
                         U, U, int, int, int*, U*, T*, int, int*)                                                      \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##evjBatched_bufferSize, hipsolverEigMode_t, hipblasFillMode_t, int, const T*,    \
                         int, const U*, int*, hipsolverSyevjInfo_t, int)                                               \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##evjBatched, hipsolverEigMode_t, hipblasFillMode_t, int, T*, int, U*, T*, int,   \
                         int*, hipsolverSyevjInfo_t, int)                                                              \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##gvd_bufferSize, hipsolverEigType_t, hipsolverEigMode_t, hipblasFillMode_t, int, \
                         const T*, int, const T*, int, const U*, int*)                                                 \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##gvd, hipsolverEigType_t, hipsolverEigMode_t, hipblasFillMode_t, int, T*, int,   \
                         T*, int, U*, T*, int, int*)                                                                   \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##gvdx_bufferSize, hipsolverEigType_t, hipsolverEigMode_t, hipsolverEigRange_t,   \
                         hipblasFillMode_t, int, const T*, int, const T*, int, U, U, int, int, int*, const U*, int*)   \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##gvdx, hipsolverEigType_t, hipsolverEigMode_t, hipsolverEigRange_t,              \
                         hipblasFillMode_t, int, T*, int, T*, int, U, U, int, int, int*, U*, T*, int, int*)            \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##gvj_bufferSize, hipsolverEigType_t, hipsolverEigMode_t, hipblasFillMode_t, int, \
                         const T*, int, const T*, int, const U*, int*, hipsolverSyevjInfo_t)                           \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##gvj, hipsolverEigType_t, hipsolverEigMode_t, hipblasFillMode_t, int, T*, int,   \
                         T*, int, U*, T*, int, int*, hipsolverSyevjInfo_t)                                             \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##trd_bufferSize, hipblasFillMode_t, int, const T*, int, const U*, const U*,      \
                         const T*, int*)                                                                               \
  ROCM_BINDGEN_SOLVER_OF(X##symmetric##trd, hipblasFillMode_t, int, T*, int, U*, U*, T*, T*, int, int*)

#ifdef __cplusplus
extern "C" {
#endif
ROCM_BINDGEN_SOLVER_MORE(S, float, float)
ROCM_BINDGEN_SOLVER_MORE(D, double, double)
ROCM_BINDGEN_SOLVER_MORE(C, hipComplex, float)
ROCM_BINDGEN_SOLVER_MORE(Z, hipDoubleComplex, double)
ROCM_BINDGEN_SOLVER_MORE_NAMED(S, or, sy, float, float)
ROCM_BINDGEN_SOLVER_MORE_NAMED(D, or, sy, double, double)
ROCM_BINDGEN_SOLVER_MORE_NAMED(C, un, he, hipComplex, float)
ROCM_BINDGEN_SOLVER_MORE_NAMED(Z, un, he, hipDoubleComplex, double)
hipsolverStatus_t hipsolverSetStream(hipsolverHandle_t, hipStream_t);
hipsolverStatus_t hipsolverGetStream(hipsolverHandle_t, hipStream_t*);
hipsolverStatus_t hipsolverDnSetDeterministicMode(hipsolverHandle_t, hipsolverDeterministicMode_t);
hipsolverStatus_t hipsolverDnGetDeterministicMode(hipsolverHandle_t, hipsolverDeterministicMode_t*);
hipsolverStatus_t hipsolverDnXgesvdjSetSortEig(hipsolverGesvdjInfo_t, int);
hipsolverStatus_t hipsolverDnXgesvdjGetResidual(hipsolverDnHandle_t, hipsolverGesvdjInfo_t, double*);
hipsolverStatus_t hipsolverDnXgesvdjGetSweeps(hipsolverDnHandle_t, hipsolverGesvdjInfo_t, int*);
hipsolverStatus_t hipsolverDnXsyevjSetSortEig(hipsolverSyevjInfo_t, int);
hipsolverStatus_t hipsolverDnXsyevjGetResidual(hipsolverDnHandle_t, hipsolverSyevjInfo_t, double*);
hipsolverStatus_t hipsolverDnXsyevjGetSweeps(hipsolverDnHandle_t, hipsolverSyevjInfo_t, int*);
hipsolverStatus_t hipsolverDnCreateParams(hipsolverDnParams_t*);
hipsolverStatus_t hipsolverDnDestroyParams(hipsolverDnParams_t);
hipsolverStatus_t hipsolverDnSetAdvOptions(hipsolverDnParams_t, hipsolverDnFunction_t, hipsolverAlgMode_t);
hipsolverStatus_t hipsolverDnXgeqrf_bufferSize(hipsolverDnHandle_t, hipsolverDnParams_t, int64_t, int64_t, hipDataType,
                                               const void*, int64_t, hipDataType, const void*, hipDataType, size_t*,
                                               size_t*);
hipsolverStatus_t hipsolverDnXgeqrf(hipsolverDnHandle_t, hipsolverDnParams_t, int64_t, int64_t, hipDataType, void*,
                                    int64_t, hipDataType, void*, hipDataType, void*, size_t, void*, size_t, int*);
hipsolverStatus_t hipsolverDnXgetrf_bufferSize(hipsolverDnHandle_t, hipsolverDnParams_t, int64_t, int64_t, hipDataType,
                                               const void*, int64_t, hipDataType, size_t*, size_t*);
hipsolverStatus_t hipsolverDnXgetrf(hipsolverDnHandle_t, hipsolverDnParams_t, int64_t, int64_t, hipDataType, void*,
                                    int64_t, int64_t*, hipDataType, void*, size_t, void*, size_t, int*);
hipsolverStatus_t hipsolverDnXgetrs(hipsolverDnHandle_t, hipsolverDnParams_t, hipsolverOperation_t, int64_t, int64_t,
                                    hipDataType, const void*, int64_t, const int64_t*, hipDataType, void*, int64_t,
                                    int*);
hipsolverStatus_t hipsolverDnXpotrf_bufferSize(hipsolverDnHandle_t, hipsolverDnParams_t, hipsolverFillMode_t, int64_t,
                                               hipDataType, const void*, int64_t, hipDataType, size_t*, size_t*);
hipsolverStatus_t hipsolverDnXpotrf(hipsolverDnHandle_t, hipsolverDnParams_t, hipsolverFillMode_t, int64_t, hipDataType,
                                    void*, int64_t, hipDataType, void*, size_t, void*, size_t, int*);
hipsolverStatus_t hipsolverDnXpotrs(hipsolverDnHandle_t, hipsolverDnParams_t, hipsolverFillMode_t, int64_t, int64_t,
                                    hipDataType, const void*, int64_t, hipDataType, void*, int64_t, int*);
#ifdef __cplusplus
}
#endif
