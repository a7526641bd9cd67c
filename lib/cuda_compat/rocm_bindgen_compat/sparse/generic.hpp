// Declarations of hipSPARSE's functions on matrices and vectors with descriptors, for any element type.
//
// The enumerators have the values of hipSPARSE 3 (ROCm 6 and 7). In earlier versions, hipsparseOrder_t began at 0, and
// the algorithms under cuSPARSE's names (such as HIPSPARSE_SPMM_COO_ALG1) had separate values, greater than those of
// hipSPARSE's own names (such as HIPSPARSE_COOMM_ALG1).
#pragma once

#include "rocm_bindgen_compat/sparse/types.hpp"

typedef void* hipsparseSpVecDescr_t;
typedef void* hipsparseDnVecDescr_t;
typedef void* hipsparseSpMatDescr_t;
typedef void* hipsparseDnMatDescr_t;
typedef const void* hipsparseConstSpVecDescr_t;
typedef const void* hipsparseConstDnVecDescr_t;
typedef const void* hipsparseConstSpMatDescr_t;
typedef const void* hipsparseConstDnMatDescr_t;
typedef struct hipsparseSpSVDescr* hipsparseSpSVDescr_t;
typedef struct hipsparseSpSMDescr* hipsparseSpSMDescr_t;
typedef struct hipsparseSpGEMMDescr* hipsparseSpGEMMDescr_t;

typedef enum hipsparseIndexType_t {
  HIPSPARSE_INDEX_16U = 1,
  HIPSPARSE_INDEX_32I,
  HIPSPARSE_INDEX_64I
} hipsparseIndexType_t;
typedef enum hipsparseFormat_t {
  HIPSPARSE_FORMAT_CSR = 1,
  HIPSPARSE_FORMAT_CSC,
  HIPSPARSE_FORMAT_COO,
  HIPSPARSE_FORMAT_COO_AOS,
  HIPSPARSE_FORMAT_BLOCKED_ELL
} hipsparseFormat_t;
typedef enum hipsparseOrder_t {
  HIPSPARSE_ORDER_COL = 1,
  HIPSPARSE_ORDER_COLUMN = 1,
  HIPSPARSE_ORDER_ROW
} hipsparseOrder_t;
typedef enum hipsparseSpMatAttribute_t {
  HIPSPARSE_SPMAT_FILL_MODE,
  HIPSPARSE_SPMAT_DIAG_TYPE
} hipsparseSpMatAttribute_t;

typedef enum hipsparseSpMVAlg_t {
  HIPSPARSE_MV_ALG_DEFAULT,
  HIPSPARSE_SPMV_ALG_DEFAULT = 0,
  HIPSPARSE_COOMV_ALG,
  HIPSPARSE_SPMV_COO_ALG1 = 1,
  HIPSPARSE_CSRMV_ALG1,
  HIPSPARSE_SPMV_CSR_ALG1 = 2,
  HIPSPARSE_CSRMV_ALG2,
  HIPSPARSE_SPMV_CSR_ALG2 = 3,
  HIPSPARSE_SPMV_COO_ALG2
} hipsparseSpMVAlg_t;

typedef enum hipsparseSpMMAlg_t {
  HIPSPARSE_MM_ALG_DEFAULT,
  HIPSPARSE_SPMM_ALG_DEFAULT = 0,
  HIPSPARSE_COOMM_ALG1,
  HIPSPARSE_SPMM_COO_ALG1 = 1,
  HIPSPARSE_COOMM_ALG2,
  HIPSPARSE_SPMM_COO_ALG2 = 2,
  HIPSPARSE_COOMM_ALG3,
  HIPSPARSE_SPMM_COO_ALG3 = 3,
  HIPSPARSE_CSRMM_ALG1,
  HIPSPARSE_SPMM_CSR_ALG1 = 4,
  HIPSPARSE_SPMM_COO_ALG4,
  HIPSPARSE_SPMM_CSR_ALG2,
  HIPSPARSE_SPMM_CSR_ALG3 = 12,
  HIPSPARSE_SPMM_BLOCKED_ELL_ALG1
} hipsparseSpMMAlg_t;

typedef enum hipsparseSpSVAlg_t { HIPSPARSE_SPSV_ALG_DEFAULT } hipsparseSpSVAlg_t;
typedef enum hipsparseSpSMAlg_t { HIPSPARSE_SPSM_ALG_DEFAULT } hipsparseSpSMAlg_t;
typedef enum hipsparseSDDMMAlg_t { HIPSPARSE_SDDMM_ALG_DEFAULT } hipsparseSDDMMAlg_t;
typedef enum hipsparseSpGEMMAlg_t {
  HIPSPARSE_SPGEMM_DEFAULT,
  HIPSPARSE_SPGEMM_CSR_ALG_DETERMINISTIC,
  HIPSPARSE_SPGEMM_CSR_ALG_NONDETERMINISTIC,
  HIPSPARSE_SPGEMM_ALG1,
  HIPSPARSE_SPGEMM_ALG2,
  HIPSPARSE_SPGEMM_ALG3
} hipsparseSpGEMMAlg_t;
typedef enum hipsparseSparseToDenseAlg_t { HIPSPARSE_SPARSETODENSE_ALG_DEFAULT } hipsparseSparseToDenseAlg_t;
typedef enum hipsparseDenseToSparseAlg_t { HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT } hipsparseDenseToSparseAlg_t;
typedef enum hipsparseCsr2CscAlg_t {
  HIPSPARSE_CSR2CSC_ALG_DEFAULT,
  HIPSPARSE_CSR2CSC_ALG1,
  HIPSPARSE_CSR2CSC_ALG2
} hipsparseCsr2CscAlg_t;

/// Declares a function that needs a buffer, and the function that returns the size of the buffer.
#define ROCM_BINDGEN_SPARSE(name, ...)                                                                 \
  hipsparseStatus_t hipsparse##name##_bufferSize(hipsparseHandle_t handle, __VA_ARGS__, size_t* size); \
  hipsparseStatus_t hipsparse##name(hipsparseHandle_t handle, __VA_ARGS__, void* buffer);

#ifdef __cplusplus
extern "C" {
#endif
hipsparseStatus_t hipsparseCreateSpVec(hipsparseSpVecDescr_t* vector, int64_t size, int64_t nnz, void* indices,
                                       void* values, hipsparseIndexType_t index, hipsparseIndexBase_t base,
                                       hipDataType type);
hipsparseStatus_t hipsparseDestroySpVec(hipsparseConstSpVecDescr_t vector);
hipsparseStatus_t hipsparseCreateDnVec(hipsparseDnVecDescr_t* vector, int64_t size, void* values, hipDataType type);
hipsparseStatus_t hipsparseDestroyDnVec(hipsparseConstDnVecDescr_t vector);
hipsparseStatus_t hipsparseDnVecGetValues(hipsparseDnVecDescr_t vector, void** values);
hipsparseStatus_t hipsparseDnVecSetValues(hipsparseDnVecDescr_t vector, void* values);
hipsparseStatus_t hipsparseCreateDnMat(hipsparseDnMatDescr_t* matrix, int64_t rows, int64_t columns, int64_t ld,
                                       void* values, hipDataType type, hipsparseOrder_t order);
hipsparseStatus_t hipsparseDestroyDnMat(hipsparseConstDnMatDescr_t matrix);
hipsparseStatus_t hipsparseDnMatSetValues(hipsparseDnMatDescr_t matrix, void* values);
hipsparseStatus_t hipsparseDnMatSetStridedBatch(hipsparseDnMatDescr_t matrix, int batches, int64_t stride);

hipsparseStatus_t hipsparseCreateCsr(hipsparseSpMatDescr_t* matrix, int64_t rows, int64_t columns, int64_t nnz,
                                     void* row_offsets, void* column_indices, void* values, hipsparseIndexType_t offset,
                                     hipsparseIndexType_t index, hipsparseIndexBase_t base, hipDataType type);
hipsparseStatus_t hipsparseCreateCsc(hipsparseSpMatDescr_t* matrix, int64_t rows, int64_t columns, int64_t nnz,
                                     void* column_offsets, void* row_indices, void* values, hipsparseIndexType_t offset,
                                     hipsparseIndexType_t index, hipsparseIndexBase_t base, hipDataType type);
hipsparseStatus_t hipsparseCreateCoo(hipsparseSpMatDescr_t* matrix, int64_t rows, int64_t columns, int64_t nnz,
                                     void* row_indices, void* column_indices, void* values, hipsparseIndexType_t index,
                                     hipsparseIndexBase_t base, hipDataType type);
hipsparseStatus_t hipsparseCreateBlockedEll(hipsparseSpMatDescr_t* matrix, int64_t rows, int64_t columns, int64_t block,
                                            int64_t ell_columns, void* column_indices, void* values,
                                            hipsparseIndexType_t index, hipsparseIndexBase_t base, hipDataType type);
hipsparseStatus_t hipsparseDestroySpMat(hipsparseConstSpMatDescr_t matrix);
hipsparseStatus_t hipsparseCsrSetPointers(hipsparseSpMatDescr_t matrix, void* row_offsets, void* column_indices,
                                          void* values);
hipsparseStatus_t hipsparseSpMatGetSize(hipsparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* columns,
                                        int64_t* nnz);
hipsparseStatus_t hipsparseSpMatGetValues(hipsparseSpMatDescr_t matrix, void** values);
hipsparseStatus_t hipsparseSpMatSetValues(hipsparseSpMatDescr_t matrix, void* values);
hipsparseStatus_t hipsparseSpMatSetAttribute(hipsparseSpMatDescr_t matrix, hipsparseSpMatAttribute_t attribute,
                                             const void* data, size_t size);

hipsparseStatus_t hipsparseAxpby(hipsparseHandle_t handle, const void* alpha, hipsparseConstSpVecDescr_t x,
                                 const void* beta, hipsparseDnVecDescr_t y);
hipsparseStatus_t hipsparseGather(hipsparseHandle_t handle, hipsparseConstDnVecDescr_t y, hipsparseSpVecDescr_t x);
hipsparseStatus_t hipsparseScatter(hipsparseHandle_t handle, hipsparseConstSpVecDescr_t x, hipsparseDnVecDescr_t y);
ROCM_BINDGEN_SPARSE(SpVV, hipsparseOperation_t op, hipsparseConstSpVecDescr_t x, hipsparseConstDnVecDescr_t y,
                    void* result, hipDataType compute)
ROCM_BINDGEN_SPARSE(SpMV, hipsparseOperation_t op, const void* alpha, hipsparseConstSpMatDescr_t a,
                    hipsparseConstDnVecDescr_t x, const void* beta, hipsparseDnVecDescr_t y, hipDataType compute,
                    hipsparseSpMVAlg_t algorithm)
ROCM_BINDGEN_SPARSE(SpMM, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void* alpha,
                    hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b, const void* beta,
                    hipsparseDnMatDescr_t c, hipDataType compute, hipsparseSpMMAlg_t algorithm)
ROCM_BINDGEN_SPARSE(SDDMM, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void* alpha,
                    hipsparseConstDnMatDescr_t a, hipsparseConstDnMatDescr_t b, const void* beta,
                    hipsparseSpMatDescr_t c, hipDataType compute, hipsparseSDDMMAlg_t algorithm)
ROCM_BINDGEN_SPARSE(SparseToDense, hipsparseConstSpMatDescr_t a, hipsparseDnMatDescr_t b,
                    hipsparseSparseToDenseAlg_t algorithm)
hipsparseStatus_t hipsparseDenseToSparse_bufferSize(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t a,
                                                    hipsparseSpMatDescr_t b, hipsparseDenseToSparseAlg_t algorithm,
                                                    size_t* size);
hipsparseStatus_t hipsparseDenseToSparse_analysis(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t a,
                                                  hipsparseSpMatDescr_t b, hipsparseDenseToSparseAlg_t algorithm,
                                                  void* buffer);
hipsparseStatus_t hipsparseDenseToSparse_convert(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t a,
                                                 hipsparseSpMatDescr_t b, hipsparseDenseToSparseAlg_t algorithm,
                                                 void* buffer);

hipsparseStatus_t hipsparseSpSV_createDescr(hipsparseSpSVDescr_t* solver);
hipsparseStatus_t hipsparseSpSV_destroyDescr(hipsparseSpSVDescr_t solver);
hipsparseStatus_t hipsparseSpSV_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t op, const void* alpha,
                                           hipsparseConstSpMatDescr_t a, hipsparseConstDnVecDescr_t x,
                                           hipsparseDnVecDescr_t y, hipDataType compute, hipsparseSpSVAlg_t algorithm,
                                           hipsparseSpSVDescr_t solver, size_t* size);
hipsparseStatus_t hipsparseSpSV_analysis(hipsparseHandle_t handle, hipsparseOperation_t op, const void* alpha,
                                         hipsparseConstSpMatDescr_t a, hipsparseConstDnVecDescr_t x,
                                         hipsparseDnVecDescr_t y, hipDataType compute, hipsparseSpSVAlg_t algorithm,
                                         hipsparseSpSVDescr_t solver, void* buffer);
hipsparseStatus_t hipsparseSpSV_solve(hipsparseHandle_t handle, hipsparseOperation_t op, const void* alpha,
                                      hipsparseConstSpMatDescr_t a, hipsparseConstDnVecDescr_t x,
                                      hipsparseDnVecDescr_t y, hipDataType compute, hipsparseSpSVAlg_t algorithm,
                                      hipsparseSpSVDescr_t solver);

hipsparseStatus_t hipsparseSpGEMM_createDescr(hipsparseSpGEMMDescr_t* product);
hipsparseStatus_t hipsparseSpGEMM_destroyDescr(hipsparseSpGEMMDescr_t product);
hipsparseStatus_t hipsparseSpGEMM_workEstimation(hipsparseHandle_t handle, hipsparseOperation_t op_a,
                                                 hipsparseOperation_t op_b, const void* alpha,
                                                 hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b,
                                                 const void* beta, hipsparseSpMatDescr_t c, hipDataType compute,
                                                 hipsparseSpGEMMAlg_t algorithm, hipsparseSpGEMMDescr_t product,
                                                 size_t* size, void* buffer);
hipsparseStatus_t hipsparseSpGEMM_compute(hipsparseHandle_t handle, hipsparseOperation_t op_a,
                                          hipsparseOperation_t op_b, const void* alpha, hipsparseConstSpMatDescr_t a,
                                          hipsparseConstSpMatDescr_t b, const void* beta, hipsparseSpMatDescr_t c,
                                          hipDataType compute, hipsparseSpGEMMAlg_t algorithm,
                                          hipsparseSpGEMMDescr_t product, size_t* size, void* buffer);
hipsparseStatus_t hipsparseSpGEMM_copy(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b,
                                       const void* alpha, hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b,
                                       const void* beta, hipsparseSpMatDescr_t c, hipDataType compute,
                                       hipsparseSpGEMMAlg_t algorithm, hipsparseSpGEMMDescr_t product);

hipsparseStatus_t hipsparseXcsr2coo(hipsparseHandle_t handle, const int* row_offsets, int nnz, int rows,
                                    int* row_indices, hipsparseIndexBase_t base);
hipsparseStatus_t hipsparseXcoo2csr(hipsparseHandle_t handle, const int* row_indices, int nnz, int rows,
                                    int* row_offsets, hipsparseIndexBase_t base);
#ifdef __cplusplus
}
#endif
