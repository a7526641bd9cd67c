// A byte order mark stays in front of everything.
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>
cudaStream_t stream;       // HIP: hipStream_t stream;
