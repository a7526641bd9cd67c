// A kernel that is not there below 8.0 and has inline PTX from 9.0 on is for what lies between: the device header says so.
// DEVICE HEADER: device_cc80.hpp
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

#if __CUDA_ARCH__ >= 800  // HIP: #if ROCM_BINDGEN_CUDA_ARCH >= 800
__global__ void from_ampere_on(int* out) {
#if __CUDA_ARCH__ >= 900  // HIP: #if ROCM_BINDGEN_CUDA_ARCH >= 900
  asm volatile("fence.proxy.async;");  // WARNING: inline PTX 'fence.proxy.async'
#endif
  out[0] = 1;
}
#endif
