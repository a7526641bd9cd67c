// cuSPARSE: the generic API, and the older one.
// RUN: --rocm-path HIP-7.0
// RUN(roc): --roc --rocm-path HIP-7.0
#include <cusparse.h>  // HIP: #include <hipsparse/hipsparse.h>
// HIP(roc): #include <rocsparse/rocsparse.h>

void create(cusparseHandle_t* handle, cudaStream_t stream) {
// HIP: void create(hipsparseHandle_t* handle, hipStream_t stream) {
// HIP(roc): void create(rocsparse_handle* handle, hipStream_t stream) {
  cusparseStatus_t status = cusparseCreate(handle);  // HIP: hipsparseStatus_t status = hipsparseCreate(handle);
  // HIP(roc): rocsparse_status status = rocsparse_create_handle(handle);
  if (status != CUSPARSE_STATUS_SUCCESS) return;  // HIP: if (status != HIPSPARSE_STATUS_SUCCESS) return;
  // HIP(roc): if (status != rocsparse_status_success) return;
  cusparseSetStream(*handle, stream);  // HIP: hipsparseSetStream(*handle, stream);
  // HIP(roc): rocsparse_set_stream(*handle, stream);
  cusparseDestroy(*handle);  // HIP: hipsparseDestroy(*handle);
  // HIP(roc): rocsparse_destroy_handle(*handle);
}
void generic(cusparseHandle_t handle, int n, int* i, float* x, float alpha) {
// HIP: void generic(hipsparseHandle_t handle, int n, int* i, float* x, float alpha) {
// HIP(roc): void generic(rocsparse_handle handle, int n, int* i, float* x, float alpha) {
  cusparseSpMatDescr_t matrix;  // HIP: hipsparseSpMatDescr_t matrix;
  // HIP(roc): rocsparse_spmat_descr matrix;
  cusparseDnVecDescr_t vector;  // HIP: hipsparseDnVecDescr_t vector;
  // HIP(roc): rocsparse_dnvec_descr vector;
  cusparseDnMatDescr_t dense;  // HIP: hipsparseDnMatDescr_t dense;
  // HIP(roc): rocsparse_dnmat_descr dense;
  cusparseDnVecSetValues(vector, x);  // HIP: hipsparseDnVecSetValues(vector, x);
  // HIP(roc): rocsparse_dnvec_set_values(vector, x);
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;  // HIP: hipsparseIndexBase_t base = HIPSPARSE_INDEX_BASE_ZERO;
  // HIP(roc): rocsparse_index_base base = rocsparse_index_base_zero;
  cusparseIndexType_t index = CUSPARSE_INDEX_32I;  // HIP: hipsparseIndexType_t index = HIPSPARSE_INDEX_32I;
  // HIP(roc): rocsparse_indextype index = rocsparse_indextype_i32;
  cusparseOperation_t operation = CUSPARSE_OPERATION_NON_TRANSPOSE;
  // HIP: hipsparseOperation_t operation = HIPSPARSE_OPERATION_NON_TRANSPOSE;
  // HIP(roc): rocsparse_operation operation = rocsparse_operation_none;
  cusparseDestroySpMat(matrix);  // HIP: hipsparseDestroySpMat(matrix);
  // HIP(roc): rocsparse_destroy_spmat_descr(matrix);
  cusparseDestroyDnVec(vector);  // HIP: hipsparseDestroyDnVec(vector);
  // HIP(roc): rocsparse_destroy_dnvec_descr(vector);
}
