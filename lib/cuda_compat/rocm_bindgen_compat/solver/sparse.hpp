// Declarations of hipSOLVER's direct solvers for sparse systems. The parameters are those of the cuSOLVER functions
// whose names differ only in the prefix (cusolverSp).
#pragma once

#include "hipsparse/hipsparse.h"
#include "rocm_bindgen_compat/solver/dense.hpp"

typedef void* hipsolverSpHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
hipsolverStatus_t hipsolverSpCreate(hipsolverSpHandle_t*);
hipsolverStatus_t hipsolverSpDestroy(hipsolverSpHandle_t);
hipsolverStatus_t hipsolverSpSetStream(hipsolverSpHandle_t, hipStream_t);
hipsolverStatus_t hipsolverSpScsrlsvchol(hipsolverSpHandle_t, int, int, const hipsparseMatDescr_t, const float*,
                                         const int*, const int*, const float*, float, int, float*, int*);
hipsolverStatus_t hipsolverSpDcsrlsvchol(hipsolverSpHandle_t, int, int, const hipsparseMatDescr_t, const double*,
                                         const int*, const int*, const double*, double, int, double*, int*);
hipsolverStatus_t hipsolverSpScsrlsvcholHost(hipsolverSpHandle_t, int, int, const hipsparseMatDescr_t, const float*,
                                             const int*, const int*, const float*, float, int, float*, int*);
hipsolverStatus_t hipsolverSpDcsrlsvcholHost(hipsolverSpHandle_t, int, int, const hipsparseMatDescr_t, const double*,
                                             const int*, const int*, const double*, double, int, double*, int*);
// hipSOLVER declares the tolerance of this function as double, although cuSOLVER's is float.
hipsolverStatus_t hipsolverSpScsrlsvqr(hipsolverSpHandle_t, int, int, const hipsparseMatDescr_t, const float*,
                                       const int*, const int*, const float*, double, int, float*, int*);
hipsolverStatus_t hipsolverSpDcsrlsvqr(hipsolverSpHandle_t, int, int, const hipsparseMatDescr_t, const double*,
                                       const int*, const int*, const double*, double, int, double*, int*);
#ifdef __cplusplus
}
#endif
