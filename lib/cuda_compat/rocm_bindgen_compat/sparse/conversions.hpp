// Declarations of hipSPARSE's functions that convert a matrix to another format, sort it or remove small elements.
// The parameters are those of the cuSPARSE functions whose names differ only in the prefix (cusparse).
#pragma once

#include "rocm_bindgen_compat/sparse/element_types.hpp"
#include "rocm_bindgen_compat/sparse/generic.hpp"

typedef struct pruneInfo* pruneInfo_t;
typedef struct csru2csrInfo* csru2csrInfo_t;
typedef void* hipsparseColorInfo_t;

#define ROCM_BINDGEN_SPARSE_CONVERSIONS(X, T, U)                                                                       \
  ROCM_BINDGEN_SPARSE_OF(X##nnz, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, const T*, int, int*, int*) \
  ROCM_BINDGEN_SPARSE_OF(X##dense2csr, int, int, const hipsparseMatDescr_t, const T*, int, const int*, T*, int*, int*) \
  ROCM_BINDGEN_SPARSE_OF(X##dense2csc, int, int, const hipsparseMatDescr_t, const T*, int, const int*, T*, int*, int*) \
  ROCM_BINDGEN_SPARSE_OF(X##csr2dense, int, int, const hipsparseMatDescr_t, const T*, const int*, const int*, T*, int) \
  ROCM_BINDGEN_SPARSE_OF(X##csc2dense, int, int, const hipsparseMatDescr_t, const T*, const int*, const int*, T*, int) \
  ROCM_BINDGEN_SPARSE_OF(X##nnz_compress, int, const hipsparseMatDescr_t, const T*, const int*, int*, int*, T)         \
  ROCM_BINDGEN_SPARSE_OF(X##csr2csc, int, int, int, const T*, const int*, const int*, T*, int*, int*,                  \
                         hipsparseAction_t, hipsparseIndexBase_t)                                                      \
  ROCM_BINDGEN_SPARSE_OF(X##csr2hyb, int, int, const hipsparseMatDescr_t, const T*, const int*, const int*,            \
                         hipsparseHybMat_t, int, hipsparseHybPartition_t)                                              \
  ROCM_BINDGEN_SPARSE_OF(X##gebsr2gebsc_bufferSize, int, int, int, const T*, const int*, const int*, int, int,         \
                         size_t*)                                                                                      \
  ROCM_BINDGEN_SPARSE_OF(X##gebsr2gebsc, int, int, int, const T*, const int*, const int*, int, int, T*, int*, int*,    \
                         hipsparseAction_t, hipsparseIndexBase_t, void*)                                               \
  ROCM_BINDGEN_SPARSE_OF(X##csr2gebsr_bufferSize, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, const T*, \
                         const int*, const int*, int, int, size_t*)                                                    \
  ROCM_BINDGEN_SPARSE_OF(X##csr2gebsr, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, const T*,            \
                         const int*, const int*, const hipsparseMatDescr_t, T*, int*, int*, int, int, void*)           \
  ROCM_BINDGEN_SPARSE_OF(X##csr2bsr, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, const T*, const int*,  \
                         const int*, int, const hipsparseMatDescr_t, T*, int*, int*)                                   \
  ROCM_BINDGEN_SPARSE_OF(X##bsr2csr, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, const T*, const int*,  \
                         const int*, int, const hipsparseMatDescr_t, T*, int*, int*)                                   \
  ROCM_BINDGEN_SPARSE_OF(X##gebsr2csr, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, const T*,            \
                         const int*, const int*, int, int, const hipsparseMatDescr_t, T*, int*, int*)                  \
  ROCM_BINDGEN_SPARSE_OF(X##csr2csr_compress, int, int, const hipsparseMatDescr_t, const T*, const int*, const int*,   \
                         int, const int*, T*, int*, int*, T)                                                           \
  ROCM_BINDGEN_SPARSE_OF(X##hyb2csr, const hipsparseMatDescr_t, const hipsparseHybMat_t, T*, int*, int*)               \
  ROCM_BINDGEN_SPARSE_OF(X##gebsr2gebsr_bufferSize, hipsparseDirection_t, int, int, int, const hipsparseMatDescr_t,    \
                         const T*, const int*, const int*, int, int, int, int, int*)                                   \
  ROCM_BINDGEN_SPARSE_OF(X##gebsr2gebsr, hipsparseDirection_t, int, int, int, const hipsparseMatDescr_t, const T*,     \
                         const int*, const int*, int, int, const hipsparseMatDescr_t, T*, int*, int*, int, int, void*) \
  ROCM_BINDGEN_SPARSE_OF(X##csru2csr_bufferSizeExt, int, int, int, T*, const int*, int*, csru2csrInfo_t, size_t*)      \
  ROCM_BINDGEN_SPARSE_OF(X##csru2csr, int, int, int, const hipsparseMatDescr_t, T*, const int*, int*, csru2csrInfo_t,  \
                         void*)                                                                                        \
  ROCM_BINDGEN_SPARSE_OF(X##csr2csru, int, int, int, const hipsparseMatDescr_t, T*, const int*, int*, csru2csrInfo_t,  \
                         void*)                                                                                        \
  ROCM_BINDGEN_SPARSE_OF(X##csrcolor, int, int, const hipsparseMatDescr_t, const T*, const int*, const int*, const U*, \
                         int*, int*, int*, hipsparseColorInfo_t)

#define ROCM_BINDGEN_SPARSE_PRUNING(X, T, U)                                                                          \
  ROCM_BINDGEN_SPARSE_OF(X##pruneDense2csr_bufferSizeExt, int, int, const T*, int, const T*,                          \
                         const hipsparseMatDescr_t, const T*, const int*, const int*, size_t*)                        \
  ROCM_BINDGEN_SPARSE_OF(X##pruneDense2csrNnz, int, int, const T*, int, const T*, const hipsparseMatDescr_t, int*,    \
                         int*, void*)                                                                                 \
  ROCM_BINDGEN_SPARSE_OF(X##pruneDense2csr, int, int, const T*, int, const T*, const hipsparseMatDescr_t, T*,         \
                         const int*, int*, void*)                                                                     \
  ROCM_BINDGEN_SPARSE_OF(X##pruneDense2csrByPercentage_bufferSizeExt, int, int, const T*, int, T,                     \
                         const hipsparseMatDescr_t, const T*, const int*, const int*, pruneInfo_t, size_t*)           \
  ROCM_BINDGEN_SPARSE_OF(X##pruneDense2csrNnzByPercentage, int, int, const T*, int, T, const hipsparseMatDescr_t,     \
                         int*, int*, pruneInfo_t, void*)                                                              \
  ROCM_BINDGEN_SPARSE_OF(X##pruneDense2csrByPercentage, int, int, const T*, int, T, const hipsparseMatDescr_t, T*,    \
                         const int*, int*, pruneInfo_t, void*)                                                        \
  ROCM_BINDGEN_SPARSE_OF(X##pruneCsr2csr_bufferSizeExt, int, int, int, const hipsparseMatDescr_t, const T*,           \
                         const int*, const int*, const T*, const hipsparseMatDescr_t, const T*, const int*,           \
                         const int*, size_t*)                                                                         \
  ROCM_BINDGEN_SPARSE_OF(X##pruneCsr2csrNnz, int, int, int, const hipsparseMatDescr_t, const T*, const int*,          \
                         const int*, const T*, const hipsparseMatDescr_t, int*, int*, void*)                          \
  ROCM_BINDGEN_SPARSE_OF(X##pruneCsr2csr, int, int, int, const hipsparseMatDescr_t, const T*, const int*, const int*, \
                         const T*, const hipsparseMatDescr_t, T*, const int*, int*, void*)                            \
  ROCM_BINDGEN_SPARSE_OF(X##pruneCsr2csrByPercentage_bufferSizeExt, int, int, int, const hipsparseMatDescr_t,         \
                         const T*, const int*, const int*, T, const hipsparseMatDescr_t, const T*, const int*,        \
                         const int*, pruneInfo_t, size_t*)                                                            \
  ROCM_BINDGEN_SPARSE_OF(X##pruneCsr2csrNnzByPercentage, int, int, int, const hipsparseMatDescr_t, const T*,          \
                         const int*, const int*, T, const hipsparseMatDescr_t, int*, int*, pruneInfo_t, void*)        \
  ROCM_BINDGEN_SPARSE_OF(X##pruneCsr2csrByPercentage, int, int, int, const hipsparseMatDescr_t, const T*, const int*, \
                         const int*, T, const hipsparseMatDescr_t, T*, const int*, int*, pruneInfo_t, void*)

#ifdef __cplusplus
extern "C" {
#endif
ROCM_BINDGEN_SPARSE_CONVERSIONS(S, float, float)
ROCM_BINDGEN_SPARSE_CONVERSIONS(D, double, double)
ROCM_BINDGEN_SPARSE_CONVERSIONS(C, hipComplex, float)
ROCM_BINDGEN_SPARSE_CONVERSIONS(Z, hipDoubleComplex, double)
ROCM_BINDGEN_SPARSE_PRUNING(S, float, float)
ROCM_BINDGEN_SPARSE_PRUNING(D, double, double)
hipsparseStatus_t hipsparseCreateCsru2csrInfo(csru2csrInfo_t*);
hipsparseStatus_t hipsparseDestroyCsru2csrInfo(csru2csrInfo_t);
hipsparseStatus_t hipsparseCreateColorInfo(hipsparseColorInfo_t*);
hipsparseStatus_t hipsparseDestroyColorInfo(hipsparseColorInfo_t);
hipsparseStatus_t hipsparseCreatePruneInfo(pruneInfo_t*);
hipsparseStatus_t hipsparseDestroyPruneInfo(pruneInfo_t);
hipsparseStatus_t hipsparseXcsr2bsrNnz(hipsparseHandle_t, hipsparseDirection_t, int, int, const hipsparseMatDescr_t,
                                       const int*, const int*, int, const hipsparseMatDescr_t, int*, int*);
hipsparseStatus_t hipsparseCsr2cscEx2_bufferSize(hipsparseHandle_t, int, int, int, const void*, const int*, const int*,
                                                 void*, int*, int*, hipDataType, hipsparseAction_t,
                                                 hipsparseIndexBase_t, hipsparseCsr2CscAlg_t, size_t*);
hipsparseStatus_t hipsparseCsr2cscEx2(hipsparseHandle_t, int, int, int, const void*, const int*, const int*, void*,
                                      int*, int*, hipDataType, hipsparseAction_t, hipsparseIndexBase_t,
                                      hipsparseCsr2CscAlg_t, void*);
hipsparseStatus_t hipsparseXcsr2gebsrNnz(hipsparseHandle_t, hipsparseDirection_t, int, int, const hipsparseMatDescr_t,
                                         const int*, const int*, const hipsparseMatDescr_t, int*, int, int, int*,
                                         void*);
hipsparseStatus_t hipsparseCreateIdentityPermutation(hipsparseHandle_t, int, int*);
hipsparseStatus_t hipsparseXcsrsort_bufferSizeExt(hipsparseHandle_t, int, int, int, const int*, const int*, size_t*);
hipsparseStatus_t hipsparseXcsrsort(hipsparseHandle_t, int, int, int, const hipsparseMatDescr_t, const int*, int*, int*,
                                    void*);
hipsparseStatus_t hipsparseXcscsort_bufferSizeExt(hipsparseHandle_t, int, int, int, const int*, const int*, size_t*);
hipsparseStatus_t hipsparseXcscsort(hipsparseHandle_t, int, int, int, const hipsparseMatDescr_t, const int*, int*, int*,
                                    void*);
hipsparseStatus_t hipsparseXcoosort_bufferSizeExt(hipsparseHandle_t, int, int, int, const int*, const int*, size_t*);
hipsparseStatus_t hipsparseXcoosortByRow(hipsparseHandle_t, int, int, int, int*, int*, int*, void*);
hipsparseStatus_t hipsparseXcoosortByColumn(hipsparseHandle_t, int, int, int, int*, int*, int*, void*);
hipsparseStatus_t hipsparseXgebsr2gebsrNnz(hipsparseHandle_t, hipsparseDirection_t, int, int, int,
                                           const hipsparseMatDescr_t, const int*, const int*, int, int,
                                           const hipsparseMatDescr_t, int*, int, int, int*, void*);
#ifdef __cplusplus
}
#endif
