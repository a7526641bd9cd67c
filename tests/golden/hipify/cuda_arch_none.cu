// Where every architecture is served by inline PTX, none is claimed.
// DEVICE HEADER: device_cc0.hpp
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

__device__ unsigned lane() {
#ifdef __CUDA_ARCH__  // HIP: #ifdef ROCM_BINDGEN_CUDA_ARCH
  unsigned id;
  asm("exit;");  // WARNING: inline PTX 'exit'
  return id;
#else
  return 0;
#endif
}
