// Without our device header.
// RUN: --no-device-header
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>
__global__ void kernel(float* x) { x[0] = 1; }
cudaError_t launch(float* x) { kernel<<<1, 1>>>(x); return cudaGetLastError(); }
// HIP: hipError_t launch(float* x) { kernel<<<1, 1>>>(x); return hipGetLastError(); }
