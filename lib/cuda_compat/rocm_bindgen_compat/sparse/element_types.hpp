// Declarations of hipSPARSE's functions whose names contain the element type: products, sums and solvers in CSR, BSR
// and the hybrid format. U is the type of the real numbers that correspond to T. The parameters are those of the
// cuSPARSE functions whose names differ only in the prefix (cusparse).
#pragma once

#include "rocm_bindgen_compat/sparse/factorizations.hpp"

typedef struct bsrsv2Info* bsrsv2Info_t;
typedef struct bsrsm2Info* bsrsm2Info_t;
typedef struct bsrilu02Info* bsrilu02Info_t;
typedef struct bsric02Info* bsric02Info_t;
typedef struct csrsm2Info* csrsm2Info_t;
typedef struct csrgemm2Info* csrgemm2Info_t;
typedef void* hipsparseHybMat_t;

typedef enum hipsparseHybPartition_t {
  HIPSPARSE_HYB_PARTITION_AUTO,
  HIPSPARSE_HYB_PARTITION_USER,
  HIPSPARSE_HYB_PARTITION_MAX
} hipsparseHybPartition_t;

/// Declares a function of the interface.
#define ROCM_BINDGEN_SPARSE_OF(name, ...) hipsparseStatus_t hipsparse##name(hipsparseHandle_t, __VA_ARGS__);

#define ROCM_BINDGEN_SPARSE_TYPED(X, T, U)                                                                             \
  ROCM_BINDGEN_SPARSE_OF(X##axpyi, int, const T*, const T*, const int*, T*, hipsparseIndexBase_t)                      \
  ROCM_BINDGEN_SPARSE_OF(X##doti, int, const T*, const int*, const T*, T*, hipsparseIndexBase_t)                       \
  ROCM_BINDGEN_SPARSE_OF(X##gthr, int, const T*, T*, const int*, hipsparseIndexBase_t)                                 \
  ROCM_BINDGEN_SPARSE_OF(X##gthrz, int, T*, T*, const int*, hipsparseIndexBase_t)                                      \
  ROCM_BINDGEN_SPARSE_OF(X##sctr, int, const T*, const int*, T*, hipsparseIndexBase_t)                                 \
  ROCM_BINDGEN_SPARSE_OF(X##csrmv, hipsparseOperation_t, int, int, int, const T*, const hipsparseMatDescr_t, const T*, \
                         const int*, const int*, const T*, const T*, T*)                                               \
  ROCM_BINDGEN_SPARSE_OF(X##csrsv2_bufferSizeExt, hipsparseOperation_t, int, int, const hipsparseMatDescr_t, T*,       \
                         const int*, const int*, csrsv2Info_t, size_t*)                                                \
  ROCM_BINDGEN_SPARSE_OF(X##hybmv, hipsparseOperation_t, const T*, const hipsparseMatDescr_t, const hipsparseHybMat_t, \
                         const T*, const T*, T*)                                                                       \
  ROCM_BINDGEN_SPARSE_OF(X##bsrmv, hipsparseDirection_t, hipsparseOperation_t, int, int, int, const T*,                \
                         const hipsparseMatDescr_t, const T*, const int*, const int*, int, const T*, const T*, T*)     \
  ROCM_BINDGEN_SPARSE_OF(X##bsrxmv, hipsparseDirection_t, hipsparseOperation_t, int, int, int, int, const T*,          \
                         const hipsparseMatDescr_t, const T*, const int*, const int*, const int*, const int*, int,     \
                         const T*, const T*, T*)                                                                       \
  ROCM_BINDGEN_SPARSE_OF(X##bsrsv2_bufferSize, hipsparseDirection_t, hipsparseOperation_t, int, int,                   \
                         const hipsparseMatDescr_t, T*, const int*, const int*, int, bsrsv2Info_t, int*)               \
  ROCM_BINDGEN_SPARSE_OF(X##bsrsv2_bufferSizeExt, hipsparseDirection_t, hipsparseOperation_t, int, int,                \
                         const hipsparseMatDescr_t, T*, const int*, const int*, int, bsrsv2Info_t, size_t*)            \
  ROCM_BINDGEN_SPARSE_OF(X##bsrsv2_analysis, hipsparseDirection_t, hipsparseOperation_t, int, int,                     \
                         const hipsparseMatDescr_t, const T*, const int*, const int*, int, bsrsv2Info_t,               \
                         hipsparseSolvePolicy_t, void*)                                                                \
  ROCM_BINDGEN_SPARSE_OF(X##bsrsv2_solve, hipsparseDirection_t, hipsparseOperation_t, int, int, const T*,              \
                         const hipsparseMatDescr_t, const T*, const int*, const int*, int, bsrsv2Info_t, const T*, T*, \
                         hipsparseSolvePolicy_t, void*)                                                                \
  ROCM_BINDGEN_SPARSE_OF(X##gemvi_bufferSize, hipsparseOperation_t, int, int, int, int*)                               \
  ROCM_BINDGEN_SPARSE_OF(X##gemvi, hipsparseOperation_t, int, int, const T*, const T*, int, int, const T*, const int*, \
                         const T*, T*, hipsparseIndexBase_t, void*)                                                    \
  ROCM_BINDGEN_SPARSE_OF(X##bsrmm, hipsparseDirection_t, hipsparseOperation_t, hipsparseOperation_t, int, int, int,    \
                         int, const T*, const hipsparseMatDescr_t, const T*, const int*, const int*, int, const T*,    \
                         int, const T*, T*, int)                                                                       \
  ROCM_BINDGEN_SPARSE_OF(X##csrmm, hipsparseOperation_t, int, int, int, int, const T*, const hipsparseMatDescr_t,      \
                         const T*, const int*, const int*, const T*, int, const T*, T*, int)                           \
  ROCM_BINDGEN_SPARSE_OF(X##csrmm2, hipsparseOperation_t, hipsparseOperation_t, int, int, int, int, const T*,          \
                         const hipsparseMatDescr_t, const T*, const int*, const int*, const T*, int, const T*, T*,     \
                         int)                                                                                          \
  ROCM_BINDGEN_SPARSE_OF(X##bsrsm2_bufferSize, hipsparseDirection_t, hipsparseOperation_t, hipsparseOperation_t, int,  \
                         int, int, const hipsparseMatDescr_t, T*, const int*, const int*, int, bsrsm2Info_t, int*)     \
  ROCM_BINDGEN_SPARSE_OF(X##bsrsm2_analysis, hipsparseDirection_t, hipsparseOperation_t, hipsparseOperation_t, int,    \
                         int, int, const hipsparseMatDescr_t, const T*, const int*, const int*, int, bsrsm2Info_t,     \
                         hipsparseSolvePolicy_t, void*)                                                                \
  ROCM_BINDGEN_SPARSE_OF(X##bsrsm2_solve, hipsparseDirection_t, hipsparseOperation_t, hipsparseOperation_t, int, int,  \
                         int, const T*, const hipsparseMatDescr_t, const T*, const int*, const int*, int,              \
                         bsrsm2Info_t, const T*, int, T*, int, hipsparseSolvePolicy_t, void*)                          \
  ROCM_BINDGEN_SPARSE_OF(X##csrsm2_bufferSizeExt, int, hipsparseOperation_t, hipsparseOperation_t, int, int, int,      \
                         const T*, const hipsparseMatDescr_t, const T*, const int*, const int*, const T*, int,         \
                         csrsm2Info_t, hipsparseSolvePolicy_t, size_t*)                                                \
  ROCM_BINDGEN_SPARSE_OF(X##csrsm2_analysis, int, hipsparseOperation_t, hipsparseOperation_t, int, int, int, const T*, \
                         const hipsparseMatDescr_t, const T*, const int*, const int*, const T*, int, csrsm2Info_t,     \
                         hipsparseSolvePolicy_t, void*)                                                                \
  ROCM_BINDGEN_SPARSE_OF(X##csrsm2_solve, int, hipsparseOperation_t, hipsparseOperation_t, int, int, int, const T*,    \
                         const hipsparseMatDescr_t, const T*, const int*, const int*, T*, int, csrsm2Info_t,           \
                         hipsparseSolvePolicy_t, void*)                                                                \
  ROCM_BINDGEN_SPARSE_OF(X##gemmi, int, int, int, int, const T*, const T*, int, const T*, const int*, const int*,      \
                         const T*, T*, int)                                                                            \
  ROCM_BINDGEN_SPARSE_OF(X##csrgeam, int, int, const T*, const hipsparseMatDescr_t, int, const T*, const int*,         \
                         const int*, const T*, const hipsparseMatDescr_t, int, const T*, const int*, const int*,       \
                         const hipsparseMatDescr_t, T*, int*, int*)                                                    \
  ROCM_BINDGEN_SPARSE_OF(X##csrgeam2_bufferSizeExt, int, int, const T*, const hipsparseMatDescr_t, int, const T*,      \
                         const int*, const int*, const T*, const hipsparseMatDescr_t, int, const T*, const int*,       \
                         const int*, const hipsparseMatDescr_t, const T*, const int*, const int*, size_t*)             \
  ROCM_BINDGEN_SPARSE_OF(X##csrgeam2, int, int, const T*, const hipsparseMatDescr_t, int, const T*, const int*,        \
                         const int*, const T*, const hipsparseMatDescr_t, int, const T*, const int*, const int*,       \
                         const hipsparseMatDescr_t, T*, int*, int*, void*)                                             \
  ROCM_BINDGEN_SPARSE_OF(X##csrgemm, hipsparseOperation_t, hipsparseOperation_t, int, int, int,                        \
                         const hipsparseMatDescr_t, int, const T*, const int*, const int*, const hipsparseMatDescr_t,  \
                         int, const T*, const int*, const int*, const hipsparseMatDescr_t, T*, const int*, int*)       \
  ROCM_BINDGEN_SPARSE_OF(X##csrgemm2_bufferSizeExt, int, int, int, const T*, const hipsparseMatDescr_t, int,           \
                         const int*, const int*, const hipsparseMatDescr_t, int, const int*, const int*, const T*,     \
                         const hipsparseMatDescr_t, int, const int*, const int*, csrgemm2Info_t, size_t*)              \
  ROCM_BINDGEN_SPARSE_OF(X##csrgemm2, int, int, int, const T*, const hipsparseMatDescr_t, int, const T*, const int*,   \
                         const int*, const hipsparseMatDescr_t, int, const T*, const int*, const int*, const T*,       \
                         const hipsparseMatDescr_t, int, const T*, const int*, const int*, const hipsparseMatDescr_t,  \
                         T*, const int*, int*, const csrgemm2Info_t, void*)                                            \
  ROCM_BINDGEN_SPARSE_OF(X##bsrilu02_numericBoost, bsrilu02Info_t, int, double*, T*)                                   \
  ROCM_BINDGEN_SPARSE_OF(X##bsrilu02_bufferSize, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, T*,        \
                         const int*, const int*, int, bsrilu02Info_t, int*)                                            \
  ROCM_BINDGEN_SPARSE_OF(X##bsrilu02_analysis, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, T*,          \
                         const int*, const int*, int, bsrilu02Info_t, hipsparseSolvePolicy_t, void*)                   \
  ROCM_BINDGEN_SPARSE_OF(X##bsrilu02, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, T*, const int*,       \
                         const int*, int, bsrilu02Info_t, hipsparseSolvePolicy_t, void*)                               \
  ROCM_BINDGEN_SPARSE_OF(X##csrilu02_numericBoost, csrilu02Info_t, int, double*, T*)                                   \
  ROCM_BINDGEN_SPARSE_OF(X##csrilu02_bufferSizeExt, int, int, const hipsparseMatDescr_t, T*, const int*, const int*,   \
                         csrilu02Info_t, size_t*)                                                                      \
  ROCM_BINDGEN_SPARSE_OF(X##bsric02_bufferSize, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, T*,         \
                         const int*, const int*, int, bsric02Info_t, int*)                                             \
  ROCM_BINDGEN_SPARSE_OF(X##bsric02_analysis, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, const T*,     \
                         const int*, const int*, int, bsric02Info_t, hipsparseSolvePolicy_t, void*)                    \
  ROCM_BINDGEN_SPARSE_OF(X##bsric02, hipsparseDirection_t, int, int, const hipsparseMatDescr_t, T*, const int*,        \
                         const int*, int, bsric02Info_t, hipsparseSolvePolicy_t, void*)                                \
  ROCM_BINDGEN_SPARSE_OF(X##csric02_bufferSizeExt, int, int, const hipsparseMatDescr_t, T*, const int*, const int*,    \
                         csric02Info_t, size_t*)                                                                       \
  ROCM_BINDGEN_SPARSE_OF(X##gtsv2_nopivot_bufferSizeExt, int, int, const T*, const T*, const T*, const T*, int,        \
                         size_t*)                                                                                      \
  ROCM_BINDGEN_SPARSE_OF(X##gtsv2_nopivot, int, int, const T*, const T*, const T*, T*, int, void*)                     \
  ROCM_BINDGEN_SPARSE_OF(X##gtsvInterleavedBatch_bufferSizeExt, int, int, const T*, const T*, const T*, const T*, int, \
                         size_t*)                                                                                      \
  ROCM_BINDGEN_SPARSE_OF(X##gtsvInterleavedBatch, int, int, T*, T*, T*, T*, int, void*)                                \
  ROCM_BINDGEN_SPARSE_OF(X##gpsvInterleavedBatch_bufferSizeExt, int, int, const T*, const T*, const T*, const T*,      \
                         const T*, const T*, int, size_t*)                                                             \
  ROCM_BINDGEN_SPARSE_OF(X##gpsvInterleavedBatch, int, int, T*, T*, T*, T*, T*, T*, int, void*)

#define ROCM_BINDGEN_SPARSE_ROTATION(X, T, U) \
  ROCM_BINDGEN_SPARSE_OF(X##roti, int, T*, const int*, T*, const T*, const T*, hipsparseIndexBase_t)
#define ROCM_BINDGEN_SPARSE_CONJUGATE(X, T, U) \
  ROCM_BINDGEN_SPARSE_OF(X##dotci, int, const T*, const int*, const T*, T*, hipsparseIndexBase_t)

#ifdef __cplusplus
extern "C" {
#endif
ROCM_BINDGEN_SPARSE_TYPED(S, float, float)
ROCM_BINDGEN_SPARSE_TYPED(D, double, double)
ROCM_BINDGEN_SPARSE_TYPED(C, hipComplex, float)
ROCM_BINDGEN_SPARSE_TYPED(Z, hipDoubleComplex, double)
ROCM_BINDGEN_SPARSE_ROTATION(S, float, float)
ROCM_BINDGEN_SPARSE_ROTATION(D, double, double)
ROCM_BINDGEN_SPARSE_CONJUGATE(C, hipComplex, float)
ROCM_BINDGEN_SPARSE_CONJUGATE(Z, hipDoubleComplex, double)
hipsparseStatus_t hipsparseCopyMatDescr(hipsparseMatDescr_t, const hipsparseMatDescr_t);
hipsparseStatus_t hipsparseCreateHybMat(hipsparseHybMat_t*);
hipsparseStatus_t hipsparseDestroyHybMat(hipsparseHybMat_t);
hipsparseStatus_t hipsparseCreateBsrsv2Info(bsrsv2Info_t*);
hipsparseStatus_t hipsparseDestroyBsrsv2Info(bsrsv2Info_t);
hipsparseStatus_t hipsparseCreateBsrsm2Info(bsrsm2Info_t*);
hipsparseStatus_t hipsparseDestroyBsrsm2Info(bsrsm2Info_t);
hipsparseStatus_t hipsparseCreateBsrilu02Info(bsrilu02Info_t*);
hipsparseStatus_t hipsparseDestroyBsrilu02Info(bsrilu02Info_t);
hipsparseStatus_t hipsparseCreateBsric02Info(bsric02Info_t*);
hipsparseStatus_t hipsparseDestroyBsric02Info(bsric02Info_t);
hipsparseStatus_t hipsparseCreateCsrsm2Info(csrsm2Info_t*);
hipsparseStatus_t hipsparseDestroyCsrsm2Info(csrsm2Info_t);
hipsparseStatus_t hipsparseCreateCsrgemm2Info(csrgemm2Info_t*);
hipsparseStatus_t hipsparseDestroyCsrgemm2Info(csrgemm2Info_t);
hipsparseStatus_t hipsparseXbsrsv2_zeroPivot(hipsparseHandle_t, bsrsv2Info_t, int*);
hipsparseStatus_t hipsparseXbsrsm2_zeroPivot(hipsparseHandle_t, bsrsm2Info_t, int*);
hipsparseStatus_t hipsparseXcsrsm2_zeroPivot(hipsparseHandle_t, csrsm2Info_t, int*);
hipsparseStatus_t hipsparseXcsrgeamNnz(hipsparseHandle_t, int, int, const hipsparseMatDescr_t, int, const int*,
                                       const int*, const hipsparseMatDescr_t, int, const int*, const int*,
                                       const hipsparseMatDescr_t, int*, int*);
hipsparseStatus_t hipsparseXcsrgeam2Nnz(hipsparseHandle_t, int, int, const hipsparseMatDescr_t, int, const int*,
                                        const int*, const hipsparseMatDescr_t, int, const int*, const int*,
                                        const hipsparseMatDescr_t, int*, int*, void*);
hipsparseStatus_t hipsparseXcsrgemmNnz(hipsparseHandle_t, hipsparseOperation_t, hipsparseOperation_t, int, int, int,
                                       const hipsparseMatDescr_t, int, const int*, const int*,
                                       const hipsparseMatDescr_t, int, const int*, const int*,
                                       const hipsparseMatDescr_t, int*, int*);
hipsparseStatus_t hipsparseXcsrgemm2Nnz(hipsparseHandle_t, int, int, int, const hipsparseMatDescr_t, int, const int*,
                                        const int*, const hipsparseMatDescr_t, int, const int*, const int*,
                                        const hipsparseMatDescr_t, int, const int*, const int*,
                                        const hipsparseMatDescr_t, int*, int*, const csrgemm2Info_t, void*);
hipsparseStatus_t hipsparseXbsrilu02_zeroPivot(hipsparseHandle_t, bsrilu02Info_t, int*);
hipsparseStatus_t hipsparseXbsric02_zeroPivot(hipsparseHandle_t, bsric02Info_t, int*);
#ifdef __cplusplus
}
#endif
