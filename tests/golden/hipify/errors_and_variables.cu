// Variables that bear the name of CUDA's type of errors: HIP's type must not be hidden by one of its own name.
// COMPILES
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

namespace errors_and_variables {

int variable(void* p) {
  cudaError cudaError = cudaFree(p);      // HIP: hipError_t hipError = hipFree(p);
  if (cudaError != cudaSuccess) return 1; // HIP: if (hipError != hipSuccess) return 1;
  enum cudaError other = cudaError;       // HIP: enum hipError_t other = hipError;
  return static_cast<int>(other);
}

int parameter(cudaError_t cudaError) { return cudaError; }  // HIP: int parameter(hipError_t hipError) { return hipError; }

}  // namespace errors_and_variables
