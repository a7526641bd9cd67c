// cuSOLVER.
// RUN: --rocm-path HIP-7.0
#include <cusolverDn.h>  // HIP: #include <hipsolver/hipsolver.h>

cusolverStatus_t factor(float* a, double* d, int n, int* pivots, int* information, cudaStream_t stream) {
// HIP: hipsolverStatus_t factor(float* a, double* d, int n, int* pivots, int* information, hipStream_t stream) {
  cusolverDnHandle_t handle;            // HIP: hipsolverHandle_t handle;
  cusolverDnCreate(&handle);            // HIP: hipsolverDnCreate(&handle);
  cusolverDnSetStream(handle, stream);  // HIP: hipsolverSetStream(handle, stream);
  int size = 0;
  cusolverDnSgetrf_bufferSize(handle, n, n, a, n, &size);
  // HIP: hipsolverDnSgetrf_bufferSize(handle, n, n, a, n, &size);
  cusolverDnSgetrf(handle, n, n, a, n, a, pivots, information);
  // HIP: hipsolverDnSgetrf(handle, n, n, a, n, a, pivots, information);
  cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, n, d, n, &size);
  // HIP: hipsolverDnDpotrf_bufferSize(handle, HIPBLAS_FILL_MODE_LOWER, n, d, n, &size);
  cusolverDnDgeqrf(handle, n, n, d, n, d, d, size, information);
  // HIP: hipsolverDnDgeqrf(handle, n, n, d, n, d, d, size, information);
  cusolverDnSgesvd(handle, 'A', 'A', n, n, a, n, a, a, n, a, n, a, size, a, information);
  // HIP: hipsolverDnSgesvd(handle, 'A', 'A', n, n, a, n, a, a, n, a, n, a, size, a, information);
  cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR;
  // HIP: hipsolverEigMode_t vectors = HIPSOLVER_EIG_MODE_VECTOR;
  cusolverDnDsyevd(handle, vectors, CUBLAS_FILL_MODE_UPPER, n, d, n, d, d, size, information);
  // HIP: hipsolverDnDsyevd(handle, vectors, HIPBLAS_FILL_MODE_UPPER, n, d, n, d, d, size, information);
  if (size < 0) return CUSOLVER_STATUS_INVALID_VALUE;  // HIP: if (size < 0) return HIPSOLVER_STATUS_INVALID_VALUE;
  cusolverDnDestroy(handle);                           // HIP: hipsolverDnDestroy(handle);
  return CUSOLVER_STATUS_SUCCESS;                      // HIP: return HIPSOLVER_STATUS_SUCCESS;
}
