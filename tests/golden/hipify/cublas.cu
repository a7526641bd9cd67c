// cuBLAS and cuBLASLt: hipBLAS's names, or rocBLAS's own.
// RUN: --rocm-path HIP-7.0
// RUN(roc): --roc --rocm-path HIP-7.0
#include <cublas_v2.h>  // HIP: #include <hipblas/hipblas.h>
// HIP(roc): #include <rocblas/rocblas.h>
#include <cublasLt.h>  // HIP: #include <hipblaslt/hipblaslt.h>

cublasStatus_t basics(cublasHandle_t* handle, cudaStream_t stream) {
// HIP: hipblasStatus_t basics(hipblasHandle_t* handle, hipStream_t stream) {
// HIP(roc): rocblas_status basics(rocblas_handle* handle, hipStream_t stream) {
  cublasStatus_t status = cublasCreate(handle);  // HIP: hipblasStatus_t status = hipblasCreate(handle);
  // HIP(roc): rocblas_status status = rocblas_create_handle(handle);
  if (status != CUBLAS_STATUS_SUCCESS) return status;  // HIP: if (status != HIPBLAS_STATUS_SUCCESS) return status;
  // HIP(roc): if (status != rocblas_status_success) return status;
  cublasSetStream(*handle, stream);  // HIP: hipblasSetStream(*handle, stream);
  // HIP(roc): rocblas_set_stream(*handle, stream);
  cublasSetPointerMode(*handle, CUBLAS_POINTER_MODE_DEVICE);
  // HIP: hipblasSetPointerMode(*handle, HIPBLAS_POINTER_MODE_DEVICE);
  // HIP(roc): rocblas_set_pointer_mode(*handle, rocblas_pointer_mode_device);
  return cublasDestroy(*handle);  // HIP: return hipblasDestroy(*handle);
  // HIP(roc): return rocblas_destroy_handle(*handle);
}

void level_1(cublasHandle_t handle, int n, float* x, float* y, double* d, int* result) {
// HIP: void level_1(hipblasHandle_t handle, int n, float* x, float* y, double* d, int* result) {
// HIP(roc): void level_1(rocblas_handle handle, int n, float* x, float* y, double* d, int* result) {
  float alpha = 2;
  cublasSaxpy(handle, n, &alpha, x, 1, y, 1);  // HIP: hipblasSaxpy(handle, n, &alpha, x, 1, y, 1);
  // HIP(roc): rocblas_saxpy(handle, n, &alpha, x, 1, y, 1);
  cublasSdot(handle, n, x, 1, y, 1, &alpha);  // HIP: hipblasSdot(handle, n, x, 1, y, 1, &alpha);
  // HIP(roc): rocblas_sdot(handle, n, x, 1, y, 1, &alpha);
  cublasDnrm2(handle, n, d, 1, d);  // HIP: hipblasDnrm2(handle, n, d, 1, d);
  // HIP(roc): rocblas_dnrm2(handle, n, d, 1, d);
  cublasIsamax(handle, n, x, 1, result);  // HIP: hipblasIsamax(handle, n, x, 1, result);
  // HIP(roc): rocblas_isamax(handle, n, x, 1, result);
  cublasSscal(handle, n, &alpha, x, 1);  // HIP: hipblasSscal(handle, n, &alpha, x, 1);
  // HIP(roc): rocblas_sscal(handle, n, &alpha, x, 1);
  cublasSetVector(n, 4, x, 1, y, 1);  // HIP: hipblasSetVector(n, 4, x, 1, y, 1);
  // HIP(roc): rocblas_set_vector(n, 4, x, 1, y, 1);
  cublasGetMatrix(n, n, 4, x, n, y, n);  // HIP: hipblasGetMatrix(n, n, 4, x, n, y, n);
  // HIP(roc): rocblas_get_matrix(n, n, 4, x, n, y, n);
}

void level_2_and_3(cublasHandle_t handle, int n, float* x, double* d) {
// HIP: void level_2_and_3(hipblasHandle_t handle, int n, float* x, double* d) {
// HIP(roc): void level_2_and_3(rocblas_handle handle, int n, float* x, double* d) {
  cublasOperation_t no = CUBLAS_OP_N, yes = CUBLAS_OP_T, both = CUBLAS_OP_C;
  // HIP: hipblasOperation_t no = HIPBLAS_OP_N, yes = HIPBLAS_OP_T, both = HIPBLAS_OP_C;
  // HIP(roc): rocblas_operation no = rocblas_operation_none, yes = rocblas_operation_transpose, both = rocblas_operation_conjugate_transpose;
  float one = 1;
  cublasSgemv(handle, no, n, n, &one, x, n, x, 1, &one, x, 1);
  // HIP: hipblasSgemv(handle, no, n, n, &one, x, n, x, 1, &one, x, 1);
  // HIP(roc): rocblas_sgemv(handle, no, n, n, &one, x, n, x, 1, &one, x, 1);
  cublasSgemm(handle, no, yes, n, n, n, &one, x, n, x, n, &one, x, n);
  // HIP: hipblasSgemm(handle, no, yes, n, n, n, &one, x, n, x, n, &one, x, n);
  // HIP(roc): rocblas_sgemm(handle, no, yes, n, n, n, &one, x, n, x, n, &one, x, n);
  cublasDgemm(handle, no, yes, n, n, n, d, d, n, d, n, d, d, n);
  // HIP: hipblasDgemm(handle, no, yes, n, n, n, d, d, n, d, n, d, d, n);
  // HIP(roc): rocblas_dgemm(handle, no, yes, n, n, n, d, d, n, d, n, d, d, n);
  cublasSgemmStridedBatched(handle, no, no, n, n, n, &one, x, n, 0, x, n, 0, &one, x, n, 0, 2);
  // HIP: hipblasSgemmStridedBatched(handle, no, no, n, n, n, &one, x, n, 0, x, n, 0, &one, x, n, 0, 2);
  // HIP(roc): rocblas_sgemm_strided_batched(handle, no, no, n, n, n, &one, x, n, 0, x, n, 0, &one, x, n, 0, 2);
  cublasFillMode_t upper = CUBLAS_FILL_MODE_UPPER;  // HIP: hipblasFillMode_t upper = HIPBLAS_FILL_MODE_UPPER;
  // HIP(roc): rocblas_fill upper = rocblas_fill_upper;
  cublasDiagType_t diagonal = CUBLAS_DIAG_NON_UNIT;  // HIP: hipblasDiagType_t diagonal = HIPBLAS_DIAG_NON_UNIT;
  // HIP(roc): rocblas_diagonal diagonal = rocblas_diagonal_non_unit;
  cublasSideMode_t side = CUBLAS_SIDE_LEFT;  // HIP: hipblasSideMode_t side = HIPBLAS_SIDE_LEFT;
  // HIP(roc): rocblas_side side = rocblas_side_left;
  cublasStrsm(handle, side, upper, both, diagonal, n, n, &one, x, n, x, n);
  // HIP: hipblasStrsm(handle, side, upper, both, diagonal, n, n, &one, x, n, x, n);
  // HIP(roc): rocblas_strsm(handle, side, upper, both, diagonal, n, n, &one, x, n, x, n);
}

void versioned(cublasHandle_t handle, int n, float* x) {
// HIP: void versioned(hipblasHandle_t handle, int n, float* x) {
// HIP(roc): void versioned(rocblas_handle handle, int n, float* x) {
  cublasCreate_v2(&handle);  // HIP: hipblasCreate(&handle);
  // HIP(roc): rocblas_create_handle(&handle);
  cublasSscal_v2(handle, n, x, x, 1);  // HIP: hipblasSscal(handle, n, x, x, 1);
  // HIP(roc): rocblas_sscal(handle, n, x, x, 1);
  cublasDestroy_v2(handle);  // HIP: hipblasDestroy(handle);
  // HIP(roc): rocblas_destroy_handle(handle);
}

void light(cublasLtHandle_t* handle) {  // HIP: void light(hipblasLtHandle_t* handle) {
  cublasLtCreate(handle);               // HIP: hipblasLtCreate(handle);
  cublasLtMatmulDesc_t description;     // HIP: hipblasLtMatmulDesc_t description;
  cublasLtMatmulDescCreate(&description, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  // HIP: hipblasLtMatmulDescCreate(&description, HIPBLAS_COMPUTE_32F, HIP_R_32F);
  // HIP(roc): hipblasLtMatmulDescCreate(&description, rocblas_compute_type_f32, HIP_R_32F);
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_TRANSA, nullptr, 0);
  // HIP: hipblasLtMatmulDescSetAttribute(description, HIPBLASLT_MATMUL_DESC_TRANSA, nullptr, 0);
  cublasLtMatrixLayout_t layout;              // HIP: hipblasLtMatrixLayout_t layout;
  cublasLtMatrixLayoutCreate(&layout, CUDA_R_16F, 1, 1, 1);
  // HIP: hipblasLtMatrixLayoutCreate(&layout, HIP_R_16F, 1, 1, 1);
  cublasLtMatmulPreference_t preference;      // HIP: hipblasLtMatmulPreference_t preference;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
  // HIP: hipblasLtEpilogue_t epilogue = HIPBLASLT_EPILOGUE_BIAS;
  cublasLtMatmulHeuristicResult_t heuristic;  // HIP: hipblasLtMatmulHeuristicResult_t heuristic;
  cublasLtDestroy(*handle);                   // HIP: hipblasLtDestroy(*handle);
}
