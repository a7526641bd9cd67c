// What CUDA code asks about its compiler: architecture, versions, include guards.
// COMPILES
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

#if defined(__CUDA_ARCH__)    // HIP: #if defined(ROCM_BINDGEN_CUDA_ARCH)
#elif !defined __CUDA_ARCH__  // HIP: #elif !defined ROCM_BINDGEN_CUDA_ARCH
#endif
#ifdef __CUDA_ARCH__  // HIP: #ifdef ROCM_BINDGEN_CUDA_ARCH
#endif
#ifndef __CUDA_ARCH__  // HIP: #ifndef ROCM_BINDGEN_CUDA_ARCH
#endif
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800)
// HIP: #if defined(ROCM_BINDGEN_CUDA_ARCH) && (ROCM_BINDGEN_CUDA_ARCH >= 800)
#endif
#if !defined(__CUDA_ARCH__) || \
    __CUDA_ARCH__ >= 530
    // HIP@-2: #if !defined(ROCM_BINDGEN_CUDA_ARCH) || \
    // HIP@-2: ROCM_BINDGEN_CUDA_ARCH >= 530
#endif
#ifdef __CUDACC__  // HIP: #ifdef __HIPCC__
#endif
#if defined(__NVCC__) || defined(__CUDACC__)  // HIP: #if defined(__HIPCC__) || defined(__HIPCC__)
#endif
// A condition that knows HIP says itself what holds for it.
#if defined(__CUDACC__) || defined(__HIPCC__)  // SAME
#endif
#if defined(__HIP_PLATFORM_AMD__) && !defined(__NVCC__)  // SAME
#endif
#if CUDART_VERSION >= 11000  // HIP: #if ROCM_BINDGEN_CUDA_VERSION >= 11000
#endif
#if CUDA_VERSION < 12000  // HIP: #if ROCM_BINDGEN_CUDA_VERSION < 12000
#endif
#if __CUDACC_VER_MAJOR__ >= 9 && __CUDACC_VER_MINOR__ >= 0
// HIP: #if ROCM_BINDGEN_CUDACC_VER_MAJOR >= 9 && ROCM_BINDGEN_CUDACC_VER_MINOR >= 0
#endif
#if __CUDACC_VER_BUILD__ > 0  // HIP: #if ROCM_BINDGEN_CUDACC_VER_BUILD > 0
#endif

// Guards of CUDA's headers, by which programs know what was included.
#ifdef __CUDA_RUNTIME_H__  // HIP: #ifdef HIP_INCLUDE_HIP_HIP_RUNTIME_H
#endif
#if defined(__CUDA_RUNTIME_API_H__)  // HIP: #if defined(HIP_INCLUDE_HIP_HIP_RUNTIME_API_H)
#endif
#ifdef __DRIVER_TYPES_H__  // HIP: #ifdef HIP_INCLUDE_HIP_DRIVER_TYPES_H
#endif
#ifndef __CUDA_FP16_H__  // HIP: #ifndef HIP_INCLUDE_HIP_HIP_FP16_H
#endif
#ifdef __VECTOR_TYPES_H__  // HIP: #ifdef HIP_INCLUDE_HIP_HIP_VECTOR_TYPES_H
#endif
#ifdef CU_COMPLEX_H_  // HIP: #ifdef HIP_INCLUDE_HIP_HIP_COMPLEX_H
#endif
#if defined(CUBLAS_API_H_) || defined(CUBLAS_V2_H_)  // HIP: #if defined(HIPBLAS_H) || defined(HIPBLAS_H)
#endif
#ifdef _CUFFT_H_  // HIP: #ifdef HIPFFT_H_
#endif
#ifdef CUSPARSEAPI  // HIP: #ifdef HIPSPARSE_EXPORT
#endif
#ifdef CURAND_H_  // HIP: #ifdef HIPRAND_H_
#endif
#ifdef __CUDACC_EXTENDED_LAMBDA__  // HIP: #ifdef __HIPCC__
#endif
#ifdef __CUDACC_RTC__  // HIP: #ifdef __HIPCC_RTC__
#endif

namespace versions {

__device__ int generation() {
#if __CUDA_ARCH__ >= 800  // HIP: #if ROCM_BINDGEN_CUDA_ARCH >= 800
  return __CUDA_ARCH__;   // HIP: return ROCM_BINDGEN_CUDA_ARCH;
#else
  return 0;
#endif
}

int runtime_version() { return CUDART_VERSION; }  // HIP: int runtime_version() { return ROCM_BINDGEN_CUDA_VERSION; }
int header_version() { return CUDA_VERSION / 1000; }
// HIP: int header_version() { return ROCM_BINDGEN_CUDA_VERSION / 1000; }
// Names in text stay.
const char* name() { return "__CUDA_ARCH__"; }  // SAME

}  // namespace versions
