// The types of hipSPARSE's interface, and the functions that do not compute anything.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hip/hip_complex.h"
#include "hip/hip_runtime.h"
#include "hip/library_types.h"

// Macros that programs may test: hipify writes them for those of cuSPARSE.
#define HIPSPARSE_H
#define HIPSPARSE_EXPORT

typedef void* hipsparseHandle_t;
typedef void* hipsparseMatDescr_t;

typedef enum hipsparseStatus_t {
  HIPSPARSE_STATUS_SUCCESS,
  HIPSPARSE_STATUS_NOT_INITIALIZED,
  HIPSPARSE_STATUS_ALLOC_FAILED,
  HIPSPARSE_STATUS_INVALID_VALUE,
  HIPSPARSE_STATUS_ARCH_MISMATCH,
  HIPSPARSE_STATUS_MAPPING_ERROR,
  HIPSPARSE_STATUS_EXECUTION_FAILED,
  HIPSPARSE_STATUS_INTERNAL_ERROR,
  HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
  HIPSPARSE_STATUS_ZERO_PIVOT,
  HIPSPARSE_STATUS_NOT_SUPPORTED,
  HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES
} hipsparseStatus_t;

typedef enum hipsparsePointerMode_t {
  HIPSPARSE_POINTER_MODE_HOST,
  HIPSPARSE_POINTER_MODE_DEVICE
} hipsparsePointerMode_t;
typedef enum hipsparseAction_t { HIPSPARSE_ACTION_SYMBOLIC, HIPSPARSE_ACTION_NUMERIC } hipsparseAction_t;
typedef enum hipsparseMatrixType_t {
  HIPSPARSE_MATRIX_TYPE_GENERAL,
  HIPSPARSE_MATRIX_TYPE_SYMMETRIC,
  HIPSPARSE_MATRIX_TYPE_HERMITIAN,
  HIPSPARSE_MATRIX_TYPE_TRIANGULAR
} hipsparseMatrixType_t;
typedef enum hipsparseFillMode_t { HIPSPARSE_FILL_MODE_LOWER, HIPSPARSE_FILL_MODE_UPPER } hipsparseFillMode_t;
typedef enum hipsparseDiagType_t { HIPSPARSE_DIAG_TYPE_NON_UNIT, HIPSPARSE_DIAG_TYPE_UNIT } hipsparseDiagType_t;
typedef enum hipsparseIndexBase_t { HIPSPARSE_INDEX_BASE_ZERO, HIPSPARSE_INDEX_BASE_ONE } hipsparseIndexBase_t;
typedef enum hipsparseOperation_t {
  HIPSPARSE_OPERATION_NON_TRANSPOSE,
  HIPSPARSE_OPERATION_TRANSPOSE,
  HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE
} hipsparseOperation_t;
typedef enum hipsparseSolvePolicy_t {
  HIPSPARSE_SOLVE_POLICY_NO_LEVEL,
  HIPSPARSE_SOLVE_POLICY_USE_LEVEL
} hipsparseSolvePolicy_t;
typedef enum hipsparseSideMode_t { HIPSPARSE_SIDE_LEFT, HIPSPARSE_SIDE_RIGHT } hipsparseSideMode_t;
typedef enum hipsparseDirection_t { HIPSPARSE_DIRECTION_ROW, HIPSPARSE_DIRECTION_COLUMN } hipsparseDirection_t;

#ifdef __cplusplus
extern "C" {
#endif
hipsparseStatus_t hipsparseCreate(hipsparseHandle_t* handle);
hipsparseStatus_t hipsparseDestroy(hipsparseHandle_t handle);
hipsparseStatus_t hipsparseGetVersion(hipsparseHandle_t handle, int* version);
hipsparseStatus_t hipsparseSetStream(hipsparseHandle_t handle, hipStream_t stream);
hipsparseStatus_t hipsparseGetStream(hipsparseHandle_t handle, hipStream_t* stream);
hipsparseStatus_t hipsparseSetPointerMode(hipsparseHandle_t handle, hipsparsePointerMode_t mode);
hipsparseStatus_t hipsparseGetPointerMode(hipsparseHandle_t handle, hipsparsePointerMode_t* mode);
const char* hipsparseGetErrorName(hipsparseStatus_t status);
const char* hipsparseGetErrorString(hipsparseStatus_t status);

hipsparseStatus_t hipsparseCreateMatDescr(hipsparseMatDescr_t* matrix);
hipsparseStatus_t hipsparseDestroyMatDescr(hipsparseMatDescr_t matrix);
hipsparseStatus_t hipsparseSetMatType(hipsparseMatDescr_t matrix, hipsparseMatrixType_t type);
hipsparseMatrixType_t hipsparseGetMatType(const hipsparseMatDescr_t matrix);
hipsparseStatus_t hipsparseSetMatIndexBase(hipsparseMatDescr_t matrix, hipsparseIndexBase_t base);
hipsparseIndexBase_t hipsparseGetMatIndexBase(const hipsparseMatDescr_t matrix);
hipsparseStatus_t hipsparseSetMatFillMode(hipsparseMatDescr_t matrix, hipsparseFillMode_t mode);
hipsparseFillMode_t hipsparseGetMatFillMode(const hipsparseMatDescr_t matrix);
hipsparseStatus_t hipsparseSetMatDiagType(hipsparseMatDescr_t matrix, hipsparseDiagType_t type);
hipsparseDiagType_t hipsparseGetMatDiagType(const hipsparseMatDescr_t matrix);
#ifdef __cplusplus
}
#endif
