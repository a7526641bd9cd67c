// No newline at the end: none is added.
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>
cudaError_t last;  // HIP: hipError_t last;