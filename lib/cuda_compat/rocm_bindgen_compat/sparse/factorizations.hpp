// Declarations of hipSPARSE's incomplete factorizations, triangular solvers and tridiagonal systems, by element type.
#pragma once

#include "rocm_bindgen_compat/sparse/types.hpp"

typedef struct csrilu02Info* csrilu02Info_t;
typedef struct csric02Info* csric02Info_t;
typedef struct csrsv2Info* csrsv2Info_t;

/// Declares one step of an algorithm on a square CSR matrix: the matrix arguments, then the step's own arguments.
#define ROCM_BINDGEN_SPARSE_STEP(name, Values, Info, ...)                                                         \
  hipsparseStatus_t hipsparse##name(hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t matrix,   \
                                    Values* values, const int* row_offsets, const int* column_indices, Info info, \
                                    __VA_ARGS__);

#define ROCM_BINDGEN_SPARSE_FACTORIZATION(X, T, name)                                                            \
  ROCM_BINDGEN_SPARSE_STEP(X##name##_bufferSize, T, name##Info_t, int* size)                                     \
  ROCM_BINDGEN_SPARSE_STEP(X##name##_analysis, const T, name##Info_t, hipsparseSolvePolicy_t policy, void* work) \
  ROCM_BINDGEN_SPARSE_STEP(X##name, T, name##Info_t, hipsparseSolvePolicy_t policy, void* work)

#define ROCM_BINDGEN_SPARSE_SOLVER_STEP(name, ...) \
  hipsparseStatus_t hipsparse##name(hipsparseHandle_t handle, hipsparseOperation_t op, int m, int nnz, __VA_ARGS__);

#define ROCM_BINDGEN_SPARSE_TYPE(X, T)                                                                                \
  ROCM_BINDGEN_SPARSE_FACTORIZATION(X, T, csrilu02)                                                                   \
  ROCM_BINDGEN_SPARSE_FACTORIZATION(X, T, csric02)                                                                    \
  ROCM_BINDGEN_SPARSE_SOLVER_STEP(X##csrsv2_bufferSize, const hipsparseMatDescr_t matrix, T* values,                  \
                                  const int* row_offsets, const int* column_indices, csrsv2Info_t info, int* size)    \
  ROCM_BINDGEN_SPARSE_SOLVER_STEP(X##csrsv2_analysis, const hipsparseMatDescr_t matrix, const T* values,              \
                                  const int* row_offsets, const int* column_indices, csrsv2Info_t info,               \
                                  hipsparseSolvePolicy_t policy, void* work)                                          \
  ROCM_BINDGEN_SPARSE_SOLVER_STEP(X##csrsv2_solve, const T* alpha, const hipsparseMatDescr_t matrix, const T* values, \
                                  const int* row_offsets, const int* column_indices, csrsv2Info_t info, const T* f,   \
                                  T* x, hipsparseSolvePolicy_t policy, void* work)                                    \
  hipsparseStatus_t hipsparse##X##gtsv2_bufferSizeExt(hipsparseHandle_t handle, int m, int n, const T* lower,         \
                                                      const T* diagonal, const T* upper, const T* b, int ldb,         \
                                                      size_t* size);                                                  \
  hipsparseStatus_t hipsparse##X##gtsv2(hipsparseHandle_t handle, int m, int n, const T* lower, const T* diagonal,    \
                                        const T* upper, T* b, int ldb, void* work);                                   \
  hipsparseStatus_t hipsparse##X##gtsv2StridedBatch_bufferSizeExt(hipsparseHandle_t handle, int m, const T* lower,    \
                                                                  const T* diagonal, const T* upper, const T* x,      \
                                                                  int batches, int stride, size_t* size);             \
  hipsparseStatus_t hipsparse##X##gtsv2StridedBatch(hipsparseHandle_t handle, int m, const T* lower,                  \
                                                    const T* diagonal, const T* upper, T* x, int batches, int stride, \
                                                    void* work);

#define ROCM_BINDGEN_SPARSE_INFO(Name, name)                         \
  hipsparseStatus_t hipsparseCreate##Name##Info(name##Info_t* info); \
  hipsparseStatus_t hipsparseDestroy##Name##Info(name##Info_t info); \
  hipsparseStatus_t hipsparseX##name##_zeroPivot(hipsparseHandle_t handle, name##Info_t info, int* position);

#ifdef __cplusplus
extern "C" {
#endif
ROCM_BINDGEN_SPARSE_INFO(Csrilu02, csrilu02)
ROCM_BINDGEN_SPARSE_INFO(Csric02, csric02)
ROCM_BINDGEN_SPARSE_INFO(Csrsv2, csrsv2)
ROCM_BINDGEN_SPARSE_TYPE(S, float)
ROCM_BINDGEN_SPARSE_TYPE(D, double)
ROCM_BINDGEN_SPARSE_TYPE(C, hipComplex)
ROCM_BINDGEN_SPARSE_TYPE(Z, hipDoubleComplex)
#ifdef __cplusplus
}
#endif
