// Overloads that take a product's compute type as a data type, as CUDA before 11 did. cuBLAS still accepts both forms.
#pragma once

#include "hip/library_types.h"

namespace rocm_bindgen {
namespace blas {

inline hipblasComputeType_t compute_type(hipDataType numbers) {
  switch (numbers) {
    case HIP_R_16F:
      return HIPBLAS_COMPUTE_16F;
    case HIP_R_64F:
    case HIP_C_64F:
      return HIPBLAS_COMPUTE_64F;
    case HIP_R_32I:
    case HIP_C_32I:
      return HIPBLAS_COMPUTE_32I;
    default:  // HIP_R_32F, HIP_C_32F and all types without a compute type, such as bfloat16
      return HIPBLAS_COMPUTE_32F;
  }
}

}  // namespace blas
}  // namespace rocm_bindgen

inline hipblasStatus_t hipblasGemmEx(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int m,
                                     int n, int k, const void* alpha, const void* a, hipDataType a_type, int lda,
                                     const void* b, hipDataType b_type, int ldb, const void* beta, void* c,
                                     hipDataType c_type, int ldc, hipDataType compute, hipblasGemmAlgo_t algorithm) {
  return hipblasGemmEx(handle, op_a, op_b, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c, c_type, ldc,
                       rocm_bindgen::blas::compute_type(compute), algorithm);
}

// The type of the parameters a and b, const void** or const void* const*, depends on hipBLAS' version.
template <class Inputs, class Outputs>
inline hipblasStatus_t hipblasGemmBatchedEx(hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b,
                                            int m, int n, int k, const void* alpha, Inputs* a, hipDataType a_type,
                                            int lda, Inputs* b, hipDataType b_type, int ldb, const void* beta,
                                            Outputs* c, hipDataType c_type, int ldc, int batches, hipDataType compute,
                                            hipblasGemmAlgo_t algorithm) {
  return hipblasGemmBatchedEx(handle, op_a, op_b, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c, c_type, ldc,
                              batches, rocm_bindgen::blas::compute_type(compute), algorithm);
}

inline hipblasStatus_t hipblasGemmStridedBatchedEx(hipblasHandle_t handle, hipblasOperation_t op_a,
                                                   hipblasOperation_t op_b, int m, int n, int k, const void* alpha,
                                                   const void* a, hipDataType a_type, int lda, int64_t stride_a,
                                                   const void* b, hipDataType b_type, int ldb, int64_t stride_b,
                                                   const void* beta, void* c, hipDataType c_type, int ldc,
                                                   int64_t stride_c, int batches, hipDataType compute,
                                                   hipblasGemmAlgo_t algorithm) {
  return hipblasGemmStridedBatchedEx(handle, op_a, op_b, m, n, k, alpha, a, a_type, lda, stride_a, b, b_type, ldb,
                                     stride_b, beta, c, c_type, ldc, stride_c, batches,
                                     rocm_bindgen::blas::compute_type(compute), algorithm);
}
