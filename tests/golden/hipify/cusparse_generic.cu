// cuSPARSE's generic API in full, and what became of the older one.
// RUN: --rocm-path HIP-7.0
#include "cusparse_v2.h"  // HIP: #include "hipsparse/hipsparse.h"

void product(cusparseHandle_t handle, int n, int* i, float* x, float alpha, float beta) {
// HIP: void product(hipsparseHandle_t handle, int n, int* i, float* x, float alpha, float beta) {
  cusparseSpMatDescr_t matrix;   // HIP: hipsparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t in, out;  // HIP: hipsparseDnVecDescr_t in, out;
  cusparseCreateCsr(&matrix, n, n, n, i, i, x, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  // HIP: hipsparseCreateCsr(&matrix, n, n, n, i, i, x, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F);
  cusparseCreateCoo(&matrix, n, n, n, i, i, x, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_64F);
  // HIP: hipsparseCreateCoo(&matrix, n, n, n, i, i, x, HIPSPARSE_INDEX_64I, HIPSPARSE_INDEX_BASE_ONE, HIP_R_64F);
  std::size_t bytes = 0;
  cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_TRANSPOSE, &alpha, matrix, in, &beta, out, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
  // HIP: hipsparseSpMV_bufferSize(handle, HIPSPARSE_OPERATION_TRANSPOSE, &alpha, matrix, in, &beta, out, HIP_R_32F, HIPSPARSE_SPMV_ALG_DEFAULT, &bytes);
  cusparseDnMatDescr_t dense;            // HIP: hipsparseDnMatDescr_t dense;
  cusparseCreateDnMat(&dense, n, n, n, x, CUDA_R_32F, CUSPARSE_ORDER_COL);
  // HIP: hipsparseCreateDnMat(&dense, n, n, n, x, HIP_R_32F, HIPSPARSE_ORDER_COL);
  cusparseSpMMAlg_t algorithm = CUSPARSE_SPMM_CSR_ALG1;
  // HIP: hipsparseSpMMAlg_t algorithm = HIPSPARSE_SPMM_CSR_ALG1;
  cusparseSpGEMMDescr_t product;         // HIP: hipsparseSpGEMMDescr_t product;
  cusparseSpGEMM_createDescr(&product);  // HIP: hipsparseSpGEMM_createDescr(&product);
  cusparseXcoo2csr(handle, i, n, n, i, CUSPARSE_INDEX_BASE_ZERO);
  // HIP: hipsparseXcoo2csr(handle, i, n, n, i, HIPSPARSE_INDEX_BASE_ZERO);
  cusparseMatDescr_t description;        // HIP: hipsparseMatDescr_t description;
  cusparseCreateMatDescr(&description);  // HIP: hipsparseCreateMatDescr(&description);
  cusparseSetMatType(description, CUSPARSE_MATRIX_TYPE_GENERAL);
  // HIP: hipsparseSetMatType(description, HIPSPARSE_MATRIX_TYPE_GENERAL);
  cusparseSetMatIndexBase(description, CUSPARSE_INDEX_BASE_ZERO);
  // HIP: hipsparseSetMatIndexBase(description, HIPSPARSE_INDEX_BASE_ZERO);
  cusparseScsrmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, n, n, n, &alpha, description, x, i, i, x, &beta, x);
  // HIP: hipsparseScsrmv(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, n, n, n, &alpha, description, x, i, i, x, &beta, x);
  cusparseDestroyMatDescr(description);  // HIP: hipsparseDestroyMatDescr(description);
  const char* text = cusparseGetErrorString(CUSPARSE_STATUS_INVALID_VALUE);
  // HIP: const char* text = hipsparseGetErrorString(HIPSPARSE_STATUS_INVALID_VALUE);
}
