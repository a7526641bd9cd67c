// Newer architectures are served by inline PTX, older ones by C++: this is for the older ones.
// DEVICE HEADER: device_cc70.hpp
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

__global__ void copy(int* out) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800  // HIP: #if defined(ROCM_BINDGEN_CUDA_ARCH) && ROCM_BINDGEN_CUDA_ARCH >= 800
  asm volatile("griddepcontrol.wait;");  // WARNING: inline PTX 'griddepcontrol.wait'
#else
  out[0] = 1;
#endif
}
