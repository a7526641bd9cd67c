// Declarations of hipSOLVER's solvers for many systems whose matrices have the same sparsity pattern. The parameters
// are those of the cuSOLVER functions whose names differ only in the prefix (cusolverRf).
#pragma once

#include "rocm_bindgen_compat/solver/dense.hpp"

typedef void* hipsolverRfHandle_t;

typedef enum hipsolverRfFactorization_t {
  HIPSOLVERRF_FACTORIZATION_ALG0,
  HIPSOLVERRF_FACTORIZATION_ALG1,
  HIPSOLVERRF_FACTORIZATION_ALG2
} hipsolverRfFactorization_t;
typedef enum hipsolverRfMatrixFormat_t {
  HIPSOLVERRF_MATRIX_FORMAT_CSR,
  HIPSOLVERRF_MATRIX_FORMAT_CSC
} hipsolverRfMatrixFormat_t;
typedef enum hipsolverRfNumericBoostReport_t {
  HIPSOLVERRF_NUMERIC_BOOST_NOT_USED,
  HIPSOLVERRF_NUMERIC_BOOST_USED
} hipsolverRfNumericBoostReport_t;
typedef enum hipsolverRfResetValuesFastMode_t {
  HIPSOLVERRF_RESET_VALUES_FAST_MODE_OFF,
  HIPSOLVERRF_RESET_VALUES_FAST_MODE_ON
} hipsolverRfResetValuesFastMode_t;
typedef enum hipsolverRfTriangularSolve_t {
  HIPSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1,
  HIPSOLVERRF_TRIANGULAR_SOLVE_ALG2,
  HIPSOLVERRF_TRIANGULAR_SOLVE_ALG3
} hipsolverRfTriangularSolve_t;
typedef enum hipsolverRfUnitDiagonal_t {
  HIPSOLVERRF_UNIT_DIAGONAL_STORED_L,
  HIPSOLVERRF_UNIT_DIAGONAL_STORED_U,
  HIPSOLVERRF_UNIT_DIAGONAL_ASSUMED_L,
  HIPSOLVERRF_UNIT_DIAGONAL_ASSUMED_U
} hipsolverRfUnitDiagonal_t;

#ifdef __cplusplus
extern "C" {
#endif
hipsolverStatus_t hipsolverRfCreate(hipsolverRfHandle_t*);
hipsolverStatus_t hipsolverRfDestroy(hipsolverRfHandle_t);
hipsolverStatus_t hipsolverRfSetupDevice(int, int, int*, int*, double*, int, int*, int*, double*, int, int*, int*,
                                         double*, int*, int*, hipsolverRfHandle_t);
hipsolverStatus_t hipsolverRfSetupHost(int, int, int*, int*, double*, int, int*, int*, double*, int, int*, int*,
                                       double*, int*, int*, hipsolverRfHandle_t);
hipsolverStatus_t hipsolverRfAccessBundledFactorsDevice(hipsolverRfHandle_t, int*, int**, int**, double**);
hipsolverStatus_t hipsolverRfAnalyze(hipsolverRfHandle_t);
hipsolverStatus_t hipsolverRfExtractBundledFactorsHost(hipsolverRfHandle_t, int*, int**, int**, double**);
hipsolverStatus_t hipsolverRfExtractSplitFactorsHost(hipsolverRfHandle_t, int*, int**, int**, double**, int*, int**,
                                                     int**, double**);
hipsolverStatus_t hipsolverRfGetMatrixFormat(hipsolverRfHandle_t, hipsolverRfMatrixFormat_t*,
                                             hipsolverRfUnitDiagonal_t*);
hipsolverStatus_t hipsolverRfGetNumericBoostReport(hipsolverRfHandle_t, hipsolverRfNumericBoostReport_t*);
hipsolverStatus_t hipsolverRfGetNumericProperties(hipsolverRfHandle_t, double*, double*);
hipsolverStatus_t hipsolverRfGetResetValuesFastMode(hipsolverRfHandle_t, hipsolverRfResetValuesFastMode_t*);
hipsolverStatus_t hipsolverRfRefactor(hipsolverRfHandle_t);
hipsolverStatus_t hipsolverRfResetValues(int, int, int*, int*, double*, int*, int*, hipsolverRfHandle_t);
hipsolverStatus_t hipsolverRfSetAlgs(hipsolverRfHandle_t, hipsolverRfFactorization_t, hipsolverRfTriangularSolve_t);
hipsolverStatus_t hipsolverRfSetMatrixFormat(hipsolverRfHandle_t, hipsolverRfMatrixFormat_t, hipsolverRfUnitDiagonal_t);
hipsolverStatus_t hipsolverRfSetNumericProperties(hipsolverRfHandle_t, double, double);
hipsolverStatus_t hipsolverRfSetResetValuesFastMode(hipsolverRfHandle_t, hipsolverRfResetValuesFastMode_t);
hipsolverStatus_t hipsolverRfSolve(hipsolverRfHandle_t, int*, int*, int, double*, int, double*, int);
hipsolverStatus_t hipsolverRfBatchSetupHost(int, int, int, int*, int*, double**, int, int*, int*, double*, int, int*,
                                            int*, double*, int*, int*, hipsolverRfHandle_t);
hipsolverStatus_t hipsolverRfBatchAnalyze(hipsolverRfHandle_t);
hipsolverStatus_t hipsolverRfBatchRefactor(hipsolverRfHandle_t);
hipsolverStatus_t hipsolverRfBatchResetValues(int, int, int, int*, int*, double**, int*, int*, hipsolverRfHandle_t);
hipsolverStatus_t hipsolverRfBatchSolve(hipsolverRfHandle_t, int*, int*, int, double*, int, double**, int);
hipsolverStatus_t hipsolverRfBatchZeroPivot(hipsolverRfHandle_t, int*);
#ifdef __cplusplus
}
#endif
